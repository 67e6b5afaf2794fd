/** What operators are told of messages that are given up. */
import { expect, it } from 'vitest';
import { deliveriesGivenUp } from '../diagnostics.ts';
import { reportGivenUp } from './given-up.ts';

it('counts them in the metrics, and names each receiver once in the log, with how many', () => {
  const counted: unknown[] = [];
  const count = (message: unknown) => counted.push(message);
  deliveriesGivenUp.subscribe(count);
  const warned: unknown[] = [];
  reportGivenUp(['hook1', 'hook2', 'hook1'], (about, message) => warned.push([about, message]));
  reportGivenUp([], (about) => warned.push(about));
  reportGivenUp(['hook3']);
  deliveriesGivenUp.unsubscribe(count);
  const message = expect.stringContaining('given up');
  expect(warned).toEqual([
    [{ webhook: 'hook1', count: 2 }, message],
    [{ webhook: 'hook2', count: 1 }, message],
  ]);
  expect(counted).toEqual([{ count: 2 }, { count: 1 }, { count: 1 }]);
});
