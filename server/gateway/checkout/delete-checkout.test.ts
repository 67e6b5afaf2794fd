/** A merchant gives a checkout up: what is unfinished in it ends, and what was decided stands. */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector } from '../../connectors/connector.ts';
import type { CheckoutRow, PaymentRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import * as eventsRoom from '../events/index.ts';
import { publishPaymentEvent } from '../events/index.ts';
import { SWEEPER_TIME_MS } from '../payment/index.ts';
import * as recordsRoom from '../records/index.ts';
import { type Checkout, existingCheckout, findCheckout } from '../records/index.ts';
import { deleteCheckout } from './delete-checkout.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

const cancel = vi.fn<Connector['cancel']>();
/** Its lease is over at once: what is left in doubt is not waited for. */
const gateway = withSimulator(simulatedGateway(db, vault), {
  ...{ leaseMs: 50 - SWEEPER_TIME_MS, cancel },
});
beforeEach(() => {
  vi.spyOn(eventsRoom, 'publishPaymentEvent');
  cancel.mockReset();
  cancel.mockImplementation(async (_reference, resultCode = '900.100.500') => ({
    ...{ resultCode, details: {} },
  }));
});
afterEach(() => vi.restoreAllMocks());

const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const REFERENCE = { merchantTransactionId: 'gives-up-1' };
const open = () => records.openCheckout(MONEY, { call_due_at: 1 });
const change = ({ id }: Checkout, changes: Partial<CheckoutRow>) =>
  db.updateTable('checkouts').set(changes).where('id', '=', id).execute();
const now = ({ id }: Checkout) => existingCheckout(db, id);
const paymentOf = async (checkout: Checkout, given: Partial<PaymentRow>) => {
  const id = await records.payment({
    ...{ created_at: Date.now(), checkout_id: checkout.id, ...given },
  });
  const isOpen = given.state !== undefined && given.state !== 'succeeded';
  await change(checkout, { [isOpen ? 'paying_id' : 'paid_id']: id, latest_id: id });
  return id;
};
const WAITING: Partial<PaymentRow> = {
  ...{ state: 'pending', result_code: '000.200.000', settled_at: null },
  next_step: JSON.stringify({
    ...{ kind: 'redirect', transactionId: 't' },
    page: { url: 'https://bank.example/page', method: 'GET', parameters: [] },
  }),
};
const giveUp = (checkout: Checkout, sent: Readonly<Record<string, string>> = {}) =>
  deleteCheckout(gateway, checkout, Object.entries(sent));
const payment = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const told = () =>
  vi.mocked(publishPaymentEvent).mock.calls.map(([, , stage, states]) => [stage, states]);
const description = (words: RegExp) => ({
  ...{ status: 400, code: '200.300.404', description: expect.stringMatching(words) },
});

describe('a checkout that is given up', () => {
  it('is over at once, by the clock of its channel, and its result page is not called', async () => {
    const checkout = await open();
    vi.spyOn(Date, 'now').mockReturnValue(checkout.createdAt + 1_000);
    expect(await giveUp(checkout, { ...REFERENCE, somethingElse: '1' })).toEqual(['somethingElse']);
    expect(await now(checkout)).toEqual({
      ...{ ...checkout, expiresAt: checkout.createdAt + 1_000, callDueAt: null },
    });
    expect(told()).toEqual([]);
  });

  it('is over already, and stays so, where its time ended meanwhile, or it went', async () => {
    const old = await open();
    await change(old, { expires_at: 7 });
    expect(await deleteCheckout(gateway, old)).toEqual([]);
    expect((await now(old)).expiresAt).toBe(7);
    const gone = await open();
    await db.deleteFrom('checkouts').where('id', '=', gone.id).execute();
    expect(await deleteCheckout(gateway, gone)).toEqual([]);
  });

  it('is refused with what is no value, and after its time', async () => {
    const checkout = await open();
    const wrong = { merchantTransactionId: 'x'.repeat(300) };
    expect(await refusedBy(() => giveUp(checkout, wrong))).toMatchObject({
      errors: [{ name: 'merchantTransactionId' }],
    });
    expect(await now(checkout)).toEqual(checkout);
    const old = await records.openCheckout(MONEY, { expires_at: Date.now() });
    expect(await refusedBy(() => giveUp(old))).toMatchObject({ status: 404 });
  });
});

describe('a payment that waits for its shopper', () => {
  it('ends with its checkout', async () => {
    const checkout = await open();
    const id = await paymentOf(checkout, WAITING);
    await giveUp(await now(checkout), REFERENCE);
    expect(await payment(id)).toMatchObject({ state: 'failed', result_code: '100.396.201' });
    expect(cancel).toHaveBeenCalledExactlyOnceWith(expect.any(String), '100.396.201');
    const { payingId, paidId, expiresAt } = await now(checkout);
    expect([payingId, paidId]).toEqual([null, null]);
    expect(expiresAt).toBeLessThan(checkout.expiresAt);
  });

  it('is told of with the reference of the merchant', async () => {
    const checkout = await open();
    await paymentOf(checkout, WAITING);
    await giveUp(checkout, REFERENCE);
    const references = told().flatMap(([, states]) => JSON.stringify(states));
    expect(references.join()).toContain(REFERENCE.merchantTransactionId);
  });

  it('keeps its checkout open where its processor does not let go of it', async () => {
    cancel.mockResolvedValue({ resultCode: '000.200.000', details: {} });
    const checkout = await open();
    const id = await paymentOf(checkout, WAITING);
    expect(await refusedBy(() => giveUp(checkout))).toMatchObject(
      description(/a payment of this checkout is pending$/),
    );
    expect((await payment(id)).state).toBe('pending');
    expect(await now(checkout)).toMatchObject({ payingId: id, expiresAt: checkout.expiresAt });
  });
});

describe('what becomes of a payment while its checkout is given up', () => {
  /** At the moment in which the checkout was read and has no payment yet. */
  const meanwhile = (begin: () => Promise<unknown>) => {
    const find = findCheckout;
    vi.spyOn(recordsRoom, 'findCheckout').mockImplementationOnce(async (...about) => {
      const found = await find(...about);
      await begin();
      return found;
    });
  };

  it('ends, where it has begun and waits for its shopper', async () => {
    const checkout = await open();
    let id = '';
    meanwhile(async () => {
      id = await paymentOf(checkout, WAITING);
    });
    await giveUp(checkout);
    expect(await payment(id)).toMatchObject({ state: 'failed', result_code: '100.396.201' });
    expect((await now(checkout)).expiresAt).toBeLessThan(checkout.expiresAt);
  });

  it('stands where its bank has declined it', async () => {
    const checkout = await open();
    const id = await paymentOf(checkout, WAITING);
    const declined = { state: 'failed', result_code: '800.100.152', settled_at: 1 } as const;
    meanwhile(async () => {
      await db.updateTable('payments').set(declined).where('id', '=', id).execute();
      await change(checkout, { paying_id: null });
    });
    await giveUp(checkout);
    expect(await payment(id)).toMatchObject(declined);
    expect(cancel).not.toHaveBeenCalled();
    expect((await now(checkout)).expiresAt).toBeLessThan(checkout.expiresAt);
  });

  it('stands where it has paid', async () => {
    const checkout = await open();
    meanwhile(() => paymentOf(checkout, { state: 'succeeded' }));
    expect(await refusedBy(() => giveUp(checkout))).toMatchObject(
      description(/this checkout is already paid$/),
    );
    expect(told().map(([stage]) => stage)).toEqual(['discard_failed']);
    expect((await now(checkout)).expiresAt).toBe(checkout.expiresAt);
  });
});

describe('a payment that is being made', () => {
  it('keeps its checkout open', async () => {
    const checkout = await open();
    const id = await paymentOf(checkout, {
      ...{ state: 'in_doubt', settled_at: null, lease_until: Date.now() + 60_000 },
    });
    expect(await refusedBy(() => giveUp(checkout))).toMatchObject(
      description(/a payment of this checkout is being made$/),
    );
    expect(await now(checkout)).toMatchObject({ payingId: id, expiresAt: checkout.expiresAt });
    expect(cancel).not.toHaveBeenCalled();
  });
});

describe('a checkout that is paid', () => {
  it.each(['before', 'meanwhile'])('%s stays so, and its merchant is told', async (when) => {
    const checkout = await open();
    const id = await paymentOf(checkout, { state: 'succeeded' });
    const found = when === 'before' ? await now(checkout) : checkout;
    expect(await refusedBy(() => giveUp(found, REFERENCE))).toMatchObject(
      description(/this checkout is already paid$/),
    );
    expect(told()).toEqual([
      [
        'discard_failed',
        {
          ...{ before: expect.objectContaining({ id }), after: expect.objectContaining({ id }) },
          discardReference: REFERENCE.merchantTransactionId,
        },
      ],
    ]);
    expect(await now(checkout)).toMatchObject({ paidId: id, expiresAt: checkout.expiresAt });
    await refusedBy(() => giveUp(found));
    expect(told().at(-1)?.[1]).toMatchObject({ discardReference: null });
  });

  it('by a card that it has stored is told of as nothing', async () => {
    const checkout = await open();
    await change(checkout, { paid_id: await records.registration({}) });
    expect(await refusedBy(async () => giveUp(await now(checkout)))).toMatchObject({ status: 400 });
    expect(told()).toEqual([]);
  });
});
