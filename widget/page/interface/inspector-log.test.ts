import { expect, it } from 'vitest';
import { logged, record } from './inspector-log.ts';

it('keeps nothing of a live checkout: nothing has begun to keep', () => {
  record('answer', 'https://gateway.example/v1/checkouts/id/form', '200');
  expect(logged()).toBeUndefined();
});
