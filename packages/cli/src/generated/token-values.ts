/** Made by write-names.ts: do not edit. */
/** Values of the Design Tokens Community Group's format, and the same in CSS. */
import type { TokenKind } from './tokens.ts';

type Table = Readonly<Record<string, unknown>>;
const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null;
const isNumber = (value: unknown): value is number => Number.isFinite(value);

const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const OKLCH = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)\s*\)$/i;
const LENGTH = /^(-?(?:\d+\.?\d*|\.\d+))(px|rem)?$/;
/** Spaces that CSS has a function or a name for. */
const SPACES = [
  'srgb-linear',
  'display-p3',
  'a98-rgb',
  'prophoto-rgb',
  'rec2020',
  'xyz-d65',
  'xyz-d50',
];
const FUNCTIONS: Readonly<Record<string, string>> = {
  hsl: '%',
  hwb: '%',
  lab: '',
  lch: '',
  oklab: '',
  oklch: '',
};

const rounded = (value: number, digits = 4): number => Number(value.toFixed(digits));
const byte = (value: number): string =>
  Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0');

/** What the format says of a value of CSS; undefined where it has no word for it. */
export function designValueOf(kind: TokenKind, css: string): unknown {
  const value = css.trim();
  return WRITERS[kind](value);
}

/** A value of the format, or of its drafts (`"#fff"`, `"8px"`), in CSS; undefined where it is none. */
export function cssOf(kind: TokenKind, value: unknown): string | undefined {
  return READERS[kind](value);
}

function writeColor(css: string): unknown {
  const [, lightness, percent, chroma, hue] = OKLCH.exec(css) ?? [];
  if (lightness !== undefined) {
    const components = [Number(lightness) / (percent ? 100 : 1), Number(chroma), Number(hue)];
    return { colorSpace: 'oklch', components: components.map((each) => rounded(each, 6)) };
  }
  const [, digits] = HEX.exec(css) ?? [];
  if (digits === undefined) return undefined;
  const long = digits.length < 6 ? [...digits].map((each) => each + each).join('') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((each) =>
    Number.parseInt(each, 16),
  );
  return {
    colorSpace: 'srgb',
    components: [red, green, blue].map((each) => rounded(each / 255)),
    ...(alpha < 255 && { alpha: rounded(alpha / 255) }),
    hex: `#${long.slice(0, 6).toLowerCase()}`,
  };
}

function readColor(value: unknown): string | undefined {
  // An unknown function, `url(` among them, is told by the rule for values.
  if (typeof value === 'string') return value;
  if (!isTable(value)) return undefined;
  const { colorSpace, components, alpha = 1 } = value;
  if (typeof colorSpace !== 'string' || !Array.isArray(components)) return undefined;
  const parts = components.map((each) => (each === 'none' ? 0 : each));
  if (parts.length !== 3 || !parts.every(isNumber) || !isNumber(alpha)) return undefined;
  if (colorSpace === 'srgb') {
    return `#${parts.map(byte).join('')}${alpha < 1 ? byte(alpha) : ''}`;
  }
  const opacity = alpha < 1 ? ` / ${alpha}` : '';
  if (SPACES.includes(colorSpace)) return `color(${colorSpace} ${parts.join(' ')}${opacity})`;
  const unit = Object.hasOwn(FUNCTIONS, colorSpace) ? FUNCTIONS[colorSpace] : undefined;
  if (unit === undefined) return undefined;
  const [first, second, third] = parts;
  return unit === '%'
    ? `${colorSpace}(${first} ${second}% ${third}%${opacity})`
    : `${colorSpace}(${first} ${second} ${third}${opacity})`;
}

function writeDimension(css: string): unknown {
  const [, value, unit] = LENGTH.exec(css) ?? [];
  if (value === undefined || (unit === undefined && Number(value) !== 0)) return undefined;
  return { value: Number(value), unit: unit ?? 'px' };
}

function readDimension(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isTable(value) || !isNumber(value['value'])) return undefined;
  return value['unit'] === 'px' || value['unit'] === 'rem'
    ? `${value['value']}${value['unit']}`
    : undefined;
}

const DURATION = /^(\d+\.?\d*|\.\d+)(ms|s)$/;

function writeDuration(css: string): unknown {
  const [, value, unit] = DURATION.exec(css) ?? [];
  return value === undefined ? undefined : { value: Number(value), unit };
}

function readDuration(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isTable(value) || !isNumber(value['value'])) return undefined;
  return value['unit'] === 'ms' || value['unit'] === 's'
    ? `${value['value']}${value['unit']}`
    : undefined;
}

/** What is written as a number in the format and in CSS: a weight, how high lines are. */
const writeNumber = (css: string): unknown =>
  /^(\d+\.?\d*|\.\d+)$/.test(css) ? Number(css) : undefined;
const readNumber = (value: unknown): string | undefined => {
  if (isNumber(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
};

const unquoted = (name: string): string => name.trim().replace(/^(["'])(.*)\1$/, '$2');

function readFamily(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (!value.every((each) => typeof each === 'string')) return undefined;
  return value.map((each) => (/^[a-z_-][\w-]*$/i.test(each) ? each : `"${each}"`)).join(', ');
}

function writeShadow(css: string): unknown {
  const [, lengths = '', color = ''] =
    /^((?:-?[\d.]+(?:px|rem)?\s+){2,4})(#[0-9a-f]+|oklch\([^()]+\))$/i.exec(css) ?? [];
  const [offsetX, offsetY, blur = writeDimension('0'), spread = writeDimension('0')] = lengths
    .trim()
    .split(/\s+/)
    .map(writeDimension);
  const ink = writeColor(color);
  return ink && offsetX && offsetY ? { color: ink, offsetX, offsetY, blur, spread } : undefined;
}

function readShadow(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isTable(value)) return undefined;
  const lengths = ['offsetX', 'offsetY', 'blur', 'spread'].map((name) =>
    readDimension(value[name] ?? { value: 0, unit: 'px' }),
  );
  const color = readColor(value['color']);
  if (color === undefined || lengths.includes(undefined)) return undefined;
  return `${lengths.join(' ')} ${color}`;
}

const WRITERS: Readonly<Record<TokenKind, (css: string) => unknown>> = {
  color: writeColor,
  dimension: writeDimension,
  duration: writeDuration,
  fontFamily: (css) => (css.includes('(') ? undefined : css.split(',').map(unquoted)),
  fontWeight: (css) => (/^\d+$/.test(css) ? Number(css) : undefined),
  number: writeNumber,
  shadow: writeShadow,
};

const READERS: Readonly<Record<TokenKind, (value: unknown) => string | undefined>> = {
  color: readColor,
  dimension: readDimension,
  duration: readDuration,
  fontFamily: readFamily,
  fontWeight: readNumber,
  number: readNumber,
  shadow: readShadow,
};
