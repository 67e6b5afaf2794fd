/** How a payment that waits for its shopper or a bank comes to its end: once, and with what is true. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connector, ConnectorAnswer } from '../../connectors/connector.ts';
import { inTransaction } from '../../store/dialect.ts';
import { CVV_KEY_TABLES } from '../../store/tables/vault-tables.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { DETAILS, NUMBER, SHOWN } from '../../tests/support/payment-fields.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { simulatedGateway, withSimulator } from '../../tests/support/simulated-gateway.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import { changeSettings, createEntity } from '../entities/index.ts';
import {
  endByShopper,
  endPending,
  finishDecided,
  finishReturned,
  settlePending,
} from './finish-payment.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });
const simulated = simulatedGateway(db, vault);
const merchant = (await createEntity(db, { kind: 'merchant', name: 'Merchant' })).id;
const newChannel = async () =>
  (await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant })).id;
const channel = await newChannel();
const records = await recordsOf(db, channel);

const MINUTE_MS = 60_000;
const APPROVED: ConnectorAnswer = { resultCode: '000.100.110', details: { from: 'the bank' } };
const PENDING: ConnectorAnswer = { resultCode: '000.200.000', details: {} };
const TIMED_OUT = '100.396.103';
const CARD = JSON.stringify(SHOWN);
const METHOD_CALL = { url: 'https://bank.example/method', method: 'GET', parameters: [] } as const;
const PAGE = { url: 'https://bank.example/page', method: 'GET', parameters: [] } as const;
const STEP = JSON.stringify({ kind: 'threeDSecure', transactionId: 't', page: PAGE });
const RETURNED = { cres: 'signed' };

const [authorise, isGenuine, resume, ask, cancel, settleAtBank] = [
  vi.fn<Connector['authorise']>(),
  vi.fn<Connector['isGenuine']>(),
  vi.fn<Connector['resume']>(),
  vi.fn<Connector['ask']>(),
  vi.fn<Connector['cancel']>(),
  vi.fn<NonNullable<Connector['sandbox']>['settle']>(),
];
/** Its lease is over at once: what is left in doubt is not waited for. */
const gateway = withSimulator(simulated, {
  ...{ leaseMs: -2_990, authorise, isGenuine, resume, ask, cancel },
  sandbox: { settle: settleAtBank } as unknown as NonNullable<Connector['sandbox']>,
});

beforeEach(async () => {
  for (const mock of [authorise, isGenuine, resume, ask, cancel, settleAtBank]) mock.mockReset();
  isGenuine.mockResolvedValue(true);
  resume.mockResolvedValue(APPROVED);
  cancel.mockImplementation(async (_reference, resultCode = '900.100.500') => ({
    ...{ resultCode, details: {} },
  }));
  await db.deleteFrom('card_numbers').execute();
});

const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, changes: Partial<PaymentRow>) =>
  db.updateTable('payments').set(changes).where('id', '=', id).execute();
/** A payment that waits for its shopper. */
const waiting = (given: Partial<PaymentRow> = {}) =>
  records.payment({
    ...{ created_at: Date.now(), state: 'pending', result_code: '000.200.000', card: CARD },
    ...{ next_step: STEP, due_at: Date.now() + MINUTE_MS },
    ...given,
  });
const keepCard = (recordId: string, cvv?: string, entityId = channel) =>
  inTransaction(db, async (trx) => {
    const until = { recordId, entityId, purgeAt: Date.now() + MINUTE_MS };
    await vault.keepCard(trx, { ...until, number: NUMBER });
    if (cvv !== undefined) await vault.keepCvv(trx, { ...until, cvv });
  });
const waitingWithCard = async (given: Partial<PaymentRow> = {}, cvv?: string) => {
  const id = await waiting(given);
  await keepCard(id, cvv, given.entity_id);
  return id;
};
const comeBack = (id: string) => finishReturned(gateway, id, RETURNED);

