import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './dialect.ts';

/** Longest wait for another process's transaction, in milliseconds. */
const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 16;

/**
 * Runs a statement again while another connection holds SQLite's lock. Waiting in JavaScript, and not in
 * SQLite's own busy timeout, leaves the event loop free: the holder may live in this process.
 */
export async function whenNotBusy<T>(run: () => T): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await delay(pause * Math.random());
  }
}
