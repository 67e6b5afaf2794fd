/**
 * The velocity rules and what trips them. Pure: what was counted comes from `counters.ts`. The defaults
 * were chosen by `bench/card-testing.ts`; docs/operations.md has them as a table.
 */
import { RESULT } from '../../../contract/result-by-name.ts';
import {
  VELOCITY_KEYS,
  VELOCITY_WINDOWS_MS,
  type VelocityKey,
  type VelocityLimit,
  type VelocityRuleName,
  type VelocitySettings,
  type VelocityWindow,
} from '../entities/index.ts';

export interface VelocityRule extends VelocityLimit {
  readonly name: VelocityRuleName;
  readonly key: VelocityKey;
  readonly windowMs: number;
}

const DEFAULT_LIMITS: Readonly<Partial<Record<VelocityRuleName, VelocityLimit>>> = {
  'card/hour': { challenge: 4, refuse: 6 },
  'card/day': { challenge: 8, refuse: 12 },
  'checkout/hour': { challenge: 4, refuse: 12 },
  'email/hour': { challenge: 4, refuse: 12 },
  'address/minute': { attempts: 300 },
  'address/hour': { challenge: 5, refuse: 10 },
  'network/hour': { challenge: 8, refuse: 30 },
  'bin/hour': { challenge: 6, refuse: 30 },
  'channel/hour': { challenge: 8 },
};

/** In force on a channel, those of the narrowest keys first. */
export function rulesOf({ limits }: VelocitySettings): VelocityRule[] {
  const names = new Set([...Object.keys(DEFAULT_LIMITS), ...Object.keys(limits)]);
  return [...names]
    .map((text) => {
      const name = text as VelocityRuleName;
      const [key, window] = name.split('/') as [VelocityKey, VelocityWindow];
      const windowMs = VELOCITY_WINDOWS_MS[window];
      return { ...DEFAULT_LIMITS[name], ...limits[name], name, key, windowMs };
    })
    .toSorted((a, b) => widthOf(a) - widthOf(b));
}

const widthOf = ({ key }: Pick<VelocityRule, 'key'>): number => VELOCITY_KEYS.indexOf(key);

/** Keys that honest shoppers share with others. */
const SHARED: ReadonlySet<string> = new Set(['address', 'network', 'bin', 'channel']);
/** Those that they cannot help sharing: where a challenge can be asked for, these never refuse. */
const WIDE: ReadonlySet<string> = new Set(['network', 'bin', 'channel']);

/** What anybody can type: the shopper who owns it is asked, and not locked out. */
const CLAIMED: ReadonlySet<string> = new Set(['email']);

export const isShared = ({ key }: Pick<VelocityRule, 'key'>): boolean => SHARED.has(key);

/** In thousandths: what a success excuses of the declines of its key. */
const PRIVATE_RELIEF = 10_000;
const RELIEF: Readonly<Record<string, number>> = {
  address: 500,
  network: 250,
  bin: 250,
  channel: 250,
};
export const DECLINE_WEIGHT = 1_000;

/** @param ruleName as `address/hour` */
export const reliefOf = (ruleName: string): number =>
  RELIEF[ruleName.split('/')[0] ?? ''] ?? PRIVATE_RELIEF;

/** Of one key, over the last length of the window. */
export interface Counts {
  readonly attempts: number;
  readonly successes: number;
  readonly declines: number;
  /** Thousandths. */
  readonly excess: number;
}

/**
 * Of so many successes one attempt may be under way without being suspected: a shop has its shoppers at
 * the bank, and a thief sends everything at once.
 */
const SUCCESSES_FOR_ONE_OPEN = 20;

/** Shoppers behind one address who may all be challenged at this moment, before it is refused. */
const AT_THEIR_BANKS = 40;

/** How many attempts under way are more than the key's successes explain. */
const openBeyondUsual = ({ attempts, successes, declines }: Counts): number =>
  Math.max(0, attempts - successes - declines - successes / SUCCESSES_FOR_ONE_OPEN);

