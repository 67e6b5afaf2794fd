/** The page's end of the channel to one field frame. */
import { isFrameMessage } from '../../../../contract/message-guards.ts';
import {
  type InitMessage,
  LISTENING,
  type PageMessage,
  type ReadyMessage,
  type StateMessage,
} from '../../../../contract/messages.ts';
import { note } from '../../interface/console-note.ts';
import { ownData } from '../../interface/own-properties.ts';
import { blockedDirective } from '../blocked-directive.ts';
import type { CheckoutEndpoint } from '../gateway-client.ts';
import type { Scope } from '../scope.ts';
import { lookAround } from './frame-look.ts';

export interface FrameLinkOptions {
  readonly scope: Scope;
  readonly frame: HTMLIFrameElement;
  /** Its origin is the only one that gets to see the port. */
  readonly gateway: CheckoutEndpoint;
  /**
   * The frame listens, with an empty field. Again each time that it was loaded.
   * @returns whether something that was typed is lost
   */
  readonly onReady: (words: ReadyMessage['words']) => boolean;
  readonly onState: (state: StateMessage) => void;
  readonly onSubmit: () => void;
  /**
   * The frame did not load, or does not answer. It may still come to life, but for one that the page's
   * own policy blocks.
   * @returns whether it was told; otherwise it is told again
   */
  readonly onFailure: (isBlocked: boolean) => boolean;
}

export interface FrameLink {
  /** Lost while the frame is not ready. */
  readonly send: (message: PageMessage) => void;
  /** The sealed value; undefined when the field is not valid. Rejects when the frame does not answer. */
  readonly seal: (now: number, nonce: string) => Promise<string | undefined>;
}

const LOAD_TIMEOUT_MS = 15_000;
/** From its first word, or `load`, to `ready`. A browser's own error page "loads" too, and never answers. */
const READY_TIMEOUT_MS = 3_000;
/** Until what is blocked is told, and then the form's data may have come. */
const BLOCKED_MS = 1_000;
const SEAL_TIMEOUT_MS = 5_000;

interface Pending {
  readonly message: PageMessage;
  readonly resolve: (value: string | undefined) => void;
  readonly reject: () => void;
}

export function linkFrame(options: FrameLinkOptions): FrameLink {
  const { scope, frame, gateway, onReady, onState, onSubmit, onFailure } = options;
  let pending: Pending | undefined;
  let port: MessagePort | undefined;
  let lastRequest = 0;
  let isBlocked = false;
  let failure: ReturnType<typeof setTimeout>;
  const expectWithin = (ms: number) => {
    clearTimeout(failure);
    failure = setTimeout(() => {
      if (!onFailure(isBlocked)) expectWithin(isBlocked ? BLOCKED_MS : LOAD_TIMEOUT_MS);
    }, ms);
  };
  expectWithin(LOAD_TIMEOUT_MS);

  const { origin } = gateway;
  const { listen, atEnd } = scope;
  listen(document, 'securitypolicyviolation', (event: SecurityPolicyViolationEvent) => {
    const directive = blockedDirective(event, origin);
    if (directive) note('policy', `${directive} ${origin}`);
    if (directive !== 'frame-src') return;
    isBlocked = true;
    expectWithin(BLOCKED_MS);
  });

  const receive = (event: MessageEvent<unknown>) => {
    const data = ownData(event.data);
    if (!isFrameMessage(data)) return;
    switch (data.type) {
      case 'ready':
        clearTimeout(failure);
        // Loaded anew while it was asked, it is asked again. But a CVV that may be left empty must
        // not be sealed empty when one was typed.
        if (onReady(data.words)) pending?.resolve(undefined);
        else if (pending) port?.postMessage(pending.message);
        break;
      case 'state':
        onState(data);
        break;
      case 'refused':
        note('style', data.style);
        break;
      case 'submit':
        onSubmit();
        break;
      case 'sealed':
        if (data.request === lastRequest) pending?.resolve(data.value);
        break;
    }
  };

  let isHeard = false;
  // A frame that the page moves is loaded again and has lost its port: a new handshake each time.
  listen(window, 'message', ({ source, origin: sender, data }: MessageEvent) => {
    if (source !== frame.contentWindow || sender !== origin || data !== LISTENING) return;
    isHeard = true;
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = receive;
    expectWithin(READY_TIMEOUT_MS);
    const init: InitMessage = { type: 'init' };
    frame.contentWindow?.postMessage(init, origin, [channel.port2]);
    // It can be typed in by now, so it shows: in a dark page not before it has heard of that, as its
    // document would be a white box. Not empty, as the attribute is once the frame is ready.
    if (lookAround(frame).colorScheme === 'light') frame.dataset['ready'] = data;
  });
  // What a browser shows in the place of a frame loads, too, and says nothing.
  listen(frame, 'load', () => {
    if (!isHeard && !isBlocked) expectWithin(READY_TIMEOUT_MS);
    isHeard = false;
  });
  atEnd(() => {
    clearTimeout(failure);
    pending?.reject();
    port?.close();
  });

  return {
    send: (message) => port?.postMessage(message),

    seal(now, nonce) {
      const request = ++lastRequest;
      pending?.reject();
      let timer: ReturnType<typeof setTimeout>;
      return new Promise<string | undefined>((resolve, reject) => {
        timer = setTimeout(reject, SEAL_TIMEOUT_MS);
        const message: PageMessage = { type: 'seal', request, now: Math.round(now), nonce };
        pending = { message, resolve, reject };
        port?.postMessage(message);
      }).finally(() => {
        clearTimeout(timer);
        if (request === lastRequest) pending = undefined;
      });
    },
  };
}
