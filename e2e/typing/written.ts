/**
 * What a field writes of what a plain input would hold. Written again from the rules that the form
 * promises, not from its code: digits, in groups, the caret behind as many digits as before.
 */
import type { Edit } from './edits.ts';
import type { Content } from './hands.ts';

export interface Rules {
  /** Of a text that came or was typed. */
  readonly read: (text: string) => string;
  readonly write: (digits: string) => string;
  /** How many digits may be typed: several where the form has said something that may be on its way. */
  readonly maxLengths: (digits: string) => readonly number[];
}

export interface Written {
  readonly value: string;
  /** Undefined where any place will do. */
  readonly carets?: readonly number[];
}

const ARABIC = '٠١٢٣٤٥٦٧٨٩';
export const digitsOf = (text: string): string =>
  [...text]
    .map((sign) => (ARABIC.includes(sign) ? ARABIC.indexOf(sign) : sign))
    .join('')
    .replace(/[^0-9]/g, '');

export const inGroups = (digits: string, gaps: readonly number[], gap: string): string =>
  [...digits].map((digit, at) => (gaps.includes(at) ? gap : '') + digit).join('');

const isDeletion = (edit: Edit) =>
  edit.do === 'key' && /(Backspace|Delete|Control\+x)$/.test(edit.key);

/** All that the field may hold after an edit that made `plain` of `before` in a plain input. */
export function writtenBy(edit: Edit, before: Content, plain: Content, rules: Rules): Written[] {
  if (isDeletion(edit)) return [deletedBy(edit, before, plain, rules)];
  const head = rules.read(plain.value.slice(0, plain.start));
  // What stands behind what was typed was there before, and says nothing of it: its slash is ours.
  const isTyped = edit.do === 'key' || edit.do === 'put';
  const digits = isTyped
    ? head + digitsOf(plain.value.slice(plain.start))
    : rules.read(plain.value);
  const caret = head.length;
  const old = digitsOf(before.value).length;
  return rules.maxLengths(digits).flatMap((maxLength) => {
    // What was there is never cut.
    const longest = Math.max(maxLength, old);
    if (digits.length <= longest) return [at(digits, caret, rules)];
    const cut = at(digits.slice(0, longest), caret, rules);
    // A key too many is not taken, a text that is too long loses its end; a keyboard's suggestion
    // may be taken for either.
    if (edit.do === 'key') return [notTaken(before, rules)];
    return edit.do === 'put' ? [cut, notTaken(before, rules)] : [cut];
  });
}

function deletedBy(edit: Edit, before: Content, plain: Content, rules: Rules): Written {
  const digits = digitsOf(plain.value);
  const caret = digitsOf(plain.value.slice(0, plain.start)).length;
  const isGapAlone = digits === digitsOf(before.value);
  // A selection goes as a whole, whichever of these keys is pressed.
  const key = edit.do === 'key' ? edit.key : '';
  const isSelected = before.end > before.start && key !== 'Control+x';
  const isByOne = isSelected || /^(Backspace|Delete)$/.test(key);
  if (!isGapAlone || !isByOne) return at(digits, caret, rules, true);
  // Who deletes nothing but a gap means the digit beyond it.
  const gone = key.endsWith('Backspace') ? caret - 1 : caret;
  if (gone < 0) return at(digits, caret, rules, true);
  return at(digits.slice(0, gone) + digits.slice(gone + 1), gone, rules, true);
}

function notTaken({ value, start, end }: Content, rules: Rules): Written {
  const digits = digitsOf(value);
  const carets = [start, end].flatMap(
    (place) => at(digits, digitsOf(value.slice(0, place)).length, rules).carets ?? [],
  );
  return { value: rules.write(digits), carets };
}

function at(digits: string, wanted: number, { write }: Rules, isDeleted = false): Written {
  const value = write(digits);
  const before = Math.min(wanted, digits.length);
  const isDigit = (place: number) => /\d/.test(value[place] ?? '');
  let caret = 0;
  for (let seen = 0; seen < before; caret++) if (isDigit(caret)) seen++;
  // Who types goes on behind the gap, who deletes before it.
  if (!isDeleted) while (caret < value.length && !isDigit(caret)) caret++;
  return { value, carets: [caret] };
}
