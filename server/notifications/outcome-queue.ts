/** Collects what came of attempts for a moment: under load many are written in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Too short to notice. */
const SHORTEST_MS = 10;
const LONGEST_MS = 200;
/** Collecting lasts as many times as long as the last write: a slow disk gets fewer, larger ones. */
const SHARE = 9;

/**
 * @param write all that has come together; called one at a time
 * @returns resolves when the item is written, rejects when the write failed
 */
export function collecting<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let pauseMs = SHORTEST_MS;
  const writeAll = async (): Promise<void> => {
    const items = waiting;
    waiting = [];
    next = undefined;
    const startedAt = performance.now();
    try {
      await write(items);
    } finally {
      const lasted = performance.now() - startedAt;
      pauseMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, SHARE * lasted));
    }
  };
  return (item) => {
    waiting.push(item);
    next ??= Promise.all([current, sleep(pauseMs)]).then(() => {
      const written = writeAll();
      current = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
