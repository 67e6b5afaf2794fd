/** What a test channel lets its merchant do: move the clock, play the bank, disturb the simulator. */

import { RESULT } from '../../../contract/result-by-name.ts';
import { INTERNAL_CONNECTOR } from '../../connectors/registry.ts';
import { movedForward } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { GatewayContext } from '../context.ts';
import type { Channel } from '../entities/index.ts';
import { connectorOf } from '../processors/index.ts';
import { findAgreement, noSuchRegistration, ownPayment } from '../records/index.ts';
import { ApiError, alwaysFirst, type IsFirst, invalidParameter } from '../requests/index.ts';
import { settlePending } from '../undecided/index.ts';

/** Beyond it no number of milliseconds stays exact for long: 10 years. */
const LONGEST_MOVE_S = 10 * 365 * 24 * 60 * 60;

/** How far a channel's clock may run ahead, in milliseconds: 100 years, so that years have 4 digits. */
const FURTHEST_AHEAD_MS = 10 * LONGEST_MOVE_S * 1000;

/** @throws ApiError: nothing of this can happen to real money */
export function refuseLive({ settings }: Channel): void {
  if (settings.mode === 'live') {
    throw new ApiError(403, RESULT.userNotPermitted, 'the sandbox is for test channels only');
  }
}

/**
 * Moves the time of a channel forward; what that makes due is done within two seconds.
 * @param advance seconds
 * @param isFirst false where a request that got no answer has moved it: then it stays
 * @returns the channel's time then, epoch milliseconds
 */
export async function moveClock(
  { db }: GatewayContext,
  channel: Channel,
  advance = '',
  isFirst: IsFirst = alwaysFirst,
  within?: (trx: Transaction) => Promise<void>,
): Promise<number> {
  const seconds = Number(advance);
  if (!/^\d{1,9}$/.test(advance) || seconds > LONGEST_MOVE_S) {
    throw invalidParameter(
      'advance',
      advance || null,
      `must be a number of seconds up to ${LONGEST_MOVE_S}`,
    );
  }
  return inTransaction(db, async (trx) => {
    const { clock_offset_ms: before } = await trx
      .selectFrom('entities')
      .select('clock_offset_ms')
      .where('id', '=', channel.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!(await isFirst(trx))) return Date.now() + before;
    const after = movedForward(before, seconds * 1000);
    if (after > FURTHEST_AHEAD_MS) {
      const left = Math.floor((FURTHEST_AHEAD_MS - before) / 1000);
      throw invalidParameter(
        'advance',
        advance,
        `must be up to ${Math.max(0, left)} seconds: the clock stays within 100 years`,
      );
    }
    await trx
      .updateTable('entities')
      .set({ clock_offset_ms: after })
      .where('id', '=', channel.id)
      .execute();
    await within?.(trx);
    return Date.now() + after;
  });
}

/** Settles a pending payment, as its bank would days later. */
export const settlePayment = (
  gateway: GatewayContext,
  channel: Channel,
  paymentId: string,
  result?: string,
): Promise<Payment> =>
  settleWaiting(gateway, () => ownPayment(gateway.db, channel, paymentId), result);

/** The same of what a brand has yet to say of an account that is kept without a payment. */
export const settleAgreement = (
  gateway: GatewayContext,
  channel: Channel,
  registrationId: string,
  result?: string,
): Promise<Payment> =>
  settleWaiting(
    gateway,
    async () => {
      const agreement = await findAgreement(gateway.db, channel.id, registrationId);
      if (!agreement) throw noSuchRegistration();
      return agreement;
    },
    result,
  );

async function settleWaiting(
  gateway: GatewayContext,
  find: () => Promise<Payment>,
  result = '',
): Promise<Payment> {
  if (result !== 'accept' && result !== 'decline') {
    throw invalidParameter('result', result || null, 'must be accept or decline');
  }
  const payment = await find();
  if (!connectorOf(gateway, payment).sandbox) {
    throw new ApiError(
      400,
      RESULT.invalidParameter,
      'this payment is with its processor, which decides',
    );
  }
  const settled = await settlePending(gateway, payment.id, result);
  if (!settled) throw new ApiError(400, RESULT.invalidParameter, 'this payment is not pending');
  return settled;
}

/** How the simulator behaves to the channel, and how it could; undefined where there is none. */
export async function simulatorOf(
  gateway: GatewayContext,
  channel: Channel,
): Promise<{ behaviour: string; behaviours: readonly string[] } | undefined> {
  const { sandbox } = connectorOf(gateway, { connector: INTERNAL_CONNECTOR });
  if (!sandbox) return undefined;
  const { behaviours } = sandbox;
  return { behaviour: await sandbox.behaviourOf(channel.id), behaviours };
}

/** @param before what is written before it is done */
export async function changeBehaviour(
  gateway: GatewayContext,
  channel: Channel,
  behaviour = '',
  before?: () => Promise<void>,
): Promise<string> {
  const { sandbox } = connectorOf(gateway, { connector: INTERNAL_CONNECTOR });
  if (!sandbox?.behaviours.includes(behaviour)) {
    const rule = `must be ${sandbox?.behaviours.join(', ')}`;
    throw invalidParameter('behaviour', behaviour || null, rule);
  }
  await before?.();
  await sandbox.setBehaviour(channel.id, behaviour);
  return behaviour;
}
