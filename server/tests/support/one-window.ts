/**
 * What is counted is counted by the full minute and hour (D21), and is nothing in the next; a report is
 * of days.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { VELOCITY_WINDOWS_MS } from '../../gateway/entities/index.ts';

/** Resolves when this much is left of the hour, milliseconds: at once, or when the next one begins. */
export const withinOneHour = (needed = 30_000): Promise<void> => within('hour', needed);

/** The same of the minute. */
export const withinOneMinute = (needed = 15_000): Promise<void> => within('minute', needed);

/** The same of the day, which is UTC's. Before a test that asks what happened today. */
export const withinOneDay = (needed = 60_000): Promise<void> => within('day', needed);

const WINDOWS_MS = { ...VELOCITY_WINDOWS_MS, day: 24 * 60 * 60_000 };

async function within(window: 'minute' | 'hour' | 'day', needed: number): Promise<void> {
  const length = WINDOWS_MS[window];
  const left = length - (Date.now() % length);
  if (left < needed) await sleep(left);
}
