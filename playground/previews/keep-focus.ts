/** Forms that are being brought to a state, whose focus nobody has given them. */
const busy = new Set<EventTarget>();

/**
 * A form goes to its first wrong field once it is paid, and a bank's page to its own: by themselves they
 * would take the focus from what the designer types in. `inert` does not stop frames of another origin.
 * @returns what ends it
 */
export function keepFocus(frame: HTMLIFrameElement): () => void {
  let before: EventTarget | null = null;
  busy.add(frame);
  const onFocusOut = ({ target }: FocusEvent) => {
    // Else two of them would hand the focus to each other.
    if (target && !busy.has(target)) before = target;
  };
  const onBlur = () => {
    // Only now is it known where the focus has gone.
    setTimeout(() => {
      if (document.activeElement !== frame) return;
      if (before instanceof HTMLElement && before !== frame && before.isConnected) before.focus();
      else frame.blur();
    });
  };
  document.addEventListener('focusout', onFocusOut);
  window.addEventListener('blur', onBlur);
  return () => {
    busy.delete(frame);
    document.removeEventListener('focusout', onFocusOut);
    window.removeEventListener('blur', onBlur);
  };
}
