/** No time limit without a warning (WCAG 2.2.1): the last minutes of the checkout are counted down. */

import type { FormInstance } from './form-instance.ts';
import { announce } from './form-state.ts';
import type { Scope } from './scope.ts';

const WARN_MINUTES = 5;

/**
 * Shows the minutes that are left, and says them twice: first and last. The warning has a place of
 * its own, so that it pushes no other message away.
 *
 * @param place where a message is seen by now
 * @param now the gateway's time, epoch milliseconds
 */
export function warnOfExpiry(
  { atEnd }: Scope,
  place: () => Pick<FormInstance, 'message' | 'state'>,
  now: () => number,
): void {
  let at = place().message;
  const warning = at.cloneNode() as HTMLElement;
  warning.toggleAttribute('data-info');
  warning.hidden = false;

  // Looks again and again rather than waits for the moment: a computer may sleep through that.
  const timer = setInterval(() => {
    const { message, state } = place();
    const { expiresAt = 0 } = state.terms.peek() ?? {};
    const count = Math.ceil((expiresAt - now()) / 60_000);
    const isNear = count > 0 && count <= WARN_MINUTES;
    if (!isNear || state.phase.peek() === 'ended') return warning.remove();
    const text = state.text({ key: 'sessionEnding', values: { count } });
    if (warning.textContent === text && at === message) return;
    if (count < 2 || !warning.isConnected) announce(state, text);
    warning.textContent = text;
    message.before(warning);
    at = message;
  }, 1_000);
  atEnd(() => clearInterval(timer));
}
