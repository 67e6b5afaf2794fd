/** Keys without a modifier: what they do anywhere but in a field. */
import { useLayoutEffect } from 'preact/hooks';

/** Whether keys are typed into something, or a dialog has the page. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

const hasDialog = () => document.querySelector('dialog[open]') !== null;

/**
 * Heard as soon as the component is in the page: what is seen may be used.
 * @param actions by `event.key`
 */
export function useKeys(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useLayoutEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || hasDialog()) return;
      actions[event.key]?.(event);
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  });
}

/** `j`, `k` and the arrows move over the rows of the page's list. */
export function useRowKeys(): void {
  const down = (event: KeyboardEvent) => moveOverRows(event, 1);
  const up = (event: KeyboardEvent) => moveOverRows(event, -1);
  useKeys({ j: down, ArrowDown: down, k: up, ArrowUp: up });
}

/** Moves the focus over the links of rows, which Enter opens. */
function moveOverRows(event: KeyboardEvent, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main a.row')];
  if (rows.length === 0) return;
  const at = rows.findIndex((row) => row.matches(':focus'));
  const next = at < 0 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus();
  event.preventDefault();
}
