import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchEventLoop } from './event-loop.ts';

it('tells while the process has no time left, and that it has some again', async () => {
  const isBusy = watchEventLoop();
  expect(isBusy()).toBe(false);
  // Turn after turn, with nothing to wait for.
  while (!isBusy()) await nextTurn();
  await expect.poll(isBusy).toBe(false);
});
