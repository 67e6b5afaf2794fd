/** Which payment an id, a reference or a merchant's reference names. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import type { PaymentRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import {
  existingPayment,
  findPayment,
  findPaymentByReference,
  insertPayment,
  isOutcomeUnknown,
  lastPaidWith,
  ownPayment,
  paymentsByMerchantTransaction,
  retryNow,
} from './payments.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const newChannel = async () =>
  existingChannel(
    db,
    (await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant.id })).id,
  );
const [channel, other] = [await newChannel(), await newChannel()];
const records = await recordsOf(db, channel.id);
const payment = (given: Partial<PaymentRow> = {}) => records.payment({ created_at: 0, ...given });
const OUTCOME_UNKNOWN = '900.100.300';

beforeEach(async () => {
  await db.deleteFrom('payments').execute();
});

describe('a payment', () => {
  it('is found by its id, and by our reference at its processor', async () => {
    const [id] = [await payment({ reference: 'r', amount: 7 }), await payment()];
    expect(await findPayment(db, id)).toMatchObject({ id, amount: 7 });
    expect(await findPaymentByReference(db, 'r')).toMatchObject({ id, amount: 7 });
    expect(await inTransaction(db, (trx) => existingPayment(trx, id))).toMatchObject({ id });
    expect(await findPayment(db, 'none')).toBeUndefined();
    expect(await findPaymentByReference(db, id)).toBeUndefined();
    await expect(inTransaction(db, (trx) => existingPayment(trx, 'none'))).rejects.toThrow();
  });

  it('is written as it is read', async () => {
    const written = await findPayment(db, await payment());
    if (!written) throw new Error('the payment is gone');
    await db.deleteFrom('payments').execute();
    await inTransaction(db, (trx) => insertPayment(trx, written));
    expect(await findPayment(db, written.id)).toEqual(written);
  });

  it('is one of its channel, and no agreement, or it is 404', async () => {
    const id = await payment();
    expect(await ownPayment(db, channel, id)).toMatchObject({ id });
    const agreement = await payment({ type: 'RG' });
    for (const [at, of] of [
      [other, id],
      [channel, agreement],
      [channel, 'none'],
    ] as const) {
      const refused = await refusedBy(() => ownPayment(db, at, of));
      expect(refused).toMatchObject({ status: 404, code: '700.400.580' });
    }
  });
});

describe('the payments of a reference of the merchant', () => {
  it('are those of the channel, latest first', async () => {
    const merchant_transaction_id = 'order 7';
    const first = await payment({ created_at: 1, merchant_transaction_id });
    const same = [
      await payment({ created_at: 2, merchant_transaction_id }),
      await payment({ created_at: 2, merchant_transaction_id }),
      await payment({ created_at: 2, merchant_transaction_id }),
    ];
    await payment({ merchant_transaction_id: 'order 8' });
    await payment({ merchant_transaction_id, entity_id: other.id });
    await payment({ merchant_transaction_id, type: 'RG' });
    const found = await paymentsByMerchantTransaction(db, channel, 'order 7');
    expect(found.map(({ id }) => id)).toEqual([...same.sort(), first]);
  });

  it('are refused where there are none', async () => {
    await payment({ merchant_transaction_id: 'order 7', type: 'RG' });
    const refused = await refusedBy(() => paymentsByMerchantTransaction(db, channel, 'order 7'));
    expect(refused).toMatchObject({ status: 400, code: '700.400.580' });
  });
});

describe('the stored card that was last paid with', () => {
  it('is the one of the latest payment that succeeded, and that no schedule has made', async () => {
    await payment({ created_at: 1, registration_id: 'old' });
    await payment({ created_at: 2, registration_id: 'last' });
    await payment({ created_at: 3, registration_id: 'other' });
    await payment({ created_at: 4, registration_id: 'old', state: 'failed' });
    await payment({ created_at: 5, registration_id: 'old', schedule_id: 's' });
    expect(await lastPaidWith(db, ['old', 'last'])).toBe('last');
    expect(await lastPaidWith(db, ['old'])).toBe('old');
    expect(await lastPaidWith(db, ['never'])).toBeUndefined();
  });
});

describe('a payment whose outcome is unknown', () => {
  it('is in doubt, and reads so', () => {
    const resultCode = OUTCOME_UNKNOWN;
    expect(isOutcomeUnknown({ state: 'in_doubt', resultCode })).toBe(true);
    expect(isOutcomeUnknown({ state: 'failed', resultCode })).toBe(false);
    expect(isOutcomeUnknown({ state: 'in_doubt', resultCode: '000.200.000' })).toBe(false);
  });

  it('is asked about at once when that is wanted; no other is', async () => {
    const lease_until = Date.now() + 60_000;
    const doubt = { state: 'in_doubt', result_code: OUTCOME_UNKNOWN, lease_until } as const;
    const ids = [
      await payment(doubt),
      await payment(doubt),
      await payment({ ...doubt, result_code: '000.200.000' }),
      await payment({ ...doubt, state: 'failed' }),
    ];
    for (const id of ids.filter((_, n) => n !== 1)) await retryNow(db, id);
    const hastened = await Promise.all(
      ids.map(async (id) => Number((await findPayment(db, id))?.leaseUntil) < lease_until),
    );
    expect(hastened).toEqual([true, false, false, false]);
  });
});
