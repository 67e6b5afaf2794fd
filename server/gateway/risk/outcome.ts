/** What became of attempts, and what it says about their cards. */
import { RESULT } from '../../../contract/result-by-name.ts';
import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import { keptQuery } from '../../store/kept-query.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, velocityOf } from '../entities/index.ts';
import { addToWindows, type CountedKey, countAttempt } from './counters.ts';
import { type Screening, unchallengedKey, withdrawAttempt } from './screen.ts';
import { type Counts, DECLINE_WEIGHT, reliefOf } from './velocity-rules.ts';

/** An outcome that comes later changes no window any more. */
const KEPT_MS = 3 * 24 * 60 * 60_000;

/** Remembers where an attempt was counted, in the transaction that begins its payment. */
export async function keepAttempt(
  trx: Transaction,
  paymentId: string,
  { channelId, action, counted }: Screening,
): Promise<void> {
  if (counted.length === 0 || action === 'refuse') return;
  await trx
    .insertInto('risk_attempts')
    .values({
      id: paymentId,
      channel_id: channelId,
      counted: JSON.stringify(counted),
      challenged: action === 'challenge' ? 1 : 0,
      purge_at: databaseNow(trx, KEPT_MS),
    })
    .execute();
}

export interface KeptAttempt extends Screening {
  readonly action: 'none' | 'challenge';
}

const takeRow = keptQuery((db, { id }: { id: string }) =>
  db
    .deleteFrom('risk_attempts')
    .where('id', '=', id)
    .returning(['channel_id', 'counted', 'challenged']),
);

/** Takes what was kept, in the transaction that settles the payment: its outcome counts once. */
export async function takeAttempt(
  trx: Transaction,
  { settings }: Channel,
  { id, referencedId, cardFingerprint }: Payment,
): Promise<KeptAttempt | undefined> {
  // Without rules none was kept, or is of no use any more.
  if (referencedId !== null || cardFingerprint === null || !velocityOf(settings)) return undefined;
  const [row] = (await takeRow(trx, { id })).rows;
  if (!row) return undefined;
  return {
    channelId: row.channel_id,
    action: row.challenged === 1 ? 'challenge' : 'none',
    resultCode: undefined,
    counted: JSON.parse(row.counted) as CountedKey[],
  };
}

/**
 * Adds the outcome of a payment to the windows in which its attempt was counted. It is no part of the
 * payment: where it fails the attempt stays open, which is the safe side.
 */
export async function noteOutcome(
  gateway: GatewayContext,
  attempt: KeptAttempt,
  payment: Pick<Payment, 'brand' | 'card' | 'resultCode' | 'nextStep' | 'checks'>,
): Promise<void> {
  const { channelId, counted, action } = attempt;
  const { softDeclined = false } = payment.checks;
  const outcome = outcomeOf(payment.resultCode, action === 'challenge' || softDeclined);
  try {
    if (outcome === 'nothing') return await withdrawAttempt(gateway, attempt);
    await addToWindows(gateway.db, channelId, counted, changeBy(outcome));
    const wasAsked = payment.nextStep !== undefined || payment.checks.threeDSecure !== undefined;
    if (action === 'challenge' && !wasAsked) {
      // Of a wallet its card's brand, as when attempts are screened.
      const brand = payment.card?.brand ?? payment.brand;
      const ignored = { ...unchallengedKey(gateway, channelId, brand), isOnlyRead: false };
      await countAttempt(gateway.db, channelId, [ignored]);
    }
  } catch (error) {
    gateway.warn?.({ channel: channelId, err: error }, 'the outcome of an attempt was not counted');
  }
}

export type Outcome = 'success' | 'decline' | 'nothing';

/** The attempt is not under way any more, and counts as what it was. */
export const changeBy =
  (outcome: 'success' | 'decline') =>
  (rule: string): Partial<Counts> =>
    outcome === 'success'
      ? { successes: 1, excess: -reliefOf(rule) }
      : { declines: 1, excess: DECLINE_WEIGHT };

/**
 * What issuers, their banks and risk systems answer, mistakes in CVV, expiry date and address among it,
 * and that the shopper has to be authenticated: it tells something about the card, good or bad. What a line, a machine or a setting is to blame for tells nothing.
 */
const DECLINE =
  /^(800\.([17]00|[234]\d\d|1[123456]0)|100\.(1|2|380|39|400|55|7|8|9)|000\.400\.10[125689]|300\.100)/;
const GIVEN_UP: ReadonlySet<string> = new Set([
  RESULT.cancelledByShopper,
  RESULT.cancelledByMerchant,
  RESULT.pendingTimedOut,
]);

/** @param wasChallenged a challenge that we, or a soft decline, asked for and the shopper did not take counts as a decline */
export function outcomeOf(resultCode: string, wasChallenged: boolean): Outcome {
  // Pending is the answer to a debit: its bank takes it, and settles it days later.
  if (isSuccess(resultCode) || isPending(resultCode)) return 'success';
  if (GIVEN_UP.has(resultCode)) return wasChallenged ? 'decline' : 'nothing';
  return DECLINE.test(resultCode) ? 'decline' : 'nothing';
}

/** Of an attempt that began no payment: a decline counts, all else does not. */
export const noteDeclined = (
  gateway: GatewayContext,
  screening: Screening,
  resultCode: string,
): Promise<void> =>
  outcomeOf(resultCode, false) === 'decline'
    ? addToWindows(gateway.db, screening.channelId, screening.counted, changeBy('decline'))
    : withdrawAttempt(gateway, screening);
