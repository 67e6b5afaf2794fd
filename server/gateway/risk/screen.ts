/**
 * Looks at an attempt to use a card before its CVV is opened, or a bank account, and before its processor
 * is asked: goes on, asks for a 3-D Secure challenge, or refuses (D21).
 */
import { isDirectDebit } from '../../../contract/other-brands.ts';
import { isShopperPresent } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentMode } from '../../../contract/payment-mode.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, VELOCITY_WINDOWS_MS, velocityOf } from '../entities/index.ts';
import { hasThreeDSecure } from '../processors/index.ts';
import { addToWindows, type CountedKey, countAttempt, type WindowKey } from './counters.ts';
import { binOf, hasher, valuesOf } from './keys.ts';
import { noteTrip } from './trips.ts';
import {
  type Action,
  isCountedAfter,
  type Remedy,
  refusalOf,
  rulesOf,
  verdictOf,
  verdictWhereIgnored,
} from './velocity-rules.ts';

/** An attempt as it was counted. */
export interface Screening {
  readonly channelId: string;
  readonly action: Action;
  /** Result of the payment, where it is refused. */
  readonly resultCode: string | undefined;
  /** Where it goes on being counted: what becomes of it is added there. */
  readonly counted: readonly CountedKey[];
}

/** With a card, or with a bank account that is debited. */
export interface Attempt {
  readonly channel: Channel;
  /** Of a card, digits only, or a bank account's IBAN; one that its brand can have: mistakes of typing do not come here. */
  readonly number: string;
  readonly checkoutId?: string | null;
  readonly email?: string | undefined;
  /** Of the connection; of a merchant's server what it says of its shopper. */
  readonly address?: string | undefined;
  readonly brand: string;
  readonly remedy: Remedy;
}

/** Of channels without rules: nothing was counted. */
const unscreened = ({ id: channelId }: Channel): Screening => ({
  channelId,
  action: 'none',
  resultCode: undefined,
  counted: [],
});

/** A processor that has ignored so many requests for a challenge of a brand in a day may have none for it. */
const UNCHALLENGED_A_DAY = 3;
export const UNCHALLENGED = 'unchallenged/day';

export async function screenAttempt(gateway: GatewayContext, attempt: Attempt): Promise<Screening> {
  const { db, vault } = gateway;
  const { channel, number, remedy } = attempt;
  const settings = velocityOf(channel.settings);
  if (!settings) return unscreened(channel);
  const cardFingerprint = vault.fingerprint(number);
  const facts = { ...attempt, channelId: channel.id, cardFingerprint, bin: binOf(number) };
  const values = valuesOf(facts, settings);
  const hash = hasher(vault, channel.id);
  const rules = rulesOf(settings).filter(({ key }) => values[key] !== undefined);
  const keys: WindowKey[] = rules.map(({ name: rule, key, windowMs }) => ({
    rule,
    windowMs,
    hash: hash(key, values[key] ?? ''),
  }));
  const unasked = unchallengedKey(gateway, channel.id, attempt.brand);
  const all = await countAttempt(db, channel.id, [...keys, unasked]);
  const unchallenged = all.find(({ rule }) => rule === UNCHALLENGED)?.counts.attempts ?? 0;
  const isIgnored = unchallenged >= UNCHALLENGED_A_DAY;
  const counted = rules.flatMap((rule) => {
    const found = all.find((one) => one.rule === rule.name);
    return found ? [{ rule, found }] : [];
  });
  const counts = counted.map(({ rule, found }) => [rule, found.counts] as const);
  const allowed = remedy === 'challenge' && !settings.challenge ? 'none' : remedy;
  const verdict =
    isIgnored && allowed === 'challenge' ? verdictWhereIgnored(counts) : verdictOf(counts, allowed);
  const placesOf = (isKept: boolean): CountedKey[] =>
    counted
      .filter(({ rule }) => isCountedAfter(rule, verdict) === isKept)
      .map(({ found: { rule, hash: keyHash, start } }) => ({ rule, hash: keyHash, start }));
  await addToWindows(db, channel.id, placesOf(false), () => ({ attempts: -1 }));
  const { action, rule } = verdict;
  if (action !== 'none' && rule) await noteTrip(gateway, channel, rule, action);
  return {
    channelId: channel.id,
    action,
    resultCode: action === 'refuse' && rule ? refusalOf(rule) : undefined,
    counted: placesOf(true),
  };
}

/** It does not count: it had no outcome, so an attacker has learned nothing. */
export const withdrawAttempt = (
  { db }: GatewayContext,
  { channelId, counted }: Screening,
): Promise<void> => addToWindows(db, channelId, counted, () => ({ attempts: -1 }));

/**
 * Requests for a challenge that a channel's processor has let pass without one; of a brand, so that a thief
 * with cards of one that has no 3-D Secure ends no challenge of another.
 */
export const unchallengedKey = (
  { vault }: GatewayContext,
  channelId: string,
  brand: string,
): WindowKey => ({
  rule: UNCHALLENGED,
  windowMs: VELOCITY_WINDOWS_MS.day,
  hash: hasher(vault, channelId)(UNCHALLENGED, brand),
  isOnlyRead: true,
});

/** Whether a shopper can be asked in this payment. */
export function remedyOf(
  channel: Channel,
  order: {
    readonly mode: PaymentMode;
    readonly paymentType: string;
    readonly brand: string;
    readonly parameters: ParameterSet;
  },
): Remedy {
  const { mode, paymentType, brand, parameters } = order;
  const isPresent = paymentType !== 'CD' && !isDirectDebit(brand) && isShopperPresent(parameters);
  // The merchant has authenticated the shopper elsewhere.
  const isDone = parameters['threeDSecure.verificationId'] ?? parameters['threeDSecure.eci'];
  return isPresent && isDone === undefined && hasThreeDSecure(channel, mode) ? 'challenge' : 'none';
}

/** 04: a challenge is mandated. */
export const CHALLENGE_REQUEST: ParameterSet = { 'threeDSecure.challengeIndicator': '04' };
