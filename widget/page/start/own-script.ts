/** Where this script came from: the gateway's address and the checkout both stand in its own URL. */
import { parseUrl } from '../form/parse-url.ts';

export interface OwnScript {
  /** Origin of the gateway. */
  readonly gateway: string;
  /** '' when the URL names none. */
  readonly checkoutId: string;
  /** `?checkoutId={id}/registration` only stores a card. */
  readonly resource: 'payment' | 'registration';
}

const FILE = /\/paymentWidgets\.js(\?|#|$)/;
const URL_IN_STACK = /(https?:[^\s)@]*\/paymentWidgets\.js[^\s):]*)/;

/**
 * The address of the running script. Call it synchronously at start: `currentScript` is gone later.
 * It is null for module scripts, `import()` and shadow roots, and a page can overwrite it with an
 * element of that name; the stack, which names this very copy, comes before the guesses.
 */
function ownUrl(): string | undefined {
  const script = document.currentScript;
  if (script instanceof HTMLScriptElement && script.src) return script.src;
  const [, inStack] = URL_IN_STACK.exec(new Error().stack ?? '') ?? [];
  if (inStack) return inStack;
  const tags = [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
  // Elements before what was loaded, and of each the last one.
  const addresses = [
    ...performance.getEntriesByType('resource').map(({ name }) => name),
    ...tags.map(({ src }) => src),
  ];
  return addresses.findLast((address) => FILE.test(address));
}

/** Reads gateway and checkout from a script's address; undefined when it is not an address. */
export function readScriptUrl(address: string | undefined): OwnScript | undefined {
  const url = parseUrl(address ?? '');
  if (!url) return undefined;
  const [checkoutId = '', resource] = (url.searchParams.get('checkoutId') ?? '').split('/');
  return {
    gateway: url.origin,
    checkoutId,
    resource: resource === 'registration' ? resource : 'payment',
  };
}

export const findOwnScript = (): OwnScript | undefined => readScriptUrl(ownUrl());