/**
 * - `challenge`: the processor challenges shoppers, so a stolen card learns nothing from an attempt
 * - `none`: it does not, or there is no shopper to ask
 * - `store`: the card is only stored, which can wait
 */
export type Remedy = 'challenge' | 'none' | 'store';
export type Action = 'none' | 'challenge' | 'refuse';

/**
 * What a rule does with an attempt. Attempts that are under way count as declines until they succeed, so
 * that no burst passes.
 * @param counts with this attempt among them
 */
export function actionOf(rule: VelocityRule, counts: Counts, remedy: Remedy): Action {
  const { challenge = null, refuse = null, attempts = null } = rule;
  const declines = counts.excess / DECLINE_WEIGHT;
  const open = openBeyondUsual(counts);
  const level = declines + open;
  const isSuspect =
    (challenge !== null && level > challenge) || (attempts !== null && counts.attempts > attempts);
  if (remedy === 'challenge') {
    const decided = isShared(rule) ? declines + Math.max(0, open - AT_THEIR_BANKS) : level;
    const onlyAsks = WIDE.has(rule.key) || CLAIMED.has(rule.key);
    if (refuse !== null && !onlyAsks && decided > refuse) return 'refuse';
    return isSuspect ? 'challenge' : 'none';
  }
  if (refuse !== null && level > refuse) return 'refuse';
  return remedy === 'store' && WIDE.has(rule.key) && isSuspect ? 'refuse' : 'none';
}

export interface Verdict {
  readonly action: Action;
  /** The rule that decided; undefined where none tripped. */
  readonly rule: VelocityRule | undefined;
  /** The narrowest rule that tripped: wider keys do not count what it has caught. */
  readonly caughtBy: VelocityRule | undefined;
}

/** @param counted rules with what they count, those of the narrowest keys first */
export function verdictOf(
  counted: readonly (readonly [VelocityRule, Counts])[],
  remedy: Remedy,
): Verdict {
  // Paid with here today: this shopper is no tester, even where other cards of its bank are tested.
  const isKnown = counted.some(
    ([{ key, windowMs }, { successes }]) =>
      key === 'card' && windowMs === VELOCITY_WINDOWS_MS.day && successes > 0,
  );
  const tripped = counted
    .filter(([{ key }]) => !(isKnown && WIDE.has(key)))
    .map(([rule, counts]) => ({ rule, action: actionOf(rule, counts, remedy) }))
    .filter(({ action }) => action !== 'none');
  const decisive = tripped.find(({ action }) => action === 'refuse') ?? tripped[0];
  return {
    action: decisive?.action ?? 'none',
    rule: decisive?.rule,
    caughtBy: tripped[0]?.rule,
  };
}

/**
 * Where the processor has let requests for a challenge pass: it refuses as where there is none, and asks
 * all the same, for those cards that are challenged. As the challenge may stop no attacker, wide keys go on counting.
 */
export function verdictWhereIgnored(counted: Parameters<typeof verdictOf>[0]): Verdict {
  const late = verdictOf(counted, 'none');
  if (late.action === 'refuse') return late;
  return { ...verdictOf(counted, 'challenge'), caughtBy: undefined };
}

/** Whether the key of a rule goes on counting an attempt after the verdict. */
export function isCountedAfter(rule: VelocityRule, { action, caughtBy }: Verdict): boolean {
  if (action === 'none' || caughtBy === undefined) return true;
  // What is refused says nothing about others who share the key.
  if (action === 'refuse') return !isShared(rule);
  return widthOf(rule) <= widthOf(caughtBy);
}

const REFUSALS: Readonly<Record<VelocityKey, string>> = {
  card: RESULT.accountLimitExceeded,
  checkout: RESULT.tooManyRequests,
  email: RESULT.emailLimitExceeded,
  address: RESULT.addressLimitExceeded,
  network: RESULT.addressLimitExceeded,
  bin: RESULT.tooManyRequests,
  channel: RESULT.channelLimitExceeded,
};

/** Result of a payment that the rule refuses. */
export const refusalOf = ({ key }: Pick<VelocityRule, 'key'>): string => REFUSALS[key];
