/** Days that go by on the channel's clock, and what the gateway does by itself meanwhile. */
import { runSchedules } from '../../gateway/registrations/index.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { type Act, oneOf } from './call.ts';
import { endPending } from './operations.ts';
import { takeMidnight } from './schedules.ts';
import type { Shop } from './shop.ts';
import { expectOutcome, type Paid, type World } from './world.ts';

const DAY_S = 24 * 60 * 60;
/** Whole days: the channel's time of day is the real one's, so that a test knows on which day it is. */
const DAYS = [1, 2, 5];
/** Shoppers have half an hour, providers a week. */
const WEEK = 7;
const TIMED_OUT = '100.396.103';

/** As sweepers do it, until nothing is due. @returns every payment of the channel */
async function sweep(shop: Shop) {
  while ((await endOverduePayments(shop.gateway)) > 0);
  while ((await runSchedules(shop.gateway)) > 0);
  const day = (days: number) =>
    new Date(Date.now() + days * DAY_S * 1_000).toISOString().slice(0, 10);
  const everything = { 'date.from': `${day(-1)} 00:00:00`, 'date.to': `${day(360)} 00:00:00` };
  const { body } = await shop.read('query-period', '/v3/query', { ...everything, limit: '500' });
  return body.records;
}

const isOver = (world: World, { state, waitsFor, madeOn }: Paid): boolean =>
  state === 'pending' && (waitsFor === 'shopper' || world.day - madeOn >= WEEK);

const letTimePass: Act = (_, { how }) => {
  const days = oneOf(DAYS, how);
  return {
    ...{ endpoint: 'move-clock', path: '/sandbox/clock', method: 'POST' },
    fields: { advance: String(days * DAY_S) },
    afterwards: sweep,
    take(now, answer, records) {
      expectOutcome(answer, 200, '000.000.100');
      now.day += days;
      for (const payment of now.payments) {
        if (!isOver(now, payment)) continue;
        endPending(now, payment, { code: TIMED_OUT, state: 'failed' }, true);
        payment.answer = undefined;
      }
      takeMidnight(now, records as Parameters<typeof takeMidnight>[1]);
    },
  };
};

export const CLOCK: Readonly<Record<string, Act>> = { 'let time pass': letTimePass };
