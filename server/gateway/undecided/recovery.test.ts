import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connector } from '../../connectors/connector.ts';
import { realNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import { LEASE_MS } from '../../store/lease.ts';
import { paymentFromRow } from '../../store/records/payment.ts';
import { CARD_FIELDS } from '../../tests/support/payment-fields.ts';
import {
  simulatedGateway,
  simulatorOf,
  withSimulator,
} from '../../tests/support/simulated-gateway.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import { createCheckout } from '../checkout/create-checkout.ts';
import { deleteCheckout } from '../checkout/delete-checkout.ts';
import { payCheckout } from '../checkout/pay-checkout.ts';
import { registerRelease } from '../checkout/releases.ts';
import type { GatewayContext } from '../context.ts';
import { createEntity, existingChannel, findChannel } from '../entities/entities.ts';
import { settle } from '../payment/settle.ts';
import { existingCheckout, findCheckout } from '../records/checkouts.ts';
import { purge, purgeCards } from '../sweeper.ts';
import { endPending } from './finish-payment.ts';
import { recoverPayments } from './recovery.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const gateway = simulatedGateway(db, vault);
const simulator = simulatorOf(gateway);
const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const { id } = await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant.id });
const release = await registerRelease(db, 'dist');

const CARD = Object.entries({ ...CARD_FIELDS, shopperResultUrl: 'https://shop.example/' });
const CHECKOUT = Object.entries({ amount: '92.00', currency: 'EUR', paymentType: 'DB' });

/** A gateway whose connector fails as a test wishes, and whose lease is short. */
const gatewayWith = (connector: Partial<Connector>): GatewayContext =>
  withSimulator(gateway, { timeLimitMs: 50, leaseMs: 100, ...connector });

async function newCheckout(): Promise<string> {
  const channel = await findChannel(db, id);
  if (!channel) throw new Error('the channel is gone');
  return (await createCheckout(db, channel, release.id, CHECKOUT)).checkoutId;
}

const paymentOf = (checkoutId: string) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .executeTakeFirstOrThrow();

const keptCards = async () =>
  (await db.selectFrom('card_numbers').select('record_id').execute()).length;

const attemptToPay = async (
  gateway: GatewayContext,
  checkoutId: string,
  pairs: Parameters<typeof payCheckout>[2] = CARD,
) => payCheckout(gateway, await existingCheckout(db, checkoutId), pairs, '127.0.0.1');

const pay = async (gateway: GatewayContext, checkoutId: string) => {
  // Sweeps beside the shopper's request, as the sweeper of any instance does.
  const sweeps = setInterval(() => void recoverPayments(gateway), 50);
  try {
    return (await attemptToPay(gateway, checkoutId)).payment.resultCode;
  } finally {
    clearInterval(sweeps);
  }
};

beforeEach(async () => {
  await db.deleteFrom('card_numbers').execute();
  await db.deleteFrom('simulator_undecided').execute();
});

