/** Settings as another release has written them. */
import { expect, it } from 'vitest';
import { startMerchant } from '../../tests/support/merchant.ts';
import { changeSettings } from './index.ts';

it('a setting of a newer release keeps no channel from its payments, and cannot be set here', async () => {
  await using merchant = await startMerchant();
  const { db } = merchant.gateway;
  const { settings } = await db
    .selectFrom('entities')
    .select('settings')
    .where('id', '=', merchant.entityId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('entities')
    .set({ settings: JSON.stringify({ ...JSON.parse(settings), ofTomorrow: { days: 1 } }) })
    .where('id', '=', merchant.entityId)
    .execute();
  expect((await merchant.payment()).status).toBe(200);
  await expect(changeSettings(db, merchant.entityId, { ofTomorrow: {} })).rejects.toThrow(
    'ofTomorrow',
  );
});
