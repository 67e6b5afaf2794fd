/** How often something may happen in a while, counted for all instances together. */
import type { GatewayContext } from '../context.ts';
import { VELOCITY_WINDOWS_MS, type VelocityWindow } from '../entities/index.ts';
import { countAttempt } from './counters.ts';
import { hasher } from './keys.ts';

interface Limit {
  readonly what: string;
  readonly value: string;
  /** A minute when absent. */
  readonly window?: VelocityWindow;
  readonly most: number;
}

/**
 * Counts one more of each.
 * @param channelId in which it is counted; empty for what concerns no channel
 */
export async function areFew(
  { db, vault }: Pick<GatewayContext, 'db' | 'vault'>,
  channelId: string,
  limits: readonly Limit[],
): Promise<boolean> {
  const hash = hasher(vault, channelId);
  const keys = limits.map(({ what, value, window = 'minute' }) => ({
    rule: `${what}/${window}`,
    hash: hash(what, value),
    windowMs: VELOCITY_WINDOWS_MS[window],
  }));
  const counted = await countAttempt(db, channelId, keys);
  return limits.every(({ most }, at) => (counted[at]?.counts.attempts ?? 0) <= most);
}
