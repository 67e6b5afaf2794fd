/**
 * A process that works for a gateway ends when the gateway is gone, however it ended, and however busy the
 * process is: a report or a font may keep it from hearing anything for long. So a thread of its own looks.
 */
import { Worker } from 'node:worker_threads';

const LOOK_MS = 1_000;

export function endWithParent(): void {
  const { ppid } = process;
  const look = `setInterval(() => {
    if (process.ppid !== ${ppid}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS})`;
  // It holds nothing up when the process ends by itself.
  new Worker(look, { eval: true }).unref();
}
