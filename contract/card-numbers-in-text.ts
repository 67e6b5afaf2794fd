/**
 * Finds card numbers in texts that are meant for something else. A text may separate the digits, and
 * write them in any script. For the server: it needs the rules of all brands.
 */
import { numberRanges } from './card-brands.ts';

const SHORTEST = 13;
const LONGEST = 19;
/** Digits of the longest phone number that begins with + (ITU-T E.164). */
const LONGEST_PHONE = 15;
/** What is encoded more than once is read more than once. */
const MOST_ENCODINGS = 4;
const MASK = '…';
/** A number that is masked may join the digits before it to those behind. */
const MOST_PASSES = 4;

/** A place in a text. */
interface Span {
  /** UTF-16 units, as `slice` takes them. */
  readonly start: number;
  readonly end: number;
}

export interface CardNumberInText extends Span {
  /** ASCII digits only. */
  readonly digits: string;
  /** Written as cards are: 4-4-4-4, 4-6-5, 4-6-4, or fours and a rest. */
  readonly isInGroups: boolean;
}

/** Digits that stand together, and what separates them from those before. */
interface Group extends Span {
  readonly digits: string;
  /** Undefined for the first group of a run. */
  readonly separator: string | undefined;
}

/**
 * Card numbers of 13 to 19 digits: a check digit that is right, in a range of a brand, of a length that
 * the brand has. Digits that stand together count as a whole, or together with whole groups beside them.
 * Ids of 32 hexadecimal digits, UUIDs, IBANs and phone numbers that begin with + are none.
 *
 * @example
 * cardNumbersIn('4111-1111 １１１１ 1111')[0]?.digits; // '4111111111111111'
 */
export function cardNumbersIn(text: string): readonly CardNumberInText[] {
  if (!hasDigitsFor(text, SHORTEST)) return [];
  const found = runsOf(text).flatMap((run) => numbersIn(run, text));
  if (found.length === 0) return [];
  const others = otherNumbersIn(text);
  return found.filter(({ start, end }) => !others.some((it) => start < it.end && it.start < end));
}

/** The text without the card numbers in it, also those that what stood around one would leave. */
export function withoutCardNumbers(text: string): string {
  let masked = text;
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const found = cardNumbersIn(masked);
    if (found.length === 0) return masked;
    masked = without(masked, found);
  }
  // Number around number, as nobody writes by chance: none of its digits is worth a longer search.
  return masked.replaceAll(/[\p{Nd}\p{No}]+/gu, MASK);
}

function without(text: string, numbers: readonly CardNumberInText[]): string {
  let rest = '';
  let from = 0;
  // In the order in which they begin.
  for (const { start, end } of numbers) {
    if (start >= from) rest += `${text.slice(from, start)}${MASK}`;
    from = Math.max(from, end);
  }
  return rest + text.slice(from);
}

/**
 * Whether the text has the digits of one of the numbers, one after the other, whatever stands between them. It is
 * read once, however many numbers there are.
 */
export function holdsDigits(text: string, numbers: ReadonlySet<string>): boolean {
  if (numbers.size === 0 || !hasDigitsFor(text, SHORTEST - 1)) return false;
  const digits = [...text].map(digitsOf).join('');
  for (let start = 0; start + SHORTEST - 1 <= digits.length; start += 1) {
    for (let length = SHORTEST - 1; length <= LONGEST; length += 1) {
      if (numbers.has(digits.slice(start, start + length))) return true;
    }
  }
  return false;
}

/** Quickly, since most texts have few. A character in a circle may stand for two digits. */
const hasDigitsFor = (text: string, count: number): boolean =>
  text.length >= count / 2 && (text.match(/[\p{Nd}\p{No}]/gu)?.length ?? 0) >= count / 2;

