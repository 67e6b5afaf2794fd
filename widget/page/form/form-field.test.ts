import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { afterClick, cardField, emptyVariant } from './form-field.ts';
import { createFormState } from './form-state.ts';

describe('a field that was left', () => {
  let isPressed = false;
  beforeEach(() => {
    vi.useFakeTimers();
    isPressed = false;
    const querySelector = (selector: string) => (selector === ':active' && isPressed ? {} : null);
    vi.stubGlobal('document', { querySelector });
  });
  afterEach(() => vi.useRealTimers());

  test('is validated a moment later', () => {
    const validate = vi.fn();
    afterClick(validate);
    vi.advanceTimersByTime(199);
    expect(validate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(validate).toHaveBeenCalledOnce();
  });

  test('is not validated while the button that left it is held down', () => {
    const validate = vi.fn();
    isPressed = true;
    afterClick(validate);
    vi.advanceTimersByTime(5_000);
    expect(validate).not.toHaveBeenCalled();
    isPressed = false;
    vi.advanceTimersByTime(200);
    expect(validate).toHaveBeenCalledOnce();
  });
});

test.each([
  [true, true, 'cvvMissing'],
  [true, false, undefined],
  [false, true, undefined],
])(
  'in the list (%s) a field that is empty (%s) is called missing, not wrong',
  (isList, isEmpty, expected) => {
    expect(emptyVariant(createFormState([], isList), 'cvv', isEmpty)).toBe(expected);
  },
);

test.each([
  ['cardNumber', 'cardNumber', 'cardNumberError'],
  ['expiry', 'expiryDate', 'expiryMonthError'],
  ['cardHolder', 'cardHolder', 'cardHolderError'],
] as const)('%s has the label and the error that pages know: %s, %s', (key, label, hint) => {
  const state = createFormState([], false);
  expect(cardField(state, key)).toEqual({ key, label, hint, error: state.errors[key] });
});
