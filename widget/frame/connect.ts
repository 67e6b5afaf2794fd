/** The frame's end of the channel to the page that embeds it. */
import { isInitMessage, isPageMessage } from '../../contract/message-guards.ts';
import { type FrameMessage, LISTENING, type PageMessage } from '../../contract/messages.ts';

export interface Connection {
  /** Of the embedding page, as the browser tells it; a page cannot forge it. */
  readonly origin: string;
  readonly send: (message: FrameMessage) => void;
}

/**
 * Takes the first port that the direct parent offers, and no other: neither a sibling nor a frame
 * around the parent can get in between. Says at once that it listens, in a message without a content:
 * the document's `load` event comes a fifth of the form's start later.
 *
 * @param onConnect gives the function that takes the page's messages
 * @param onFocus the page asks for the focus by the window, not by the port: only this way does WebKit
 *   know of the click that the page handles
 */
export function connect(
  onConnect: (page: Connection) => (message: PageMessage) => void,
  onFocus: () => void,
): void {
  let isTaken = false;
  addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    if (source !== parent) return;
    if (isPageMessage(data) && data.type === 'focus') onFocus();
    if (isTaken || !port || !isInitMessage(data)) return;
    isTaken = true;
    const handle = onConnect({ origin, send: (message) => port.postMessage(message) });
    port.onmessage = ({ data: message }) => {
      if (isPageMessage(message)) handle(message);
    };
  });
  parent.postMessage(LISTENING, '*');
}