/** Sequences of groups with nothing but separators between them. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = [];
  let run: Group[] = [];
  let between: string | undefined;
  let at = 0;
  const endRun = () => {
    if (run.length > 0) runs.push(run);
    run = [];
    between = undefined;
  };
  for (const character of text) {
    const start = at;
    at += character.length;
    const digits = digitsOf(character);
    const last = run.at(-1);
    if (digits !== '' && last && between === undefined) {
      run[run.length - 1] = { ...last, digits: last.digits + digits, end: at };
    } else if (digits !== '') {
      run.push({ digits, start, end: at, separator: last && between });
      between = undefined;
    } else if (SEPARATOR.test(character) && last && (between ?? '').length < MOST_SEPARATORS) {
      between = (between ?? '') + character;
    } else if (!INVISIBLE.test(character)) endRun();
  }
  endRun();
  return runs;
}

/** Not the `@` of an address of digits at a host of digits. */
const SEPARATOR = /[\p{Z}\p{Pd}\p{Ps}\p{Pe}\p{Cc}._/\\,:;'’·•‧⁃・･…。、ーｰ|*~−\u2800\u3164]/u;
const MOST_SEPARATORS = 8;
/** What is drawn over a character, or not at all: a digit in a keycap, a joiner without width. */
const INVISIBLE = /[\p{M}\p{Cf}]/u;

/** ASCII digits for a character of any script that stands for some; else empty. */
function digitsOf(character: string): string {
  if (character < '\u0080') return character >= '0' && character <= '9' ? character : '';
  if (!/[\p{Nd}\p{No}]/u.test(character)) return '';
  const plain = character.normalize('NFKC').match(/\d+/)?.[0];
  if (plain !== undefined && character.normalize('NFKC') === plain) return plain;
  if (!/\p{Nd}/u.test(character)) return '';
  // Digits of a script stand in a row, from 0 to 9.
  let before = 0;
  const code = character.codePointAt(0) ?? 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** `+49 (30) …` is one with whatever extension; any other has as many digits as a phone number may. */
const AREA_IN_BRACKETS = /^\d{1,3}\s?\(\d{1,5}\)/;

const isPhone = (text: string, start: number, digits: number): boolean =>
  /\+\s?\(?$/.test(text.slice(Math.max(0, start - 3), start)) &&
  (digits <= LONGEST_PHONE || AREA_IN_BRACKETS.test(text.slice(start, start + 16)));

function numbersIn(run: readonly Group[], text: string): CardNumberInText[] {
  const found: CardNumberInText[] = [];
  const all = run.map(({ digits }) => digits).join('');
  if (all.length < SHORTEST || isPhone(text, run[0]?.start ?? 0, all.length)) return found;
  const isChecked = checkDigits(all);
  let from = 0;
  for (let first = 0; first < run.length; first += 1) {
    let to = from;
    for (let last = first; last < run.length; last += 1) {
      to += run[last]?.digits.length ?? 0;
      if (to - from > LONGEST) break;
      if (to - from < SHORTEST || !isChecked(from, to)) continue;
      const digits = all.slice(from, to);
      if (!isInRange(digits)) continue;
      const start = run[first]?.start ?? 0;
      const end = run[last]?.end ?? 0;
      found.push({ start, end, digits, isInGroups: isInGroups(run, first, last) });
    }
    from += run[first]?.digits.length ?? 0;
  }
  return found;
}

/**
 * Whether the digits between two places end with the right check digit (Luhn). Sums up to each place tell it
 * of any two: adding up for each anew took most of the time of a long text.
 */
function checkDigits(digits: string): (from: number, to: number) => boolean {
  // Every second digit is doubled: those at even places, or those at odd ones.
  const sums = [0, 1].map((doubled) => {
    const upTo = new Uint32Array(digits.length + 1);
    for (let at = 0; at < digits.length; at += 1) {
      const digit = Number(digits[at]) * (at % 2 === doubled ? 2 : 1);
      upTo[at + 1] = (upTo[at] ?? 0) + (digit > 9 ? digit - 9 : digit);
    }
    return upTo;
  });
  return (from, to) => {
    // The last one is not doubled.
    const upTo = sums[to % 2];
    return ((upTo?.[to] ?? 0) - (upTo?.[from] ?? 0)) % 10 === 0;
  };
}

/** By number of digits, made once: a text of 64 kB asks more than 200,000 times. */
const RANGES = Array.from({ length: LONGEST + 1 }, (_, length) => numberRanges(length));

const isInRange = (digits: string): boolean =>
  RANGES[digits.length]?.some(([from, to]) => digits >= from && digits <= to) === true;

const GROUPS = /^(?:4(?:-4){2,3}-[1-4]|4(?:-4){3}-[1-3]|4-6-[45])$/;
const MOST_GROUPS = 5;

/** One separator throughout. A longer number in groups of four, such as one of a parcel, is no card. */
function isInGroups(run: readonly Group[], first: number, last: number): boolean {
  if (last - first >= MOST_GROUPS) return false;
  const groups = run.slice(first, last + 1);
  const { separator } = groups[1] ?? {};
  const isUniform = groups.slice(1).every((group) => group.separator === separator);
  const goesOn = (group: Group | undefined, by: string | undefined) =>
    group?.digits.length === 4 && by === separator;
  return (
    separator !== undefined &&
    isUniform &&
    GROUPS.test(groups.map(({ digits }) => digits.length).join('-')) &&
    !goesOn(run[first - 1], run[first]?.separator) &&
    !goesOn(run[last + 1], run[last + 1]?.separator)
  );
}

const HEXADECIMAL_ID =
  /(?<![0-9a-z])(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-z])/gi;
const IBAN =
  /(?<![0-9A-Za-z])[A-Z]{2}\d{2}(?:[ -]?[0-9A-Z]{4}){2,7}(?:[ -]?[0-9A-Z]{1,3})?(?![0-9A-Za-z])/gi;

/** What is certainly another number. An id without a letter may be no id. */
const otherNumbersIn = (text: string): Span[] =>
  [
    ...[...text.matchAll(HEXADECIMAL_ID)].filter(([id]) => /[a-f]/i.test(id)),
    ...[...text.matchAll(IBAN)].filter(([iban]) => isIban(iban)),
  ].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));

/** ISO 13616: moved to the end and read as a number, the first four characters leave 1. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(/[ -]/g, '');
  const digits = [...plain.slice(4), ...plain.slice(0, 4)].map((it) => Number.parseInt(it, 36));
  return [...digits.join('')].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/**
 * What a client has sent, as it may be repeated and logged: the text; one with a card number in it
 * without that, and decoded where it is a part of an address.
 */
export function maskedText(text: string): string {
  const decoded = percentDecoded(text);
  const masked = withoutCardNumbers(decoded);
  // In a query a plus is a space.
  const spaced = masked.replaceAll('+', ' ');
  const maskedToo = spaced === masked ? masked : withoutCardNumbers(spaced);
  if (maskedToo !== spaced) return maskedToo;
  return masked === decoded ? text : masked;
}

/** A text as an address reads it, however often it was encoded; what is broken in it stays. */
export function percentDecoded(text: string): string {
  let decoded = text;
  for (let round = 0; round < MOST_ENCODINGS && decoded.includes('%'); round += 1) {
    decoded = decoded.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedIfPossible);
  }
  return decoded;
}

function decodedIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
