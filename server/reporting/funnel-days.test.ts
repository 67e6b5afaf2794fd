/** Days of the funnel that are over: kept once nothing changes in them, and no other days. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findChannel } from '../gateway/entities/index.ts';
import { endRetention } from '../gateway/retention/index.ts';
import type { Reader } from '../store/replica.ts';
import { DECLINED_CARD, startMerchant } from '../tests/support/merchant.ts';
import { withinOneDay } from '../tests/support/one-window.ts';
import { FUNNEL_VERSION, stepCounts } from './funnel.ts';
import { funnelOf, keepFunnelDays } from './funnel-days.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
await withinOneDay();
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
/** At noon: for an hour after midnight yesterday is not kept yet. */
const NOON = (TODAY + 0.5) * DAY_MS;
const keep = async (at = NOON) => {
  while (!(await keepFunnelDays(db, at)));
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

it('the latest days wait for a checkout whose bank has not decided, or that can still be paid', async () => {
  const pending = await merchant.createCheckout();
  await daysAgo(pending, 1, { paying_id: 'a payment' });
  const open = await merchant.createCheckout();
  await daysAgo(open, 2, { expires_at: Date.now() + DAY_MS });
  await keep();
  expect(await keptDays()).toEqual([5, 4, 3]);
  await daysAgo(pending, 1, { paying_id: null, paid_id: 'a payment' });
  expect((await all()).paid).toBe(2);
  await keep();
  expect(await keptDays()).toEqual([5, 4, 3, 1]);
  expect((await all()).paid).toBe(2);
});

describe('a day before on which a checkout still waits', () => {
  let pending: string;
  const decide = () => daysAgo(pending, 4, { paying_id: null, paid_id: 'a payment' });
  beforeEach(async () => {
    pending = await merchant.createCheckout();
    await daysAgo(pending, 4, { paying_id: 'a payment' });
    await keep();
  });

  it('is kept, and counted again once an hour, until nothing waits', async () => {
    expect(await keptDays()).toEqual([5, 4, 3, 2, 1]);
    await decide();
    await keep(NOON + HOUR_MS - 1);
    expect((await all()).paid).toBe(1);
    await keep(NOON + HOUR_MS);
    expect((await all()).paid).toBe(2);
    await daysAgo(pending, 4, { paid_id: null });
    await keep(NOON + 5 * HOUR_MS);
    expect((await all()).paid).toBe(2);
  });

  it('is counted again by one instance of several', async () => {
    let counts = 0;
    const reader: Reader = {
      read(_, work) {
        counts += 1;
        return work(db);
      },
    };
    const pass = () => keepFunnelDays(db, NOON + HOUR_MS, reader);
    await Promise.all([pass(), pass(), pass()]);
    await pass();
    expect(counts).toBe(1);
  });
});

describe('a day that was counted by the rules of', () => {
  const counted = (version: number) =>
    db.updateTable('funnel_days').set({ version, groups_json: '[]' }).execute();
  const versions = async () => {
    const rows = await db.selectFrom('funnel_days').select('version').distinct().execute();
    return rows.map(({ version }) => version);
  };

  it('a release before is not shown, and is counted anew', async () => {
    const computed = await all();
    await keep();
    await counted(FUNNEL_VERSION - 1);
    expect(await all()).toEqual(computed);
    await keep();
    expect(await versions()).toEqual([FUNNEL_VERSION]);
    expect(await all()).toEqual(computed);
  });

  it('a later release, which runs beside this one, is not shown and stays', async () => {
    const computed = await all();
    await keep();
    await counted(FUNNEL_VERSION + 1);
    expect(await all()).toEqual(computed);
    await keep(NOON + HOUR_MS);
    expect(await versions()).toEqual([FUNNEL_VERSION + 1]);
  });
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
