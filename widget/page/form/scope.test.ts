import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { createScope } from './scope.ts';

test('effects stop at the end of a scope, and what it registered runs once', () => {
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

test('an effect that fails is reported, goes on itself, and stops no other', () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { follow, end } = createScope();
  const price = signal(1);
  const seen: number[] = [];
  const error = new Error('of a page that has moved things');
  follow(() => {
    if (price.value === 2) throw error;
    seen.push(price.value);
  });
  follow(() => seen.push(-price.value));
  price.value = 2;
  price.value = 3;
  expect(seen).toEqual([1, -1, -2, 3, -3]);
  expect(reported.mock.calls).toEqual([[error]]);
  end();
});

test('events are heard until the end of a scope', () => {
  const { listen, end } = createScope();
  const page = new EventTarget();
  const heard: string[] = [];
  listen(page, 'online', ({ type }) => heard.push(type));
  for (const type of ['online', 'offline', 'online']) page.dispatchEvent(new Event(type));
  end();
  page.dispatchEvent(new Event('online'));
  expect(heard).toEqual(['online', 'online']);
});

test('what is put off runs in its order, each in a task of its own', async () => {
  const scope = createScope();
  const log: string[] = [];
  void scope.later(() => {
    log.push('first');
    setTimeout(() => log.push('a task between'));
  });
  const done = scope.later(() => log.push('second'));
  log.push('now');
  await done;
  expect(log).toEqual(['now', 'first', 'a task between', 'second']);
});

test('what is put off until after the end never runs', async () => {
  const scope = createScope();
  let hasRun = false;
  const done = scope.later(() => {
    hasRun = true;
  });
  scope.end();
  await done;
  expect(hasRun).toBe(false);
});
