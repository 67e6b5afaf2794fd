/** Which scripts the page runs, reported to the gateway where it asks for that (D22). */
import { MAX_REPORTED_SCRIPTS } from '../../../contract/page-report.ts';
import { type CheckoutEndpoint, postScripts } from './gateway-client.ts';
import { parseUrl } from './parse-url.ts';

/** The shopper types by then. */
const FIRST_LOOK_AFTER_MS = 3_000;

/** Not data that stand in a script element. */
const RUNS = /^$|module|script/i;

/** Nothing of the shopper: no text, query or fragment, nor which extensions the browser has. */
async function sourceOf(address: string, text: string): Promise<string | undefined> {
  const { protocol = '', origin, pathname, search } = parseUrl(address) ?? {};
  if (/^http/.test(protocol)) return `${origin}${pathname}${search && '?'}`;
  if (protocol === 'blob:') return protocol;
  if (address && protocol !== 'data:') return undefined;
  const bytes = new TextEncoder().encode(address || text);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `${protocol}sha256-${btoa(String.fromCharCode(...hash))}`;
}

/** A script element, or what the browser has loaded: elements may be gone. */
interface Script {
  readonly src?: string;
  readonly name?: string;
  readonly initiatorType?: string;
  readonly type?: string;
  readonly textContent?: string;
  readonly integrity?: string;
}

/** @returns looks again for what is new: a skimmer may come late */
export function watchPage(gateway: CheckoutEndpoint): () => Promise<void> {
  const known = new Set<string>();
  const report = async () => {
    const found: string[] = [];
    const all: readonly Script[] = [
      ...document.scripts,
      ...performance.getEntriesByType('resource'),
    ];
    for (const {
      src = '',
      name = src,
      initiatorType,
      type = '',
      textContent = '',
      integrity,
    } of all) {
      if ((initiatorType ?? 'script') !== 'script' || !RUNS.test(type)) continue;
      const source = await sourceOf(name, textContent);
      // Of a script that has an element the integrity is known, and that there is none.
      const script = integrity === undefined ? source : `${source} ${integrity}`;
      if (!source || !script || known.has(script)) continue;
      // The rest is for the next look.
      if (found.length === MAX_REPORTED_SCRIPTS) break;
      known.add(source).add(script);
      found.push(script);
    }
    if (found.length > 0) await postScripts(gateway, found);
  };
  // Whatever a page has put in the way is no error of its own.
  const look = () => report().catch(() => {});
  setTimeout(look, FIRST_LOOK_AFTER_MS);
  return look;
}
