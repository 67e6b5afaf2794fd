/**
 * Messages for the developer of the page: one line each, said once, naming the fix. A live shop's
 * console stays silent, so notes wait until it is known whether the checkout is one of a test.
 */
import type { DeveloperNote, DeveloperTexts } from '../../../contract/developer-notes.ts';
import { record } from './inspector-log.ts';

const said = new Set<string>();
let waiting: [key: DeveloperNote, detail: string][] | undefined = [];
let texts: DeveloperTexts | undefined;

/** For what keeps the form from working at all: said at once, in any mode. */
export function warn(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  console.warn(`[paymentWidgets] ${text}`);
  record('console', text);
}

/** For what could be done better: said in test mode only. */
export function note(key: DeveloperNote, detail = ''): void {
  if (texts) warn(`${texts[key]} ${detail}`);
  else waiting?.push([key, detail]);
}

/** @param known the texts of a test checkout; a live one has none */
export function setNoteTexts(known: DeveloperTexts | undefined): void {
  texts = known;
  waiting?.forEach(([key, detail]) => {
    note(key, detail);
  });
  waiting = undefined;
}
