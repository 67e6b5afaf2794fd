import { describe, expect, test } from 'vitest';
import { ConnectionQueue } from './connection-queue.ts';

describe('the queue for the one connection', () => {
  test('lets one holder in at a time, in the order in which they came', async () => {
    const queue = new ConnectionQueue();
    const seen: string[] = [];
    const hold = async (name: string) => {
      await queue.acquire();
      seen.push(`${name} in`);
      await Promise.resolve();
      seen.push(`${name} out`);
      queue.release();
    };
    await Promise.all([hold('a'), hold('b'), hold('c')]);
    expect(seen).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
  });

  test('gives up on a connection that never gets free, and says the likely reason', async () => {
    const queue = new ConnectionQueue(10);
    await queue.acquire();
    await expect(queue.acquire()).rejects.toThrow(/used inside a transaction/);
  });

  test('passes over those who have given up', async () => {
    const queue = new ConnectionQueue(10);
    await queue.acquire();
    await expect(queue.acquire()).rejects.toThrow();
    const next = queue.acquire();
    queue.release();
    await expect(next).resolves.toBeUndefined();
    queue.release();
    await expect(queue.acquire()).resolves.toBeUndefined();
  });
});
