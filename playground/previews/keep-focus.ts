/** Forms that are being brought to a state, that take the focus by themselves. */
const busy = new Set<EventTarget | null>();
let before: EventTarget | null = null;

function onFocusOut({ target }: FocusEvent): void {
  // Else two of them would hand the focus to each other.
  if (!busy.has(target)) before = target;
}

function onBlur(): void {
  // Only now is it known where the focus has gone.
  setTimeout(() => {
    const { activeElement } = document;
    // Not necessarily the one that took it first: from one frame to the other it goes without an event here.
    if (!busy.has(activeElement)) return;
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else if (activeElement instanceof HTMLElement) activeElement.blur();
  });
}

/**
 * A form goes to its first wrong field once it is paid, and a bank's page to its own: by themselves they
 * would take the focus from what the designer types in. `inert` does not stop frames of another origin.
 * @returns what ends it
 */
export function keepFocus(frame: HTMLIFrameElement): () => void {
  busy.add(frame);
  document.addEventListener('focusout', onFocusOut);
  window.addEventListener('blur', onBlur);
  return () => {
    busy.delete(frame);
    if (busy.size > 0) return;
    before = null;
    document.removeEventListener('focusout', onFocusOut);
    window.removeEventListener('blur', onBlur);
  };
}
