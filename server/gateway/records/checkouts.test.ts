/** Which checkout an id names, and whether it can still be paid. */
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import { recordsOf } from '../../tests/support/record-rows.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { createEntity, existingChannel } from '../entities/index.ts';
import {
  type Checkout,
  checkoutFromRow,
  checkoutSearch,
  checkoutToRow,
  existingCheckout,
  findCheckout,
  hasExpired,
  refuseUnlessOpen,
} from './checkouts.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);
afterEach(() => vi.restoreAllMocks());
const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
const newChannel = async () =>
  (await createEntity(db, { kind: 'channel', name: 'Shop', parentId: merchant.id })).id;
const channel = await existingChannel(db, await newChannel());
const records = await recordsOf(db, channel.id);
const PARAMETERS = { amount: '92.00', merchantTransactionId: 'order 7' };
const id = await records.checkout({ parameters: JSON.stringify(PARAMETERS), expires_at: 7 });

describe('a checkout', () => {
  it('is found with its parameters and its channel', async () => {
    const found = await findCheckout(db, id);
    expect(found).toMatchObject({ id, parameters: PARAMETERS, expiresAt: 7, paidId: null });
    expect(found?.channel).toEqual(channel);
    expect(found).not.toHaveProperty('entityId');
    expect(found).not.toHaveProperty('isSearchable');
    expect(found).not.toHaveProperty('merchantTransactionId');
    expect(await findCheckout(db, 'none')).toBeUndefined();
  });

  it('is there, or it is 404', async () => {
    expect(await existingCheckout(db, id)).toEqual(await findCheckout(db, id));
    const refused = await refusedBy(() => existingCheckout(db, 'none'));
    expect(refused).toMatchObject({ status: 404, code: '200.300.404' });
    expect(refused.description).toContain('no payment session found for the requested id');
  });

  it('is found in the console by its reference, which follows its parameters', async () => {
    const row = await db
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const record = checkoutFromRow(row);
    expect(checkoutToRow(record)).toEqual({ ...row, merchant_transaction_id: 'order 7' });
    expect(checkoutSearch({ parameters: {} })).toEqual({
      ...{ merchant_transaction_id: null, is_searchable: 1 },
    });
    expect(checkoutToRow({ parameters: { merchantTransactionId: 'order 8' } })).toEqual({
      ...{ parameters: '{"merchantTransactionId":"order 8"}' },
      ...{ merchant_transaction_id: 'order 8', is_searchable: 1 },
    });
    expect(checkoutToRow({ payingId: 'p' })).toEqual({ paying_id: 'p' });
  });
});

describe('it can be paid', () => {
  const NOW = Date.parse('2026-01-02T03:04:05.678Z');
  const checkoutWith = (given: Partial<Checkout>, clockOffsetMs = 0) => {
    vi.spyOn(Date, 'now').mockReturnValue(NOW);
    return {
      ...{ paidId: null, expiresAt: NOW + 1 },
      ...given,
      channel: channelWith({}, clockOffsetMs),
    } as Checkout;
  };

  it('until its time is over by its channel’s clock', async () => {
    expect(hasExpired(checkoutWith({}))).toBe(false);
    expect(refuseUnlessOpen(checkoutWith({}))).toBeUndefined();
    expect(hasExpired(checkoutWith({}, 1))).toBe(true);
    const over = checkoutWith({ expiresAt: NOW });
    expect(hasExpired(over)).toBe(true);
    expect(await refusedBy(() => refuseUnlessOpen(over))).toMatchObject({ status: 404 });
  });

  it('once', async () => {
    for (const expiresAt of [NOW + 1, NOW]) {
      const refused = await refusedBy(() =>
        refuseUnlessOpen(checkoutWith({ paidId: 'p', expiresAt })),
      );
      expect(refused).toMatchObject({ status: 400, code: '200.300.404' });
      expect(refused.description).toMatch(/: this checkout is already paid$/);
    }
  });
});
