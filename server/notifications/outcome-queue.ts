/** Collects what came of attempts while a write is under way: under load many are written at once. */

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
    next ??= current.then(() => {
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
