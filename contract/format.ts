/**
 * The formats of the parameter tables (gateway-api.md, "Conventions"), as data: the server checks
 * values with them, error messages quote their words, and OpenAPI is written from them.
 */
export interface Format {
  /** The rule in words, as it follows "must be". */
  readonly words: string;
  /** Bounds in characters (Unicode code points). */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Source of a regular expression for the whole value, with the `u` flag. */
  readonly pattern?: string;
  readonly values?: readonly string[];
  /** Values that are read as others. */
  readonly means?: Readonly<Record<string, string>>;
  /** For values that are refused: what to send instead. */
  readonly instead?: Readonly<Record<string, string>>;
  /** For values that are refused: what they are. */
  readonly why?: Readonly<Record<string, string>>;
  /** Longer values are cut here instead of being refused. */
  readonly truncateAfter?: number;
  /** A check that is no regular expression. */
  readonly check?: (value: string) => boolean;
}

const bounds = (min: number, max: number, unit: string) =>
  min === 0 ? `up to ${max} ${unit}` : min === max ? `${max} ${unit}` : `${min} to ${max} ${unit}`;

/** AN: any characters but control characters other than line breaks and tabs. */
export const text = (min: number, max: number): Format => ({
  words: bounds(min, max, 'characters'),
  minLength: min,
  maxLength: max,
  check: (value) => !hasControlCharacter(value),
});

/** AN with a truncation rule instead of a maximum. */
export const truncatedText = (max: number): Format => ({
  words: 'text without control characters',
  minLength: 1,
  truncateAfter: max,
  check: (value) => !hasControlCharacter(value),
});

/** N: ASCII digits only. */
export const digits = (min: number, max: number): Format => ({
  words: bounds(min, max, 'digits'),
  minLength: min,
  maxLength: max,
  pattern: `[0-9]{${min},${max}}`,
});

export const pattern = (source: string, words: string, min?: number, max?: number): Format => ({
  words,
  pattern: source,
  ...(min === undefined ? {} : { minLength: min }),
  ...(max === undefined ? {} : { maxLength: max }),
});

export const oneOf = (...values: string[]): Format => ({
  words: `one of ${values.join(', ')}`,
  values,
});

/**
 * `max` letters of any script, with the punctuation that names of people and places have. Blanks around
 * them do not count for the minimum.
 */
export const letters = (min: number, max: number): Format => ({
  words: `${bounds(min, max, 'characters')}: letters, space and ' ’ - . ,; not blanks alone`,
  check: (value) => [...value.trim()].length >= min,
  minLength: min,
  maxLength: max,
  pattern: "[\\p{L}\\p{M} '’.,\\-]+",
});

/** N10.N2: up to 10 digits, optionally a dot and exactly 2 decimals. */
export const AMOUNT = pattern(
  '[0-9]{1,10}(\\.[0-9]{2})?',
  'up to 10 digits, optionally a dot and exactly 2 decimals',
);

/** A calendar date that exists, yyyy-MM-dd. */
export const DATE: Format = {
  words: 'a date as yyyy-MM-dd',
  pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
  check: (value) => {
    const date = new Date(`${value}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  },
};

/** An absolute http or https address without credentials. */
export const WEB_ADDRESS: Format = {
  words: 'an absolute http or https address of 6 to 2048 characters',
  minLength: 6,
  maxLength: 2048,
  check: (value) => {
    // A browser drops line breaks in addresses; a response header must not have them.
    if (/\p{Cc}/u.test(value) || !URL.canParse(value)) return false;
    const url = new URL(value);
    return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  },
};

/** What clients send that write a boolean as a digit, as PHP's http_build_query() does. */
const DIGIT_MEANS: Readonly<Record<string, string>> = { 1: 'true', 0: 'false' };

export const BOOLEAN: Format = { ...oneOf('true', 'false'), instead: DIGIT_MEANS };

/** Of a parameter whose format the document does not fix: digits are read as what they mean. */
export const BOOLEAN_OR_DIGIT: Format = {
  ...oneOf('true', 'false', ...Object.keys(DIGIT_MEANS)),
  means: DIGIT_MEANS,
};

/** Whether `value` follows `format`. */
export function accepts(format: Format, value: string): boolean {
  const length = [...value].length;
  return (
    (format.values === undefined || format.values.includes(value)) &&
    (format.minLength === undefined || length >= format.minLength) &&
    (format.maxLength === undefined || length <= format.maxLength) &&
    (format.pattern === undefined || matches(format.pattern, value)) &&
    (format.check === undefined || format.check(value))
  );
}

/**
 * What an error says about a value that does not follow `format`: its pattern, where that is what the value
 * fails. 2026-02-30 looks like a date, and its sender would look for the fault in vain.
 */
export const rule = (format: Format, value = ''): string => {
  const better = format.instead?.[value];
  if (better !== undefined) return `must be ${format.words}: send ${better}`;
  const why = format.why?.[value];
  return format.pattern === undefined || matches(format.pattern, value)
    ? `must be ${format.words}${why === undefined ? '' : `: ${why}`}`
    : `must match ^${asOne(format.pattern)}$ (${format.words})`;
};

const matches = (source: string, value: string): boolean =>
  new RegExp(`^(?:${source})$`, 'u').test(value);

/** `a|b` between anchors would be a value that begins with a, or one that ends with b. */
const asOne = (source: string): string => (source.includes('|') ? `(?:${source})` : source);

/** A value that follows `format` as it is kept. */
export function kept({ means, truncateAfter }: Format, value: string): string {
  const meant = means?.[value] ?? value;
  return truncateAfter === undefined ? meant : [...meant].slice(0, truncateAfter).join('');
}

function hasControlCharacter(value: string): boolean {
  return /[^\P{Cc}\t\r\n]/u.test(value);
}
