/** What came of attempts is collected: fewer, larger writes on a slow disk, and no wait where that is idle. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collecting } from './outcome-queue.ts';

const WRITE_MS = 20;
/** Nine times as long as a write. */
const COLLECTED_MS = 9 * WRITE_MS;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** After a first write, so that it is known how long one takes. */
async function afterOneWrite() {
  const writes: number[][] = [];
  const collector = collecting<number>(async (items) => {
    writes.push([...items]);
    await new Promise((resolve) => setTimeout(resolve, WRITE_MS));
  });
  const first = collector.add(0);
  await pass(100);
  await first;
  expect(writes.splice(0)).toEqual([[0]]);
  return { writes, collector };
}

it('writes together what comes within some times as long as the last write took', async () => {
  const { writes, collector } = await afterOneWrite();
  const added = [collector.add(1)];
  await pass(COLLECTED_MS - 1);
  added.push(collector.add(2));
  expect(writes).toEqual([]);
  await pass(1 + WRITE_MS);
  await Promise.all(added);
  expect(writes).toEqual([[1, 2]]);
});

it('collects for as long as the last write took where nothing is to be done until it is written', async () => {
  const { writes, collector } = await afterOneWrite();
  const added = collector.add(1);
  collector.hurry();
  await pass(WRITE_MS - 1);
  expect(writes).toEqual([]);
  await pass(1);
  expect(writes).toEqual([[1]]);
  await pass(WRITE_MS);
  await added;
  const next = collector.add(2);
  await pass(COLLECTED_MS - 1);
  expect(writes).toEqual([[1]]);
  await pass(1 + WRITE_MS);
  await next;
});

it('tells of a write that failed, and goes on', async () => {
  let isFull = true;
  const { add } = collecting<number>(async () => {
    if (isFull) throw new Error('the disk is full');
  });
  const failed = expect(add(1)).rejects.toThrow('the disk is full');
  await pass(100);
  await failed;
  isFull = false;
  const written = add(2);
  await pass(100);
  await written;
});
