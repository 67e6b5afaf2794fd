/** A wallet's token pays once on a channel. */
import { afterAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { claimToken, refuseUsedToken } from './claim-token.ts';

const { db, drop } = await openTestDatabase();
afterAll(drop);

const ENDS_AT = 1_900_000_000_000;
const HOUR_MS = 60 * 60_000;
const tokenOf = (fingerprint: string) => ({
  ...{ name: 'applePay.paymentToken', fingerprint, endsAt: ENDS_AT },
});
const claim = (fingerprint: string, paymentId: string, entityId: string) =>
  inTransaction(db, (trx) =>
    claimToken(trx, tokenOf(fingerprint), { id: paymentId, entityId } as Payment),
  );
const use = (fingerprint: string, entityId: string) =>
  refuseUsedToken(db, tokenOf(fingerprint), entityId);
const WAS_USED = {
  ...{ status: 400, code: '200.300.404' },
  errors: [
    {
      ...{ name: 'applePay.paymentToken', value: null },
      message: 'was used before: a token pays once',
    },
  ],
};

describe('a token', () => {
  it('is refused once a payment of the channel has it, and of no other channel', async () => {
    expect(await use('one', 'channel')).toBeUndefined();
    await claim('one', 'first', 'channel');
    expect(await refusedBy(() => use('one', 'channel'))).toMatchObject(WAS_USED);
    expect(await refusedBy(() => claim('one', 'second', 'channel'))).toMatchObject(WAS_USED);
    expect(await use('two', 'channel')).toBeUndefined();
    expect(await use('one', 'another')).toBeUndefined();
    await claim('one', 'third', 'another');
  });

  it('is known for an hour longer than it is taken: clocks differ', async () => {
    await claim('kept', 'payment', 'channel');
    const row = db.selectFrom('wallet_tokens').selectAll().where('mark', '=', 'kept');
    expect(await row.executeTakeFirst()).toEqual({
      ...{ entity_id: 'channel', mark: 'kept', payment_id: 'payment' },
      purge_at: ENDS_AT + HOUR_MS,
    });
  });
});
