/** The one sleep of tests that wait for nothing to happen; what does happen is polled for. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Resolves after some rounds of whatever looks for work: long enough for what must not happen, were it
 * to happen. A machine that is slower than that hides a fault; it never makes one.
 */
export const aWhile = (milliseconds = 1_000): Promise<void> => sleep(milliseconds);
