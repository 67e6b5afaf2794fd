/**
 * On which picture a text can be seen: docs/texts, drawn by `node e2e/texts/draw.ts`, which also writes
 * `pictures.json`. What is on none has its reason.
 */
import { withoutPluralForm } from '../../contract/text-keys.ts';
import pictures from './pictures.json' with { type: 'json' };

interface Shown {
  /** Keys that can be read on the picture, with a blank between. */
  readonly seen: string;
  /** Keys that only a screen reader says of it. */
  readonly heard?: string;
}

const PICTURES: readonly (readonly [string, Shown])[] = Object.entries(pictures);

/** Why no picture shows a text. */
const UNSEEN: Readonly<Record<string, string>> = {
  checkingPayment:
    'it stands on a page of the gateway for some seconds, while a processor that gave no answer is asked again',
  moreBrands: 'no form shows it at present',
  optional: 'no form shows it at present',
  removed: 'it is only said to screen readers, after what removal.jpg shows',
  voucherBank: 'only some processors name the bank; it stands among the lines of voucher.jpg',
};

const pathOf = (picture: string): string => `docs/texts/${picture}.jpg`;

/** The pictures of a text, at most two: more say nothing new. */
const picturesOf = (key: string, kind: keyof Shown): string =>
  PICTURES.filter(([, shown]) =>
    (shown[kind] ?? '').split(' ').some((other) => withoutPluralForm(other) === key),
  )
    .slice(0, 2)
    .map(([picture]) => pathOf(picture))
    .join(', ');

/** What a translator is told: the pictures that show the text, or why none does. */
export function pictureNoteOf(key: string): string {
  const base = withoutPluralForm(key);
  const seen = picturesOf(base, 'seen');
  if (seen) return `Picture: ${seen}.`;
  const heard = picturesOf(base, 'heard');
  if (heard) return `No picture: only a screen reader says it, of what is on ${heard}.`;
  const why = UNSEEN[base];
  if (!why) throw new Error(`${key} is on no picture, and has no reason for that`);
  return `No picture: ${why}.`;
}
