/**
 * A process that works for a gateway ends when the gateway is gone, however it ended, and however busy the
 * process is: a report or a font may keep it from hearing anything for long. So a thread of its own looks.
 */
import { Worker } from 'node:worker_threads';

const LOOK_MS = 1_000;

/** The last argument of such a process: its parent may be gone before the process can ask who it is. */
export const ownPid = (): string => String(process.pid);

export function endWithParent(): void {
  const parent = Number(process.argv.at(-1));
  const look = `setInterval(() => {
    if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL');
  }, ${LOOK_MS})`;
  // It holds nothing up when the process ends by itself.
  new Worker(look, { eval: true }).unref();
}
