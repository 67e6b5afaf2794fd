/** The loader without anything that happens at import. */
import { findCause } from './find-cause.ts';
import { loadError } from './load-error.ts';
import { type LoadOptions, originOf } from './load-options.ts';
import { pageState, paymentWindow } from './page-state.ts';
import { putInHead } from './put-in-head.ts';
import { pageTagDone, runScript } from './script-tag.ts';
import type { Wpwl } from './widget-types.ts';

export { isLoadError, type LoadError, type LoadErrorCode } from './load-error.ts';
export type { LoadOptions } from './load-options.ts';
export type * from './widget-types.ts';

/** Of `wpwl`, which this package knows. */
const API_VERSION = '1';
const PATH = '/v1/paymentWidgets.js';
/** Before each try, milliseconds. */
const PAUSES = [0, 500, 2_000];

/**
 * Loads the script of the payment form, once a page, and resolves to the page's `wpwl`. Later calls
 * share the promise; after a failure, or after `wpwl.unload()`, it is loaded again. A script tag that the page has
 * itself is waited for.
 *
 * @throws LoadError its `code` says why, its message what to do
 * @example
 * const wpwl = await loadPaymentWidgets({ gateway: 'https://gateway.example' });
 * const form = wpwl.mount(document.querySelector('#pay'), { checkoutId, brands: 'VISA MASTER' });
 */
export async function loadPaymentWidgets(options: LoadOptions): Promise<Wpwl> {
  if (!globalThis.document) {
    throw loadError('no-window', 'No page: call it in a browser');
  }
  const origin = originOf(options);
  if (!window.isSecureContext) {
    throw loadError('insecure-page', 'The page needs https');
  }
  const state = pageState();
  if (!readyOne(origin)) {
    state.loading ??= load(origin, options).finally(() => {
      state.loading = undefined;
    });
    await state.loading;
  }
  return readyOne(origin) as Wpwl;
}

/** Opens the connection to a gateway before anything is asked of it. Call it as early as it is known. */
export function preconnect(gateway: string): void {
  if (globalThis.document) putInHead('link', { rel: 'preconnect', href: originOf({ gateway }) });
}

async function load(origin: string, options: LoadOptions): Promise<void> {
  const file = origin + PATH;
  const { checkoutId = '', integrity } = options;
  let directive = '';
  // It stays: a page loads the script once.
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      if (disposition !== 'report' && blockedURI.startsWith(origin)) directive = effectiveDirective;
    },
  );
  await pageTagDone(file);
  for (const pause of PAUSES) {
    await wait(pause);
    if (readyOne(origin)) return;
    const isLoaded = await runScript(`${file}?checkoutId=${checkoutId}`, options);
    // A violation is reported in a task of its own.
    await wait(0);
    if (directive) throw loadError('blocked-by-policy', `Allow ${origin} in ${directive}`);
    if (readyOne(origin)) return;
    const cause = isLoaded ? 'wrong-host' : await findCause(file, integrity);
    if (cause) throw failed(cause, file);
  }
  throw failed('network', file);
}

const FAILURES = {
  'hash-mismatch': 'is not what integrity says',
  network: 'did not load',
  'wrong-host': 'is no payment form',
};

const failed = (code: keyof typeof FAILURES, file: string) =>
  loadError(code, `${file} ${FAILURES[code]}`);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const other = (what: string) => loadError('other-script', `The page has ${what} already`);

/**
 * What the page has already.
 *
 * @throws LoadError where it is not what was asked for
 */
function readyOne(origin: string): Wpwl | undefined {
  const { wpwl } = paymentWindow();
  if (!wpwl) return undefined;
  if (!wpwl.mount) throw other('another wpwl');
  if (wpwl.apiVersion !== API_VERSION) {
    throw loadError('other-version', `wpwl has version ${wpwl.apiVersion}, not ${API_VERSION}`);
  }
  const { url } = Object(wpwl.checkout.config['environmentConfig']) as { url?: string };
  if (url && !url.startsWith(origin)) throw other(`the script of ${url}`);
  return wpwl;
}