describe('a shopper who comes back from the bank', () => {
  it('has paid, by what the bank says to what the browser brought', async () => {
    const id = await waitingWithCard({}, '123');
    const { reference } = await paymentRow(id);
    expect(await comeBack(id)).toBeUndefined();
    expect(isGenuine).toHaveBeenCalledExactlyOnceWith(reference, RETURNED);
    expect(resume).toHaveBeenCalledExactlyOnceWith(
      {
        ...{ reference, channelId: channel, returned: RETURNED },
        card: { ...DETAILS, cvv: '123' },
      },
      expect.any(AbortSignal),
    );
    expect(await paymentRow(id)).toMatchObject({
      ...{ state: 'succeeded', result_code: '000.100.110', next_step: null, due_at: null },
      result_details: JSON.stringify({ from: 'the bank' }),
    });
    expect(await vault.readCard(db, { recordId: id, entityId: channel })).toBeUndefined();
  });

  it('of a brand without a card has paid, too', async () => {
    const id = await waiting({ brand: 'PAYPAL', card: '{}' });
    expect(await comeBack(id)).toBeUndefined();
    expect(resume.mock.calls[0]?.[0]).not.toHaveProperty('card');
    expect((await paymentRow(id)).state).toBe('succeeded');
  });

  it('comes too late to a payment that is decided, waits for no shopper, or never was', async () => {
    for (const id of [
      await waiting({ state: 'succeeded' }),
      await waiting({ state: 'failed' }),
      await waiting({ state: 'in_doubt' }),
      await waiting({ next_step: null }),
      'never heard of',
    ]) {
      expect(await comeBack(id)).toBe('late');
    }
    expect(isGenuine).not.toHaveBeenCalled();
    expect(cancel).not.toHaveBeenCalled();
  });

  it('changes nothing with what the bank has not sent', async () => {
    isGenuine.mockResolvedValue(false);
    const id = await waitingWithCard();
    const before = await paymentRow(id);
    expect(await comeBack(id)).toBe('forged');
    expect(await paymentRow(id)).toEqual(before);
    expect(resume).not.toHaveBeenCalled();
  });

  it('comes too late in the millisecond in which the time is over, and ends the payment', async () => {
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now').mockReturnValue(now);
    const [late, early, timeless] = [
      await waitingWithCard({ due_at: now }),
      await waitingWithCard({ due_at: now + 1 }),
      await waitingWithCard({ due_at: null }),
    ];
    expect(await comeBack(late)).toBe('late');
    expect(isGenuine).not.toHaveBeenCalled();
    expect(await paymentRow(late)).toMatchObject({ state: 'failed', result_code: TIMED_OUT });
    expect(await comeBack(early)).toBeUndefined();
    expect(await comeBack(timeless)).toBeUndefined();
    expect((await paymentRow(timeless)).state).toBe('succeeded');
    clock.mockRestore();
  });

  it('comes too late by the clock of the channel', async () => {
    const ahead = await newChannel();
    await db
      .updateTable('entities')
      .set({ clock_offset_ms: 2 * MINUTE_MS })
      .where('id', '=', ahead)
      .execute();
    const id = await waitingWithCard({ entity_id: ahead });
    expect(await comeBack(id)).toBe('late');
  });

  it('has not paid the simulator where the channel has gone live since', async () => {
    const live = await newChannel();
    await changeSettings(db, live, { mode: 'live', origins: ['https://shop.example'] });
    const id = await waitingWithCard({ entity_id: live });
    expect(await comeBack(id)).toBe('late');
    expect(resume).not.toHaveBeenCalled();
    expect(await paymentRow(id)).toMatchObject({ state: 'failed', result_code: TIMED_OUT });
    const real = await waitingWithCard({ entity_id: live, mode: 'LIVE' });
    expect(await comeBack(real)).toBeUndefined();
    await changeSettings(db, live, { connectivityTests: true });
    const tried = await waitingWithCard({ entity_id: live });
    expect(await comeBack(tried)).toBeUndefined();
  });

  it('has paid where the channel was live and is a test channel again', async () => {
    const id = await waitingWithCard({ mode: 'LIVE' });
    expect(await comeBack(id)).toBeUndefined();
    expect((await paymentRow(id)).state).toBe('succeeded');
  });

  it('comes too late where the vault has forgotten the card', async () => {
    const id = await waiting();
    expect(await comeBack(id)).toBe('late');
    expect(resume).not.toHaveBeenCalled();
    expect(await paymentRow(id)).toMatchObject({ state: 'failed', result_code: TIMED_OUT });
  });

  it('has to give the CVV again where a crash has lost it', async () => {
    const id = await waitingWithCard({}, '123');
    for (const table of CVV_KEY_TABLES) await db.deleteFrom(table).execute();
    expect(await comeBack(id)).toBe('CVV lost');
    expect(resume).not.toHaveBeenCalled();
    expect(await paymentRow(id)).toMatchObject({ state: 'failed', result_code: '100.100.600' });
  });

  it('has to give the CVV again where its instance has ended, or its bank first took its time', async () => {
    const ended = await waiting({ checks: '{"inMemory":"card"}' });
    const atBankBefore = await waitingWithCard({ checks: '{"inMemory":"cvv"}' });
    for (const id of [ended, atBankBefore]) {
      expect(await comeBack(id)).toBe('CVV lost');
      expect(await paymentRow(id)).toMatchObject({ state: 'failed', result_code: '100.100.600' });
      expect(await vault.readCard(db, { recordId: id, entityId: channel })).toBeUndefined();
    }
    expect(resume).not.toHaveBeenCalled();
  });

  it('comes too late where the payment was taken, or waits for its bank, meanwhile', async () => {
    const taken = { state: 'in_doubt', lease_token: 'of another' } as const;
    for (const changes of [taken, { next_step: null }]) {
      const id = await waitingWithCard();
      isGenuine.mockImplementationOnce(async () => {
        await change(id, changes);
        return true;
      });
      expect(await comeBack(id)).toBe('late');
      expect(await paymentRow(id)).toMatchObject({ state: 'pending', ...changes });
    }
    expect(resume).not.toHaveBeenCalled();
  });

  it('comes too late where the processor was asked anew meanwhile: that was another question', async () => {
    const id = await waitingWithCard();
    isGenuine.mockImplementationOnce(async () => {
      await change(id, { reference: 'asked anew, for the shopper' });
      return true;
    });
    expect(await comeBack(id)).toBe('late');
    expect(resume).not.toHaveBeenCalled();
    expect(await paymentRow(id)).toMatchObject({ state: 'pending', next_step: STEP });
  });

  it('leaves the payment in doubt where the bank does not answer', async () => {
    resume.mockRejectedValue(new Error('no connection'));
    const id = await waitingWithCard();
    expect(await comeBack(id)).toBeUndefined();
    expect(await paymentRow(id)).toMatchObject({
      ...{ state: 'in_doubt', next_step: STEP, due_at: null, end_code: null },
    });
  });

  it('is asked once more where the issuer has only looked at the browser', async () => {
    resume.mockResolvedValue({ resultCode: '300.100.100', details: {} });
    authorise.mockResolvedValue({
      ...PENDING,
      nextStep: { kind: 'threeDSecure', transactionId: 'second', page: PAGE },
    });
    const looked = JSON.stringify({
      ...{ kind: 'threeDSecure', transactionId: 'first', methodCall: METHOD_CALL },
    });
    const id = await waitingWithCard({ next_step: looked, result_url: 'https://shop.example/' });
    const { reference } = await paymentRow(id);
    expect(await comeBack(id)).toBeUndefined();
    const after = await paymentRow(id);
    expect(after).toMatchObject({ state: 'pending', checks: '{"softDeclined":true}' });
    expect(after.next_step).toContain('second');
    expect(after.reference).not.toBe(reference);
  });

  it('is not asked once more after a challenge', async () => {
    resume.mockResolvedValue({ resultCode: '300.100.100', details: {} });
    const id = await waitingWithCard({ result_url: 'https://shop.example/' });
    expect(await comeBack(id)).toBeUndefined();
    expect(await paymentRow(id)).toMatchObject({ state: 'failed', result_code: '300.100.100' });
    expect(authorise).not.toHaveBeenCalled();
  });
});

