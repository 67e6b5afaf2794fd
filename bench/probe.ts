/** Loaded into a server that is measured (`node --import`): tells its parent what it uses. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Usage {
  /** Processor time since the start, all threads. */
  readonly cpuMs: number;
  /** Resident memory, V8's heap, what of it is used, and what it holds outside of it, in bytes. */
  readonly rss: number;
  readonly heapTotal: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** `collected` wants to know after garbage collection; for that node needs `--expose-gc`. */
export type Question = 'usage' | 'collected';

process.on('message', async (question: Question) => {
  if (question === 'collected') await collectGarbage();
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const usage: Usage = { cpuMs: (user + system) / 1000, rss, heapTotal, heapUsed, external };
  process.send?.(usage);
});
// Listening must not keep the server from ending.
process.channel?.unref();
process.once('disconnect', () => process.exit());

/**
 * The last resort also gives V8's unused pages back: a young generation that has grown under load
 * would otherwise stay resident, and hide what a server really keeps.
 */
async function collectGarbage(): Promise<void> {
  if (!globalThis.gc) throw new Error('node runs without --expose-gc');
  for (let pass = 0; pass < 3; pass += 1) {
    globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await sleep(100);
  }
}
