/** The ledger of a payment: what may be captured, reversed, refunded and taken back, to the smallest unit. */
import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import {
  postChargeback,
  postOrRelease,
  postReceipt,
  type ReferenceType,
  reserve,
} from './ledger.ts';

const { db, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const records = await recordsOf(db, channelId);

/** Of 100. */
const paymentWith = async (given: Partial<PaymentRow> = {}) =>
  paymentRow(await records.payment({ created_at: 0, amount: 100, ...given }));
const paymentRow = (id: string) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const VOUCHER = { type: 'PA', brand: 'PIX', state: 'pending' } as const;
const LEDGER = ['captured', 'reversed', 'refunded', 'charged_back', 'reserved'] as const;
const NOT_SUCCEEDED = ['in_doubt', 'pending', 'failed'] as const;
const inEveryState = (type: string) => NOT_SUCCEEDED.map((state) => ({ type, state }));

describe('an operation reserves what it is for', () => {
  const ALLOWED: readonly (readonly [ReferenceType, Partial<PaymentRow>, number])[] = [
    ['CP', { type: 'PA' }, 100],
    ['CP', { type: 'PA', captured: 40, reserved: 30 }, 30],
    ['RV', { type: 'PA' }, 100],
    ['RV', { type: 'DB' }, 100],
    ['RV', VOUCHER, 100],
    ['RV', { ...VOUCHER, brand: 'PREPAYMENT' }, 100],
    ['RF', { type: 'DB' }, 100],
    ['RF', { type: 'CP' }, 100],
    ['RF', { type: 'RC' }, 100],
    ['RF', { type: 'DB', refunded: 20, reserved: 30, charged_back: 10 }, 40],
  ];
  const REFUSED: readonly (readonly [ReferenceType, Partial<PaymentRow>, number])[] = [
    ['CP', { type: 'PA' }, 101],
    ['CP', { type: 'PA', captured: 40, reserved: 30 }, 31],
    ['CP', { type: 'PA', reversed: 1 }, 1],
    ['CP', { type: 'DB' }, 1],
    ...inEveryState('PA').map((given) => ['CP', given, 1] as const),
    ...LEDGER.map((column) => ['RV', { type: 'DB', [column]: 1 }, 99] as const),
    ...['CP', 'RC', 'RF', 'CB'].map((type) => ['RV', { type }, 100] as const),
    ...inEveryState('PA').map((given) => ['RV', given, 100] as const),
    ['RV', { ...VOUCHER, state: 'in_doubt' }, 100],
    ['RV', { ...VOUCHER, state: 'failed' }, 100],
    ['RF', { type: 'DB' }, 101],
    ['RF', { type: 'DB', refunded: 20, reserved: 30, charged_back: 10 }, 41],
    ['RF', { type: 'DB', reversed: 1 }, 1],
    ['RF', { type: 'PA' }, 1],
    ...inEveryState('DB').map((given) => ['RF', given, 1] as const),
  ];

  it.each(ALLOWED)('%s of %j: %i may be reserved', async (type, given, amount) => {
    const [before, other] = [await paymentWith(given), await paymentWith(given)];
    expect(await inTransaction(db, (trx) => reserve(trx, before.id, type, amount))).toBe(true);
    const reserved = before.reserved + amount;
    expect(await paymentRow(before.id)).toEqual({ ...before, reserved });
    expect(await paymentRow(other.id)).toEqual(other);
  });

  it.each(REFUSED)('%s of %j: %i may not be reserved', async (type, given, amount) => {
    const before = await paymentWith(given);
    expect(await inTransaction(db, (trx) => reserve(trx, before.id, type, amount))).toBe(false);
    expect(await paymentRow(before.id)).toEqual(before);
  });

  it('and nothing of a payment that never was', async () => {
    expect(await inTransaction(db, (trx) => reserve(trx, 'never heard of', 'CP', 1))).toBe(false);
  });
});

describe('the end of an operation', () => {
  const endOf = async (of: Partial<Payment>, state: Payment['state']) => {
    const charge = await paymentWith({
      ...{ captured: 20, reversed: 1, refunded: 10, charged_back: 2, reserved: 50 },
    });
    const other = await paymentWith({ reserved: 50 });
    const operation = paymentFromRow(await paymentWith({ referenced_id: charge.id, amount: 30 }));
    await inTransaction(db, (trx) => postOrRelease(trx, { ...operation, ...of }, state));
    expect(await paymentRow(other.id)).toEqual(other);
    const after = await paymentRow(charge.id);
    return Object.fromEntries(
      LEDGER.flatMap((column) =>
        after[column] === charge[column] ? [] : [[column, after[column] - charge[column]]],
      ),
    );
  };

  it.each([
    ['CP', 'captured'],
    ['RV', 'reversed'],
    ['RF', 'refunded'],
  ])('%s that succeeded is %s, and not reserved any more', async (type, column) => {
    expect(await endOf({ type }, 'succeeded')).toEqual({ [column]: 30, reserved: -30 });
  });

  it.each(['CP', 'RV', 'RF'])('%s that failed releases what it reserved', async (type) => {
    expect(await endOf({ type }, 'failed')).toEqual({ reserved: -30 });
  });

  it.each(['CP', 'RV', 'RF'])('%s that is pending keeps what it reserved', async (type) => {
    expect(await endOf({ type }, 'pending')).toEqual({});
  });

  it('is no end of a reservation where it is a payment of its own', async () => {
    expect(await endOf({ type: 'DB', referencedId: null }, 'succeeded')).toEqual({});
  });
});

describe('what has come for a voucher', () => {
  const TIMED_OUT = { state: 'failed', result_code: '100.396.103' } as const;

  it.each([
    ['while it waits', VOUCHER, 100],
    ['where some of it is there', { ...VOUCHER, state: 'succeeded', captured: 60 }, 40],
    ['beside what is reserved', { ...VOUCHER, captured: 30, reserved: 30 }, 40],
    ['after its time', { ...VOUCHER, ...TIMED_OUT }, 1],
  ] as const)('is captured %s', async (_, given, amount) => {
    const [before, other] = [await paymentWith(given), await paymentWith(given)];
    const after = { ...before, captured: before.captured + amount };
    expect(await inTransaction(db, (trx) => postReceipt(trx, before.id, amount))).toEqual(
      paymentFromRow(after),
    );
    expect(await paymentRow(before.id)).toEqual(after);
    expect(await paymentRow(other.id)).toEqual(other);
  });

  it.each([
    ['beyond its amount', VOUCHER, 101],
    ['beyond what is left', { ...VOUCHER, captured: 30, reserved: 30 }, 41],
    ['for one that was cancelled', { ...VOUCHER, reversed: 1 }, 1],
    ['for one that failed', { ...VOUCHER, state: 'failed', result_code: '100.396.201' }, 1],
    ['for one in doubt', { ...VOUCHER, state: 'in_doubt', result_code: '100.396.103' }, 1],
    ['for what is no voucher', { ...VOUCHER, type: 'DB' }, 1],
  ] as const)('is not posted %s', async (_, given, amount) => {
    const before = await paymentWith(given);
    expect(await inTransaction(db, (trx) => postReceipt(trx, before.id, amount))).toBeUndefined();
    expect(await paymentRow(before.id)).toEqual(before);
  });
});

describe('what a cardholder’s bank takes back', () => {
  const post = (id: string, amount: number) =>
    inTransaction(db, (trx) => postChargeback(trx, id, amount));

  it.each([
    [{}, 100],
    [{ refunded: 20, reserved: 30, charged_back: 10 }, 40],
  ] as const)('of %j: %i is posted', async (given, amount) => {
    const [before, other] = [await paymentWith(given), await paymentWith(given)];
    expect(await post(before.id, amount)).toBe(true);
    const after = { ...before, charged_back: before.charged_back + amount };
    expect(await paymentRow(before.id)).toEqual(after);
    expect(await paymentRow(other.id)).toEqual(other);
  });

  const REFUSED: readonly (readonly [Partial<PaymentRow>, number])[] = [
    [{}, 101],
    [{ refunded: 20, reserved: 30, charged_back: 10 }, 41],
    [{ reversed: 1 }, 1],
    ...NOT_SUCCEEDED.map((state) => [{ state }, 1] as const),
  ];
  it.each(REFUSED)('of %j: %i is not posted', async (given, amount) => {
    const before = await paymentWith(given);
    expect(await post(before.id, amount)).toBe(false);
    expect(await paymentRow(before.id)).toEqual(before);
  });
});
