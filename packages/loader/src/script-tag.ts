/** The script's element: the one that the page has, or one that is put in. */
import { loadError } from './load-error.ts';
import type { LoadOptions } from './load-options.ts';
import { pageState } from './page-state.ts';
import { putInHead } from './put-in-head.ts';

/** Name of the policy that a page with `trusted-types` has to allow. */
const POLICY = 'payment-widgets';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

const on = (target: EventTarget, type: string): Promise<Event> =>
  new Promise((resolve) => target.addEventListener(type, resolve));

/** Waits for a tag of the page's own, which has run when the page has loaded. */
export async function pageTagDone(file: string): Promise<void> {
  const script = document.querySelector(`script[src^="${file}"]`);
  if (script && document.readyState !== 'complete') await on(window, 'load');
}

/**
 * @returns resolves when the browser is done with it: whether it was executed
 * @throws LoadError `blocked-by-policy` where the page has Trusted Types that do not know us
 */
export async function runScript(url: string, { integrity, nonce }: LoadOptions): Promise<boolean> {
  let script: HTMLScriptElement;
  try {
    script = putInHead('script', {
      ...(integrity && { integrity, crossOrigin: 'anonymous' }),
      ...(nonce && { nonce }),
      src: trusted(url),
    });
  } catch {
    throw loadError('blocked-by-policy', `Allow ${POLICY} in trusted-types`);
  }
  const { type } = await Promise.race([on(script, 'load'), on(script, 'error')]);
  if (type === 'load') return true;
  script.remove();
  return false;
}

function trusted(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const state = pageState();
  try {
    state.trust ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: (it) => it });
  } catch {
    // Where only some policies are allowed, an address without one may still be.
  }
  return state.trust?.createScriptURL(url) ?? url;
}
