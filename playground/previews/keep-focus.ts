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
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    else if (activeElement instanceof HTMLElement) activeElement.blur();
  });
}

/**
 * The ways in which the form's script asks for the focus do nothing in its page any more: a key that is
 * typed before the focus is handed back would be lost. Nor does it scroll to what it has to say: the
 * windows around it would scroll as well.
 * @returns what makes them work again
 */
function withholdFocus({
  Element,
  HTMLElement,
  HTMLIFrameElement,
  MessagePort,
}: typeof globalThis): () => void {
  const elements = HTMLElement.prototype;
  const frames = HTMLIFrameElement.prototype;
  const ports = MessagePort.prototype;
  const { focus } = elements;
  const { scrollIntoView } = Element.prototype;
  const { postMessage } = ports;
  const windowOf = Object.getOwnPropertyDescriptor(frames, 'contentWindow');
  if (!windowOf) return () => {};
  elements.focus = () => {};
  Element.prototype.scrollIntoView = () => {};
  ports.postMessage = function (message: { readonly type?: string }, ...others: [never]) {
    if (message.type !== 'focus') postMessage.call(this, message, ...others);
  };
  // A field's frame that is ready is told nothing else by its window.
  Object.defineProperty(frames, 'contentWindow', {
    ...windowOf,
    get(this: HTMLIFrameElement) {
      return this.dataset['ready'] === undefined ? windowOf.get?.call(this) : null;
    },
  });
  return () => {
    elements.focus = focus;
    Element.prototype.scrollIntoView = scrollIntoView;
    ports.postMessage = postMessage;
    Object.defineProperty(frames, 'contentWindow', windowOf);
  };
}

/**
 * A form goes to its first wrong field once it is paid, and a bank's page to its own: by themselves they
 * would take the focus from what the designer types in, and the board to another place. `inert` does not stop frames of another origin,
 * so what a bank's page takes is handed back.
 * @returns what ends it
 */
export function keepFocus(frame: HTMLIFrameElement): () => void {
  busy.add(frame);
  const giveBack = withholdFocus(frame.contentWindow as Window & typeof globalThis);
  document.addEventListener('focusout', onFocusOut);
  window.addEventListener('blur', onBlur);
  return () => {
    giveBack();
    busy.delete(frame);
    if (busy.size > 0) return;
    before = null;
    document.removeEventListener('focusout', onFocusOut);
    window.removeEventListener('blur', onBlur);
  };
}