describe('a pending payment that is ended', () => {
  const END = '100.396.201';

  it('is cancelled at its processor under the result that it is ended with', async () => {
    const id = await waiting();
    const before = await paymentRow(id);
    let taken: PaymentRow | undefined;
    cancel.mockImplementationOnce(async () => {
      taken = await paymentRow(id);
      return { resultCode: END, details: {} };
    });
    const ended = await endPending(gateway, id, END, { reference: 'order 7' });
    expect(cancel).toHaveBeenCalledExactlyOnceWith(before.reference, END);
    expect(taken).toMatchObject({
      ...{ state: 'in_doubt', end_code: END, end_reference: 'order 7', due_at: null },
      ...{ next_step: STEP, lease_token: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
    expect(ended).toMatchObject({ id, state: 'failed', resultCode: END });
    expect(await paymentRow(id)).toMatchObject({ state: 'failed', end_code: null });
  });

  it('belongs to this instance for as long as its lease says', async () => {
    const id = await waiting();
    let leaseUntil: number | null = null;
    cancel.mockImplementationOnce(async () => {
      ({ lease_until: leaseUntil } = await paymentRow(id));
      return { resultCode: END, details: {} };
    });
    const before = Date.now();
    await endPending(withSimulator(gateway, { leaseMs: 4_000 }), id, END);
    const lasted = Number(leaseUntil) - before;
    expect(lasted).toBeGreaterThanOrEqual(3_900);
    expect(lasted).toBeLessThan(5_000);
  });

  it('is what it is where it was decided, and nothing where it never was', async () => {
    const id = await waiting({ state: 'succeeded' });
    expect(await endPending(gateway, id, END)).toBeUndefined();
    expect(await endPending(gateway, 'never heard of', END)).toBeUndefined();
    expect(cancel).not.toHaveBeenCalled();
    expect((await paymentRow(id)).state).toBe('succeeded');
  });

  it('waits on where a condition does not hold at that moment', async () => {
    const [id, other] = [await waiting({ amount: 100 }), await waiting({ amount: 200 })];
    const only: Parameters<typeof endPending>[3] = { only: (eb) => eb('amount', '=', 200) };
    expect(await endPending(gateway, id, END, only)).toBeUndefined();
    expect((await paymentRow(id)).state).toBe('pending');
    expect(await endPending(gateway, other, END, only)).toMatchObject({ state: 'failed' });
  });

  it('is left to the sweepers where its processor is not there', async () => {
    cancel.mockRejectedValue(new Error('no connection'));
    const id = await waiting();
    expect(await endPending(gateway, id, END)).toMatchObject({ state: 'in_doubt', endCode: END });
  });

  it('waits on where its processor does not let go of it', async () => {
    cancel.mockResolvedValue(PENDING);
    const id = await waiting();
    expect(await endPending(gateway, id, END)).toMatchObject({ state: 'pending' });
    expect(await paymentRow(id)).toMatchObject({ end_code: null, due_at: null });
  });

  it('is what another instance has made of it meanwhile', async () => {
    const id = await waiting();
    cancel.mockImplementationOnce(async () => {
      await change(id, { state: 'succeeded', lease_token: null });
      return { resultCode: END, details: {} };
    });
    expect(await endPending(gateway, id, END)).toMatchObject({ state: 'succeeded' });
  });

  it('by its shopper has the result of that, and is not ended while its bank has it', async () => {
    const [id, atBank] = [await waiting(), await waiting({ next_step: null })];
    expect(await endByShopper(gateway, id)).toMatchObject({ resultCode: '100.396.101' });
    expect(await endByShopper(gateway, atBank)).toBeUndefined();
    expect((await paymentRow(atBank)).state).toBe('pending');
  });
});

describe('the bank of the sandbox', () => {
  it('accepts and declines what is pending', async () => {
    for (const [result, resultCode, state] of [
      ['accept', '000.100.110', 'succeeded'],
      ['decline', '800.100.152', 'failed'],
    ] as const) {
      const id = await waiting();
      const { reference } = await paymentRow(id);
      settleAtBank.mockResolvedValueOnce({ resultCode, details: {} });
      expect(await settlePending(gateway, id, result)).toMatchObject({ id, state, resultCode });
      expect(settleAtBank).toHaveBeenLastCalledWith(reference, result);
    }
  });

  it('has nothing to say to what is decided', async () => {
    const id = await waiting({ state: 'failed' });
    expect(await settlePending(gateway, id, 'accept')).toBeUndefined();
    expect(settleAtBank).not.toHaveBeenCalled();
  });

  it('leaves to the sweepers what it does not know, and what has no bank there', async () => {
    const noSandbox = withSimulator(gateway, { sandbox: undefined } as never);
    for (const at of [gateway, noSandbox]) {
      const id = await waiting();
      expect(await settlePending(at, id, 'accept')).toMatchObject({ id, state: 'in_doubt' });
    }
  });
});

describe('a payment that its processor has decided', () => {
  const decided = async (id: string) => finishDecided(gateway, (await paymentRow(id)).reference);

  it('is settled with that', async () => {
    const id = await waiting({ next_step: null });
    ask.mockResolvedValue(APPROVED);
    expect(await decided(id)).toBe(true);
    expect(ask).toHaveBeenCalledExactlyOnceWith((await paymentRow(id)).reference);
    expect(await paymentRow(id)).toMatchObject({
      ...{ state: 'succeeded', result_details: JSON.stringify(APPROVED.details) },
    });
  });

  it('is not decided where the processor says so, or knows nothing', async () => {
    const id = await waiting();
    const before = await paymentRow(id);
    for (const answer of [PENDING, undefined]) {
      ask.mockResolvedValueOnce(answer);
      expect(await decided(id)).toBe(false);
    }
    expect(await paymentRow(id)).toEqual(before);
  });

  it('needs nothing where it is final here, or was never ours', async () => {
    expect(await decided(await waiting({ state: 'succeeded' }))).toBe(true);
    expect(await decided(await waiting({ state: 'failed' }))).toBe(true);
    expect(await finishDecided(gateway, 'never heard of')).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is not final while an instance has it, and is asked about at once where its outcome is unknown', async () => {
    const far = Date.now() + MINUTE_MS;
    const lease = { state: 'in_doubt', lease_until: far, lease_token: 'x' } as const;
    const [busy, unknown] = [
      await waiting(lease),
      await waiting({ ...lease, result_code: '900.100.300' }),
    ];
    expect(await decided(busy)).toBe(false);
    expect((await paymentRow(busy)).lease_until).toBe(far);
    expect(await decided(unknown)).toBe(false);
    expect((await paymentRow(unknown)).lease_until).toBeLessThan(far);
    expect(ask).not.toHaveBeenCalled();
  });

  it('is not settled with what became of an earlier question, where its processor was asked anew', async () => {
    const id = await waiting();
    ask.mockImplementationOnce(async () => {
      await change(id, { reference: 'asked anew, for the processor' });
      return { resultCode: '300.100.100', details: {} };
    });
    expect(await decided(id)).toBe(false);
    expect(await paymentRow(id)).toMatchObject({ state: 'pending', next_step: STEP });
  });

  it('is not final where another instance takes it meanwhile', async () => {
    const id = await waiting();
    ask.mockImplementationOnce(async () => {
      await change(id, { state: 'in_doubt', lease_token: 'of another' });
      return APPROVED;
    });
    expect(await decided(id)).toBe(false);
    expect(await paymentRow(id)).toMatchObject({ state: 'in_doubt', lease_token: 'of another' });
  });
});
