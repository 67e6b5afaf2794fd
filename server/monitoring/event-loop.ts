/** Whether this process has had any time left in the last moment. */
import { performance } from 'node:perf_hooks';

const MOMENT_MS = 100;
/** Of its time; what it reads and writes counts as work. */
const BUSY_SHARE = 0.9;

/**
 * Looks at the event loop ten times a second, until the process ends.
 * @returns whether it was busy at the last look
 */
export function watchEventLoop(): () => boolean {
  let isBusy = false;
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, before).utilization > BUSY_SHARE;
    before = now;
  }, MOMENT_MS).unref();
  return () => isBusy;
}
