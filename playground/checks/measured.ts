/** What was measured of the preview that is looked at, by the page that measures it. */
import { signal } from '@preact/signals';
import type { View } from '../design/design.ts';
import { noteFindings } from '../design/findings.ts';
import { view } from '../design/history.ts';
import { type HiddenFocus, hiddenFocuses } from './judge-focus.ts';
import {
  fontsThere,
  framesSettled,
  type Misfit,
  misfits,
  type SmallTarget,
  shownTexts,
  smallTargets,
  TARGET,
} from './measure-form.ts';

export interface Measured {
  readonly locale: string;
  readonly targets: readonly SmallTarget[];
  readonly misfits: readonly Misfit[];
  readonly focuses: readonly HiddenFocus[];
  readonly texts: ReadonlySet<string>;
}

export const measured = signal<Measured | undefined>(undefined);

/** A control that is dragged changes the form with every step: it is measured where that ends. */
const AT_REST_MS = 100;
let latest = 0;

export async function measureShown({ contentDocument, src }: HTMLIFrameElement): Promise<void> {
  latest += 1;
  const own = latest;
  await new Promise((resolve) => setTimeout(resolve, AT_REST_MS));
  if (!contentDocument || own !== latest) return;
  await fontsThere(contentDocument);
  await framesSettled(contentDocument);
  if (own !== latest) return;
  const focuses = hiddenFocuses(contentDocument);
  // In a task of its own: what is drawn in between waits for neither.
  await new Promise((resolve) => setTimeout(resolve));
  measured.value = {
    focuses,
    locale: new URL(src).searchParams.get('locale') ?? '',
    targets: smallTargets(contentDocument),
    misfits: misfits(contentDocument),
    texts: shownTexts(contentDocument),
  };
  noteFindings('focus', focuses.length);
  noteFindings(
    'targets',
    measured.value.targets.filter(({ width, height }) => Math.min(width, height) < TARGET.least)
      .length,
  );
}

/** All but words and the language, in which a text that is the same takes the same room. */
const roomOf = ({ design, width, text }: View): string =>
  JSON.stringify([{ ...design, name: '', locale: '', words: {} }, width, text]);

const tried = signal(new Map<string, readonly Misfit[]>());
const room = signal('');

/** Languages are going to be tried as things are now. */
export function beginTrying(): void {
  tried.value = new Map();
  room.value = roomOf(view.value);
}

export function noteTried(locale: string, found: readonly Misfit[]): void {
  tried.value = new Map([...tried.value, [locale, found]]);
}

/** What did not fit in a language when all were tried last, as long as it has the same room. */
export const misfitsIn = (locale: string): readonly Misfit[] =>
  room.value === roomOf(view.value) ? (tried.value.get(locale) ?? []) : [];
