import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allowFocus, endFocusLater, focusAgain, focusLater } from './focus-later.ts';

/** The document around the frame. */
const root: { activeElement: unknown } = { activeElement: null };
const frame = { getRootNode: () => root } as unknown as HTMLIFrameElement;
const focus = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  focus.mockClear();
  root.activeElement = null;
});
afterEach(() => {
  endFocusLater();
  vi.useRealTimers();
});

/** When it was asked, milliseconds after the click. */
function askedAt(): number[] {
  const clicked = Date.now();
  const times: number[] = [];
  focus.mockImplementation(() => times.push(Date.now() - clicked));
  return times;
}

test('the focus is asked for again within a second of the click that may move it', () => {
  const times = askedAt();
  allowFocus();
  vi.advanceTimersByTime(100);
  focusLater(frame, focus);
  vi.advanceTimersByTime(5_000);
  expect(times).toEqual([150, 150, 250, 400, 500, 900, 1000]);
});

test('it is asked for again where no click was, as of a frame that does not know yet that it is seen', () => {
  const times = askedAt();
  focusLater(frame, focus);
  vi.advanceTimersByTime(5_000);
  expect(times).toEqual([50, 150, 400, 900]);
});

test('it is asked for no more once it has arrived', () => {
  const times = askedAt();
  focusLater(frame, focus);
  vi.advanceTimersByTime(100);
  endFocusLater();
  vi.advanceTimersByTime(5_000);
  expect(times).toEqual([50]);
});

test('a shopper who has gone elsewhere meanwhile is not called back', () => {
  allowFocus();
  focusLater(frame, focus);
  root.activeElement = 'the holder';
  vi.advanceTimersByTime(5_000);
  expect(focus).not.toHaveBeenCalled();
});

test('what an earlier click has asked for is over with the next', () => {
  allowFocus();
  focusLater(frame, focus);
  allowFocus();
  vi.advanceTimersByTime(5_000);
  expect(focus).not.toHaveBeenCalled();
});

test('a frame that was not there when it was asked is asked when it is', () => {
  focusAgain();
  focusLater(frame, focus);
  focusAgain();
  expect(focus).toHaveBeenCalledOnce();
});
