/** Days that go by on the channel's clock, and what the gateway does by itself meanwhile. */
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { type Act, oneOf } from './call.ts';
import { endPending } from './operations.ts';
import type { Shop } from './shop.ts';
import { expectOutcome, type Paid, type World } from './world.ts';

const DAY_S = 24 * 60 * 60;
/** Whole days: the channel's time of day is the real one's, so that a test knows on which day it is. */
const DAYS = [1, 2, 5];
/** Shoppers have half an hour, providers a week. */
const WEEK = 7;
const TIMED_OUT = '100.396.103';

/** As sweepers do it, until nothing is due. */
async function sweep({ gateway }: Shop): Promise<void> {
  while ((await endOverduePayments(gateway)) > 0);
}

const isOver = (world: World, { state, waitsFor, madeOn, type }: Paid): boolean =>
  state === 'pending' && type !== 'RF' && (waitsFor === 'shopper' || world.day - madeOn >= WEEK);

const letTimePass: Act = (_, { how }) => {
  const days = oneOf(DAYS, how);
  return {
    ...{ endpoint: 'move-clock', path: '/sandbox/clock', method: 'POST' },
    fields: { advance: String(days * DAY_S) },
    afterwards: sweep,
    take(now, answer) {
      expectOutcome(answer, 200, '000.000.100');
      now.day += days;
      for (const payment of now.payments) {
        if (!isOver(now, payment)) continue;
        endPending(now, payment, { code: TIMED_OUT, state: 'failed' }, true);
        payment.answer = undefined;
      }
    },
  };
};

export const CLOCK: Readonly<Record<string, Act>> = { 'let time pass': letTimePass };
