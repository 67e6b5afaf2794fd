/** Keeps what happens to the form of a test checkout, for the inspector. A live one keeps nothing. */
import type { EntryKind, InspectorEntry } from '../../../contract/inspector.ts';

/** A page that stays open for days keeps these. */
const MOST_ENTRIES = 500;

let kept: InspectorEntry[] | undefined;
let listener = () => {};

/** Begins to keep what happens, once; what the page's policy blocks is known from then on, too. */
export function keepLog(): void {
  if (kept) return;
  kept = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    record('policy', effectiveDirective, blockedURI);
  });
}

/** @param what and detail have no value that a shopper typed */
export function record(kind: EntryKind, what: string, detail: unknown = ''): void {
  if (!kept) return;
  kept.push([Date.now(), kind, what, String(detail)]);
  if (kept.length > MOST_ENTRIES) kept.shift();
  listener();
}

/** What was kept; undefined for a live checkout. */
export const logged = (): readonly InspectorEntry[] | undefined => kept;

/** Calls at once, and whenever something is kept; only the latest one. */
export function onRecord(call: () => void): void {
  listener = call;
  call();
}
