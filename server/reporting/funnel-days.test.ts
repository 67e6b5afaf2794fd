/** Days of the funnel that are over: kept once nothing changes in them, and no other days. */
import { afterAll, beforeEach, expect, it } from 'vitest';
import { findChannel } from '../gateway/entities/index.ts';
import { endRetention } from '../gateway/retention/index.ts';
import { DECLINED_CARD, startMerchant } from '../tests/support/merchant.ts';
import { stepCounts } from './funnel.ts';
import { funnelOf, keepFunnelDays } from './funnel-days.ts';

const DAY_MS = 24 * 60 * 60_000;
const TODAY = Math.floor(Date.now() / DAY_MS);

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { gateway, entityId } = merchant;
const { db } = gateway;

/** Makes a checkout one of some days ago, at noon. */
async function daysAgo(id: string, days: number, more: object = {}): Promise<void> {
  const created_at = (TODAY - days + 0.5) * DAY_MS;
  await db
    .updateTable('checkouts')
    .set({ created_at, expires_at: created_at + 1_800_000, ...more })
    .where('id', '=', id)
    .execute();
}
const channel = async () => {
  const found = await findChannel(db, entityId);
  if (!found) throw new Error('there is no channel');
  return found;
};
const countsOf = async (from: number, until: number) =>
  stepCounts(await funnelOf(db, await channel(), [from, until]));
const all = () => countsOf((TODAY - 20) * DAY_MS, (TODAY + 1) * DAY_MS);
const keep = async () => {
  // At noon: for an hour after midnight yesterday is not kept yet.
  while (!(await keepFunnelDays(db, (TODAY + 0.5) * DAY_MS)));
};
const keptDays = async () => {
  const rows = await db.selectFrom('funnel_days').select('day').orderBy('day').execute();
  return rows.map(({ day }) => TODAY - day);
};

beforeEach(async () => {
  await db.deleteFrom('funnel_days').execute();
  await db.updateTable('payments').set({ checkout_id: null }).execute();
  await db.deleteFrom('checkouts').execute();
  const [paid, declined, left] = [
    await merchant.createCheckout(),
    await merchant.createCheckout(),
    await merchant.createCheckout(),
  ];
  await merchant.pay(paid);
  await merchant.pay(declined, { 'card.number': DECLINED_CARD });
  await daysAgo(paid, 5);
  await daysAgo(declined, 5);
  await daysAgo(left, 3);
});

it('what is kept is what would be computed, and is what is answered', async () => {
  const computed = await all();
  expect(computed).toMatchObject({ made: 3, submitted: 2, authenticated: 2, paid: 1 });
  await keep();
  expect(await keptDays()).toEqual([5, 4, 3, 2, 1]);
  expect(await all()).toEqual(computed);
  await db.updateTable('funnel_days').set({ groups_json: '[]' }).execute();
  expect((await all()).made).toBe(0);
  // A part of a day is computed.
  const noon = (TODAY - 5 + 0.5) * DAY_MS;
  expect((await countsOf(noon - 1, noon + 1)).made).toBe(2);
});

it('today is not over, and adds to the days that are', async () => {
  await keep();
  await merchant.createCheckout();
  expect(await keptDays()).not.toContain(0);
  expect((await all()).made).toBe(4);
});

it('a day waits for a checkout whose bank has not decided, or that can still be paid', async () => {
  const pending = await merchant.createCheckout();
  await daysAgo(pending, 4, { paying_id: 'a payment' });
  const open = await merchant.createCheckout();
  await daysAgo(open, 2, { expires_at: Date.now() + DAY_MS });
  await keep();
  expect(await keptDays()).toEqual([5, 3, 1]);
  await daysAgo(pending, 4, { paying_id: null, paid_id: 'a payment' });
  expect((await all()).paid).toBe(2);
  await keep();
  expect(await keptDays()).toEqual([5, 4, 3, 1]);
  expect((await all()).paid).toBe(2);
});

it('goes with the checkouts that are deleted', async () => {
  await merchant.createCheckout().then((id) => daysAgo(id, 200));
  await keep();
  expect(await keptDays()).toContain(200);
  // In the first two weeks nothing is deleted.
  await endRetention(db, Date.now() + 15 * DAY_MS);
  expect(await keptDays()).toEqual(expect.not.arrayContaining([200]));
  expect(await keptDays()).toContain(5);
});
