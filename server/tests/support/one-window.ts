/** What is counted is counted by the full minute and hour (D21), and is nothing in the next. */
import { setTimeout as sleep } from 'node:timers/promises';
import { VELOCITY_WINDOWS_MS } from '../../gateway/entities/index.ts';

/** Resolves when this much is left of the hour, milliseconds: at once, or when the next one begins. */
export const withinOneHour = (needed = 30_000): Promise<void> => within('hour', needed);

/** The same of the minute. */
export const withinOneMinute = (needed = 15_000): Promise<void> => within('minute', needed);

async function within(window: 'minute' | 'hour', needed: number): Promise<void> {
  const length = VELOCITY_WINDOWS_MS[window];
  const left = length - (Date.now() % length);
  if (left < needed) await sleep(left);
}
