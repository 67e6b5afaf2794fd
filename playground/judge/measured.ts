/** What was measured of the preview that is looked at, by the page that measures it. */
import { signal } from '@preact/signals';
import { noteFindings } from '../design/findings.ts';
import {
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
  readonly texts: ReadonlySet<string>;
}

export const measured = signal<Measured | undefined>(undefined);

export function measureShown({ contentDocument, src }: HTMLIFrameElement): void {
  if (!contentDocument) return;
  measured.value = {
    locale: new URL(src).searchParams.get('locale') ?? '',
    targets: smallTargets(contentDocument),
    misfits: misfits(contentDocument),
    texts: shownTexts(contentDocument),
  };
  noteFindings(
    'targets',
    measured.value.targets.filter(({ width, height }) => Math.min(width, height) < TARGET.least)
      .length,
  );
}

/** By language, what did not fit when all were tried last. */
export const misfitsByLanguage = signal<Readonly<Record<string, readonly Misfit[] | undefined>>>(
  {},
);
