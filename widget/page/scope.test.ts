import { expect, test, vi } from 'vitest';
import { createScope } from './scope.ts';
import { signal } from './signals.ts';

test('what follows a signal stops at the end, and the rest is cleared away once', () => {
  const { follow, atEnd, end } = createScope();
  const price = signal(1);
  const seen: number[] = [];
  const clear = vi.fn();
  follow(() => seen.push(price.value));
  atEnd(clear);
  price.value = 2;
  end();
  price.value = 3;
  end();
  expect(seen).toEqual([1, 2]);
  expect(clear).toHaveBeenCalledOnce();
});
