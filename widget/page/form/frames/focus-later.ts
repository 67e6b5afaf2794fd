/**
 * WebKit lets a frame that was never touched take the focus only while a click or a key is handled:
 * by a message to its window that was posted then, or in a timer that was set then and is due within
 * a second. What a port brings is no part of it, and whether a field in a frame is wrong comes
 * through a port. So timers are set in time.
 */
const DUE_MS = [50, 150, 400, 900] as const;

let again: (() => void) | undefined;

/** Call it while the click or the key is handled that may move the focus, too. */
export function allowFocus(): void {
  again = undefined;
  for (const due of DUE_MS) setTimeout(focusAgain, due);
}

/** Asks once more; also when a frame is there that was not when it was asked. */
export function focusAgain(): void {
  again?.();
}

/**
 * Asks in such timers once more, unless the shopper has gone elsewhere meanwhile: a frame that has only
 * just been opened may be asked before its browser knows that it is seen, and then takes no focus.
 */
export function focusLater(frame: HTMLIFrameElement, focus: () => void): void {
  allowFocus();
  const active = () => (frame.getRootNode() as Document | ShadowRoot).activeElement;
  const before = active();
  again = () => {
    if (active() === before) focus();
  };
}

/** The focus has arrived. */
export function endFocusLater(): void {
  again = undefined;
}
