/** Collects what came of attempts for a moment: under load many are written in one transaction. */

/** Too short to notice. */
const SHORTEST_MS = 10;
const LONGEST_MS = 200;
/** Collecting lasts as many times as long as the last write: a slow disk gets fewer, larger ones. */
const SHARE = 9;

export interface Collector<Item> {
  /** Resolves when the item is written, rejects when the write failed. */
  add(item: Item): Promise<void>;
  /** There is nothing to do until what was added is written: it is, after as long as the last write took. */
  hurry(): void;
}

/** @param write all that has come together; called one at a time */
export function collecting<Item>(
  write: (items: readonly Item[]) => Promise<void>,
): Collector<Item> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let lastedMs = 0;
  let hurry = () => {};
  const bounded = (ms: number) => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms));
  const collect = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const startedAt = performance.now();
    const timer = setTimeout(resolve, bounded(SHARE * lastedMs));
    hurry = () => {
      hurry = () => {};
      clearTimeout(timer);
      setTimeout(resolve, Math.max(0, startedAt + bounded(lastedMs) - performance.now()));
    };
    return promise;
  };
  const writeAll = async (): Promise<void> => {
    const items = waiting;
    waiting = [];
    next = undefined;
    const startedAt = performance.now();
    try {
      await write(items);
    } finally {
      lastedMs = performance.now() - startedAt;
    }
  };
  return {
    add(item) {
      waiting.push(item);
      next ??= Promise.all([current, collect()]).then(() => {
        const written = writeAll();
        current = written.catch(() => undefined);
        return written;
      });
      return next;
    },
    hurry: () => hurry(),
  };
}
