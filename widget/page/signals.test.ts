import { expect, test, vi } from 'vitest';
import { batch, computed, effect, signal } from './signals.ts';

test('an effect runs at once, and again when what it read has changed', () => {
  const name = signal('a');
  const seen: string[] = [];
  effect(() => {
    seen.push(name.value);
  });
  name.value = 'b';
  name.value = 'b';
  expect(seen).toEqual(['a', 'b']);
});

test('what is only peeked at ties nothing', () => {
  const name = signal('a');
  const run = vi.fn(() => {
    name.peek();
  });
  effect(run);
  name.value = 'b';
  expect(run).toHaveBeenCalledTimes(1);
});

test('an effect is tied to what it read the last time, and no more to what it read before', () => {
  const isFirst = signal(true);
  const first = signal(1);
  const second = signal(2);
  const seen: number[] = [];
  effect(() => {
    seen.push(isFirst.value ? first.value : second.value);
  });
  second.value = 3;
  isFirst.value = false;
  first.value = 4;
  second.value = 5;
  expect(seen).toEqual([1, 3, 5]);
});

test('a computed value is worked out once, when it is read, and anew after a change', () => {
  const price = signal(2);
  const work = vi.fn(() => price.value * 10);
  const total = computed(work);
  expect(work).not.toHaveBeenCalled();
  expect([total.value, total.value, total.peek()]).toEqual([20, 20, 20]);
  price.value = 3;
  expect(total.value).toBe(30);
  expect(work).toHaveBeenCalledTimes(2);
});

test('an effect does not run for a computed value that came out the same', () => {
  const count = signal(1);
  const isOdd = computed(() => count.value % 2 === 1);
  const run = vi.fn(() => {
    isOdd.value;
  });
  effect(run);
  count.value = 3;
  expect(run).toHaveBeenCalledTimes(1);
  count.value = 4;
  expect(run).toHaveBeenCalledTimes(2);
});

test('an effect sees several changes of a batch as one', () => {
  const first = signal('Jane');
  const last = signal('Doe');
  const seen: string[] = [];
  effect(() => {
    seen.push(`${first.value} ${last.value}`);
  });
  batch(() => {
    first.value = 'John';
    last.value = 'Roe';
  });
  expect(seen).toEqual(['Jane Doe', 'John Roe']);
});

test('an effect may write what another follows', () => {
  const number = signal('');
  const brand = signal('');
  const seen: string[] = [];
  effect(() => {
    seen.push(brand.value);
  });
  effect(() => {
    brand.value = number.value.startsWith('4') ? 'VISA' : '';
  });
  number.value = '4';
  expect(seen).toEqual(['', 'VISA']);
});

test('an effect that is begun inside another ties nothing to the outer one', () => {
  const inner = signal(1);
  const outer = vi.fn(() => {
    effect(() => {
      inner.value;
    });
  });
  effect(outer);
  inner.value = 2;
  expect(outer).toHaveBeenCalledTimes(1);
});

test('what an effect throws is reported, and the others run', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const value = signal(0);
  const error = new Error('broken');
  effect(() => {
    if (value.value > 0) throw error;
  });
  const seen: number[] = [];
  effect(() => {
    seen.push(value.value);
  });
  value.value = 1;
  expect(seen).toEqual([0, 1]);
  expect(reported).toHaveBeenCalledWith(error);
});

test('an ended effect runs no more, even when it was due', () => {
  const value = signal(0);
  const run = vi.fn(() => {
    value.value;
  });
  const end = effect(run);
  batch(() => {
    value.value = 1;
    end();
  });
  value.value = 2;
  expect(run).toHaveBeenCalledTimes(1);
});