describe('a soft decline', () => {
  const SOFT = CARD.map(
    ([name, value]) => [name, name === 'card.number' ? '4200000000001107' : value] as const,
  );
  const declinedSoftly = async (authorise: Connector['authorise']) => {
    const checkoutId = await newCheckout();
    // Its instance gives it up, with the CVV; one that loses its lease has lost that, too.
    const gateway = gatewayWith({ authorise, leaseMs: 60_000 });
    const sweeps = setInterval(() => void recoverPayments(gateway), 50);
    await attemptToPay(gateway, checkoutId, SOFT).finally(() => clearInterval(sweeps));
    const payment = await paymentOf(checkoutId);
    await endPending(gateway, payment.id, '100.396.201');
    return payment;
  };

  it('whose answer was lost leads to the challenge all the same', async () => {
    let calls = 0;
    const payment = await declinedSoftly(async (request, signal) => {
      const answer = await simulator.authorise(request, signal);
      calls += 1;
      if (calls === 1) throw new Error('the connection broke');
      return answer;
    });
    expect([payment.state, calls]).toEqual(['pending', 2]);
    expect(payment.next_step).toContain('https://bank.example/bank/challenge');
  });

  it('that another instance hears of is final: the CVV was in the memory of the first', async () => {
    const checkoutId = await newCheckout();
    const { promise: isTaken, resolve: goOn } = Promise.withResolvers<void>();
    const gateway = gatewayWith({
      async authorise(request, signal) {
        const answer = await simulator.authorise(request, signal);
        await isTaken;
        return answer;
      },
    });
    const attempt = attemptToPay(gateway, checkoutId, SOFT);
    await expect.poll(() => recoverPayments(gateway)).toBe(1);
    goOn();
    expect((await attempt).payment.resultCode).toBe('300.100.100');
    expect(await keptCards()).toBe(0);
  });

  it('whose challenge could not be asked for is ended, and never charged later', async () => {
    const references: string[] = [];
    const payment = await declinedSoftly(async (request, signal) => {
      references.push(request.reference);
      if (references.length > 1) throw new Error('no connection');
      return simulator.authorise(request, signal);
    });
    expect([payment.state, payment.result_code]).toEqual(['failed', '900.100.500']);
    expect(new Set(references).size).toBe(2);
    expect(await simulator.ask(payment.reference)).toMatchObject({ resultCode: '900.100.500' });
    expect(await keptCards()).toBe(0);
  });

  it('whose challenge was asked for, and the answer lost, is sent on from there', async () => {
    let calls = 0;
    const payment = await declinedSoftly(async (request, signal) => {
      const answer = await simulator.authorise(request, signal);
      calls += 1;
      if (calls > 1) throw new Error('the connection broke');
      return answer;
    });
    expect([payment.state, calls]).toEqual(['pending', 2]);
  });

  const SAID_LATE = { resultCode: '300.100.100', details: {} };
  const CHALLENGED = CARD.map(
    ([name, value]) => [name, name === 'card.number' ? '4200000000000018' : value] as const,
  );

  it('that is told of a payment while it is being ended does not ask anew', async () => {
    const checkoutId = await newCheckout();
    const lost = gatewayWith({ cancel: () => Promise.reject(new Error('no connection')) });
    await attemptToPay(lost, checkoutId, CHALLENGED);
    const ending = endPending(lost, (await paymentOf(checkoutId)).id, '100.396.201');
    await expect.poll(async () => (await paymentOf(checkoutId)).state).toBe('in_doubt');
    const sweeper = gatewayWith({ ask: async () => SAID_LATE });
    await expect.poll(() => recoverPayments(sweeper)).toBe(1);
    await ending;
    expect((await paymentOf(checkoutId)).state).toBe('failed');
  });

  it('after a challenge is final, where the processor does not say that there was one', async () => {
    const checkoutId = await newCheckout();
    await attemptToPay(gatewayWith({}), checkoutId, CHALLENGED);
    const { id } = await paymentOf(checkoutId);
    const inDoubt = { state: 'in_doubt', lease_until: 1, lease_token: 'x', due_at: null } as const;
    await db.updateTable('payments').set(inDoubt).where('id', '=', id).execute();
    await recoverPayments(gatewayWith({ ask: async () => SAID_LATE }));
    expect(await paymentOf(checkoutId)).toMatchObject({
      state: 'failed',
      result_code: SAID_LATE.resultCode,
    });
  });
});

it('a card that is renewed by the payment that stores it is stored under its new number', async () => {
  const number = '4200000000001149';
  const card = { bin: '420000', last4Digits: '1149', expiryMonth: '12', expiryYear: '2039' };
  const renewing = gatewayWith({
    authorise: async (request, signal) => ({
      ...(await simulator.authorise(request, signal)),
      storedCard: { kind: 'renewed', card: { ...card, number } },
    }),
  });
  const checkoutId = await newCheckout();
  await attemptToPay(renewing, checkoutId, [...CARD, ['createRegistration', 'true']]);
  const { registration_id: recordId } = await paymentOf(checkoutId);
  expect(recordId).toBeTypeOf('string');
  const kept = await gateway.vault.readCard(db, { recordId: recordId ?? '', entityId: id });
  expect(kept?.number).toBe(number);
  const row = await db
    .selectFrom('registrations')
    .select('card_fingerprint')
    .where('id', '=', recordId)
    .executeTakeFirst();
  expect(row?.card_fingerprint).toBe(gateway.vault.fingerprint(number));
});

