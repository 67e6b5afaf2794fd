/** Made by write-names.ts: do not edit. */
/** What the developer of a page may have meant by names in `wpwlOptions` that there are not. */
import { FRAME_STYLE_PARTS } from './frame-style.ts';
import { nearestName } from './nearest-name.ts';
import { TOKENS } from './tokens.ts';

export interface KnownNames {
  /** Names in `wpwlOptions`. */
  readonly options: readonly string[];
  /** Keys of texts, without plural forms. */
  readonly texts: readonly string[];
}

/** A name with the names in its table, or with the kind of what is no table. */
export type SeenOption = readonly [name: string, value: string | readonly string[]];

const PLURAL = /_(zero|one|two|few|many|other)$/;
export const withoutPlural = (key: string): string => key.replace(PLURAL, '');

/** Keys of `iframeStyles`: a frame, and a state of its field. */
const FRAME_STYLES = ['card-number', 'cvv', 'account-iban'].flatMap((frame) =>
  FRAME_STYLE_PARTS.map((part) => (part === 'base' ? frame : `${frame}-${part}`)),
);

/** What a name in a table of `wpwlOptions` is, and those that there are. */
const tablesOf = ({
  texts,
}: KnownNames): ReadonlyMap<string, readonly [string, readonly string[]]> =>
  new Map([
    ['labels', ['text', texts]],
    ['errorMessages', ['text', texts]],
    ['tokens', ['token', Object.keys(TOKENS)]],
    ['iframeStyles', ['style', FRAME_STYLES]],
  ]);

const didYouMean = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
};

/** A sentence for each name that there is not, and for each table that is none; found as it is asked for. */
export function* adviceOnOptions(
  options: readonly SeenOption[],
  known: KnownNames,
): Generator<string> {
  const tables = tablesOf(known);
  for (const [name, value] of options) {
    if (!known.options.includes(name)) {
      yield `wpwlOptions.${name} is no option.${didYouMean(name, known.options)}`;
    }
    const [what, names] = tables.get(name) ?? [];
    if (!names) continue;
    if (typeof value === 'string') {
      yield `wpwlOptions.${name} has to be an object, it is a ${value}.`;
      continue;
    }
    for (const key of value) {
      if (!names.includes(withoutPlural(key))) {
        yield `wpwlOptions.${name}.${key} is no ${what}.${didYouMean(key, names)}`;
      }
    }
  }
}
