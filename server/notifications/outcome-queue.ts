/** Collects what came of attempts for a moment: under load many are written in one transaction. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than it takes to write them, shorter than anybody notices. */
const COLLECT_MS = 25;

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
  return (item) => {
    waiting.push(item);
    next ??= Promise.all([current, sleep(COLLECT_MS)]).then(() => {
      const items = waiting;
      waiting = [];
      next = undefined;
      const written = write(items);
      current = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
