/**
 * Messages for the developer of the page: one line each, said once, naming the fix. A live shop's
 * console stays silent, so notes wait until the mode of the checkout is known.
 */
type Mode = 'test' | 'live';

const said = new Set<string>();
let waiting: string[] = [];
let mode: Mode | undefined;

const say = (text: string) => console.warn(`[paymentWidgets] ${text}`);

/** For what keeps the form from working at all: said at once, in any mode. */
export function warn(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  say(text);
}

/** For what could be done better: said in test mode only. */
export function note(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  if (mode === 'test') say(text);
  else if (!mode) waiting.push(text);
}

export function setNoteMode(known: Mode): void {
  mode = known;
  const texts = waiting;
  waiting = [];
  if (mode === 'test') texts.forEach(say);
}