describe('a payment whose answer was lost', () => {
  it('is finished with its outcome when it arrived', async () => {
    const checkoutId = await newCheckout();
    const gateway = gatewayWith({
      async authorise(request, signal) {
        await simulator.authorise(request, signal);
        throw new Error('the connection broke');
      },
    });
    expect(await pay(gateway, checkoutId)).toBe('000.100.110');
    expect((await paymentOf(checkoutId)).state).toBe('succeeded');
    expect(await keptCards()).toBe(0);
  });

  it('is ended, and never charged later, when it did not arrive', async () => {
    const checkoutId = await newCheckout();
    let late: Promise<unknown> | undefined;
    const gateway = gatewayWith({
      authorise(request) {
        late = new Promise((resolve) => setTimeout(resolve, 600)).then(() =>
          simulator.authorise(request, new AbortController().signal),
        );
        return Promise.reject(new Error('no connection'));
      },
    });
    expect(await pay(gateway, checkoutId)).toBe('900.100.500');
    const { reference, state } = await paymentOf(checkoutId);
    expect(state).toBe('failed');
    expect(await late).toMatchObject({ resultCode: '900.100.500' });
    expect(await simulator.ask(reference)).toMatchObject({ resultCode: '900.100.500' });
    expect(await keptCards()).toBe(0);
  });

  it('ends with the result that it was being ended with, on any instance', async () => {
    const checkoutId = await newCheckout();
    const challenged = CARD.map(
      ([name, value]) => [name, name === 'card.number' ? '4200000000000018' : value] as const,
    );
    const lost = gatewayWith({ cancel: () => Promise.reject(new Error('no connection')) });
    await attemptToPay(lost, checkoutId, challenged);
    const { id: paymentId } = await paymentOf(checkoutId);
    const ending = endPending(lost, paymentId, '100.396.201');
    await expect.poll(async () => (await paymentOf(checkoutId)).state).toBe('in_doubt');
    // Once its lease is over.
    await expect.poll(() => recoverPayments(gatewayWith({}))).toBe(1);
    expect(await ending).toMatchObject({ state: 'failed', resultCode: '100.396.201' });
    expect(await keptCards()).toBe(0);
  });

  it('leaves the checkout free for another card', async () => {
    const checkoutId = await newCheckout();
    const failing = gatewayWith({ authorise: () => Promise.reject(new Error('no connection')) });
    await pay(failing, checkoutId);
    expect(await pay(gatewayWith({}), checkoutId)).toBe('000.100.110');
  });

  it('reads as pending when no instance finished it in time, and keeps the checkout', async () => {
    const checkoutId = await newCheckout();
    const gateway = gatewayWith({
      leaseMs: -2_900,
      authorise: () => new Promise<never>((_, reject) => setTimeout(reject, 20)),
    });
    const { payment } = await attemptToPay(gateway, checkoutId);
    expect(payment).toMatchObject({ state: 'in_doubt', resultCode: '000.200.000' });
    expect(await recoverPayments(gateway)).toBe(1);
    expect((await paymentOf(checkoutId)).state).toBe('failed');
  });
});

describe('a payment whose connector takes longer than a lease', () => {
  const slow = (leaseMs: number) =>
    gatewayWith({
      timeLimitMs: 30_000,
      leaseMs,
      async authorise(request, signal) {
        await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 3_000));
        return simulator.authorise(request, signal);
      },
    });

  it('stays with the instance that is calling', async () => {
    const gateway = slow(60_000);
    const checkoutId = await newCheckout();
    expect(await pay(gateway, checkoutId)).toBe('000.100.110');
  });

  it('does not, once the connector should have answered', async () => {
    const gateway = slow(LEASE_MS + 1_000);
    const checkoutId = await newCheckout();
    expect(await pay(gateway, checkoutId)).toBe('900.100.500');
  });

  it('is not settled by an instance that has lost it', async () => {
    const checkoutId = await newCheckout();
    const late = gatewayWith({
      leaseMs: -2_950,
      authorise: () => new Promise<never>((_, reject) => setTimeout(reject, 5)),
    });
    await attemptToPay(late, checkoutId);
    const asItWas = await paymentOf(checkoutId);
    const taking = gatewayWith({ leaseMs: 60_000, ask: () => new Promise(() => undefined) });
    void recoverPayments(taking);
    await expect
      .poll(async () => (await paymentOf(checkoutId)).lease_token)
      .not.toBe(asItWas.lease_token);
    await settle(late, paymentFromRow(asItWas), await existingChannel(db, id), {
      resultCode: '000.100.110',
      details: {},
    });
    expect((await paymentOf(checkoutId)).state).toBe('in_doubt');
    await db.updateTable('payments').set({ lease_until: 0 }).where('id', '=', asItWas.id).execute();
    await recoverPayments(gateway);
    expect((await paymentOf(checkoutId)).state).toBe('failed');
  });
});

describe('a checkout whose payment is in doubt', () => {
  it('is as it was after its merchant could not give it up', async () => {
    const gateway = gatewayWith({ authorise: () => Promise.reject(new Error('no connection')) });
    const checkoutId = await newCheckout();
    const paying = attemptToPay(gateway, checkoutId);
    await expect.poll(() => paymentOf(checkoutId).catch(() => undefined)).toBeDefined();
    const checkout = await findCheckout(db, checkoutId);
    if (!checkout) throw new Error('the checkout is gone');
    await expect(deleteCheckout(gateway, checkout)).rejects.toThrow(/is being made/);
    await paying;
    await recoverPayments(gateway);
    expect(await pay(gatewayWith({}), checkoutId)).toBe('000.100.110');
  });
});

