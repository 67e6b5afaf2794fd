import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import en from '../../../locales/en.json' with { type: 'json' };
import { createFormState } from './form-state.ts';
import { createScope, type Scope } from './scope.ts';
import { warnOfExpiry } from './session-ending.ts';

const MINUTE = 60_000;
const warning = {
  hidden: true,
  isConnected: false,
  textContent: '',
  isInfo: false,
  toggleAttribute: () => {
    warning.isInfo = true;
  },
  remove: () => {
    warning.isConnected = false;
  },
};
const message = {
  cloneNode: () => warning,
  before: (node: typeof warning) => {
    node.isConnected = true;
  },
} as unknown as HTMLElement;

let scope: Scope;
const said: string[] = [];
const begin = () => {
  const state = createFormState([], false);
  state.language.value = { language: 'en', direction: 'ltr', texts: en };
  state.terms.value = { expiresAt: Date.now() + 20 * MINUTE } as CheckoutFormData;
  state.phase.value = 'ready';
  scope.follow(() => {
    if (state.announcement.value) said.push(state.announcement.value);
  });
  warnOfExpiry(scope, () => ({ message, state }), Date.now);
  return state;
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', { wpwlOptions: {} });
  said.length = 0;
  Object.assign(warning, { hidden: true, isConnected: false, textContent: '', isInfo: false });
  scope = createScope();
});
afterEach(() => {
  scope.end();
  vi.useRealTimers();
});

/** The warning as it stands in the page; undefined where there is none. */
const shown = () => (warning.isConnected ? warning.textContent : undefined);

test('the last five minutes are counted down, and said twice: first and last', () => {
  begin();
  vi.advanceTimersByTime(15 * MINUTE - 1);
  expect(shown()).toBeUndefined();
  const counted: unknown[] = [];
  for (let minute = 0; minute < 5; minute += 1) {
    vi.advanceTimersByTime(minute ? MINUTE : 1_001);
    counted.push(shown());
  }
  expect(counted.map((text) => String(text).match(/\d/)?.[0])).toEqual(['5', '4', '3', '2', '1']);
  expect(said).toEqual([counted[0], counted[4]]);
  expect([warning.hidden, warning.isInfo]).toEqual([false, true]);
});

test('a computer that slept through its beginning is warned when it wakes', () => {
  begin();
  vi.setSystemTime(Date.now() + 18 * MINUTE + 1);
  vi.advanceTimersByTime(1_000);
  expect(shown()).toContain('2');
  expect(said).toHaveLength(1);
});

test('the warning goes when the checkout is over, paid, or has more time', () => {
  const state = begin();
  vi.advanceTimersByTime(16 * MINUTE);
  expect(shown()).toBeDefined();
  state.terms.value = { expiresAt: Date.now() + 20 * MINUTE } as CheckoutFormData;
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBeUndefined();
  vi.advanceTimersByTime(16 * MINUTE);
  expect(shown()).toBeDefined();
  state.phase.value = 'ended';
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBeUndefined();
  state.phase.value = 'ready';
  vi.advanceTimersByTime(MINUTE);
  expect(shown()).toBeDefined();
  vi.advanceTimersByTime(3 * MINUTE);
  expect(shown()).toBeUndefined();
});

test('a form without data warns of nothing, nor does one that has gone', () => {
  const state = begin();
  state.terms.value = undefined;
  vi.advanceTimersByTime(19 * MINUTE);
  expect(shown()).toBeUndefined();
  state.terms.value = { expiresAt: Date.now() + MINUTE } as CheckoutFormData;
  scope.end();
  vi.advanceTimersByTime(2_000);
  expect(shown()).toBeUndefined();
});