describe('sweepers of several instances', () => {
  it('share the work: each payment is asked for once', async () => {
    const stuck = gatewayWith({
      leaseMs: -2_950,
      authorise: () => new Promise<never>((_, reject) => setTimeout(reject, 5)),
    });
    const ids = await Promise.all(Array.from({ length: 10 }, newCheckout));
    await Promise.all(ids.map((each) => attemptToPay(stuck, each)));
    const asked: string[] = [];
    const counting = gatewayWith({
      leaseMs: 5_000,
      ask: (reference) => {
        asked.push(reference);
        return simulator.ask(reference);
      },
    });
    await Promise.all([recoverPayments(counting), recoverPayments(counting)]);
    expect(asked).toHaveLength(10);
    expect(new Set(asked).size).toBe(10);
  });

  it('do not stop for payments that cannot be cleared, and tell of each', async () => {
    const stuck = gatewayWith({
      leaseMs: -2_950,
      authorise: () => new Promise<never>((_, reject) => setTimeout(reject, 5)),
    });
    const checkouts = await Promise.all([newCheckout(), newCheckout(), newCheckout()]);
    await Promise.all(checkouts.map((each) => attemptToPay(stuck, each)));
    const [bad, worse, good] = await Promise.all(checkouts.map(paymentOf));
    const poisoned = gatewayWith({
      ask(reference) {
        if (reference !== good?.reference) throw new Error(`no answer of ${reference}`);
        return simulator.ask(reference);
      },
    });
    const error = await recoverPayments(poisoned).catch((reason: unknown) => reason);
    expect((error as AggregateError).errors.map(String).sort()).toEqual(
      [bad, worse].map((each) => `Error: no answer of ${each?.reference}`).sort(),
    );
    expect((await paymentOf(checkouts[2] ?? '')).state).toBe('failed');
    await db
      .updateTable('payments')
      .set({ lease_until: 1 })
      .where('state', '=', 'in_doubt')
      .execute();
    await recoverPayments(gatewayWith({}));
  });

  it('write what is true, even when a late instance writes meanwhile', async () => {
    const checkoutId = await newCheckout();
    const late = gatewayWith({
      leaseMs: -2_950,
      authorise: () => new Promise<never>((_, reject) => setTimeout(reject, 5)),
    });
    await attemptToPay(late, checkoutId);
    const asItWas = await paymentOf(checkoutId);
    const gateway = gatewayWith({
      async ask() {
        await settle(late, paymentFromRow(asItWas), await existingChannel(db, id), {
          resultCode: '000.200.000',
          details: {},
        });
        return { resultCode: '000.100.110', details: {} };
      },
    });
    await recoverPayments(gateway);
    expect(await paymentOf(checkoutId)).toMatchObject({
      state: 'succeeded',
      settled_at: expect.any(Number),
    });
  });

  it('forget every card whose time is over in one go', async () => {
    for (let n = 0; n < 101; n += 1) {
      const over = { recordId: `old ${n}`, entityId: id, purgeAt: realNow() - 1 };
      await inTransaction(db, async (trx) => {
        await vault.keepCard(trx, { ...over, number: '4111111111111111' });
        await vault.keepCvv(trx, { ...over, cvv: '123' });
      });
    }
    await purgeCards(gatewayWith({}));
    expect(await keptCards()).toBe(0);
    expect(await db.selectFrom('card_cvvs').select('record_id').execute()).toEqual([]);
  });

  it('forget what the simulator waited with, once that is decided', async () => {
    const now = realNow();
    const waits = (reference: string, age: number) =>
      db
        .insertInto('simulator_undecided')
        .values({ reference, answer: '{}', approved: '{}', created_at: now - age })
        .execute();
    const HOURS = 60 * 60_000;
    await waits('decided long ago', 2 * HOURS);
    await waits('decided just now', 1_000);
    await waits('undecided', 2 * HOURS);
    for (const reference of ['decided long ago', 'decided just now']) {
      await db
        .insertInto('simulator_ledger')
        .values({ reference, result_code: '000.100.110', details: '{}', created_at: now })
        .execute();
    }
    await purge(gatewayWith({}));
    const rows = await db
      .selectFrom('simulator_undecided')
      .select('reference')
      .orderBy('reference')
      .execute();
    expect(rows.map(({ reference }) => reference)).toEqual(['decided just now', 'undecided']);
  });

  it('forget cards whose time is over, and keep the others', async () => {
    const now = realNow();
    const keep = (recordId: string, purgeAt: number) =>
      db
        .transaction()
        .execute((trx) =>
          vault.keepCard(trx, { recordId, entityId: id, number: '4111111111111111', purgeAt }),
        );
    await keep('old', now - 1);
    await keep('new', now + 60_000);
    await purgeCards(gatewayWith({}));
    const rows = await db.selectFrom('card_numbers').select('record_id').execute();
    expect(rows.map(({ record_id }) => record_id)).toEqual(['new']);
  });
});
