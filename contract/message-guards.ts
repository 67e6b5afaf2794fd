/** Run-time checks of everything that crosses between page and frame. Nothing unexpected passes. */
import { FRAME_VIEWS } from './field-evidence.ts';
import {
  type FrameMessage,
  type InitMessage,
  MAX_BIN_LENGTH,
  MAX_TEXT_LENGTH,
  type PageMessage,
} from './messages.ts';
import { SEAL_NONCE } from './sealed-value.ts';

/** Brands, or other things, in one message. */
const MAX_ENTRIES = 100;

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
const isFlag: Check = (value) => typeof value === 'boolean';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isOneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value);
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isBrand = matches(/^[A-Z][A-Z\d_]{1,31}$/);
const isBrandList: Check = (value) =>
  Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isBrand);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTableOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).length <= MAX_ENTRIES &&
    Object.values(value).every(check);

/** The frame judges each value when it applies it: see frame-style.ts. */
const isStyles = isTableOf(isTableOf(isText));

/** What a member is that may be absent. */
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/**
 * Each kind of message with a check for each of its members. They are functions so that a bundle drops
 * the tables that it does not use.
 */
type Shapes = Readonly<Record<string, Readonly<Record<string, Check>>>>;

const initShapes = (): Shapes => ({ init: {} });

const pageShapes = (): Shapes => ({
  configure: {
    language: matches(/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8}){0,5}$/),
    direction: isOneOf('ltr', 'rtl'),
    label: isText,
    placeholder: isText,
    required: isFlag,
    masked: isFlag,
    grouped: isFlag,
    disabled: isFlag,
    colorScheme: isOneOf('light', 'dark', 'light dark'),
    styles: isStyles,
  },
  brand: {
    offered: isBrandList,
    chosen: (value) => value === '' || isBrand(value),
  },
  view: { view: isOneOf(...FRAME_VIEWS) },
  error: { text: isText },
  focus: {},
  clear: {},
  seal: { request: isCount, now: isCount, nonce: matches(SEAL_NONCE) },
});

const frameShapes = (): Shapes => ({
  ready: { words: optional(isTableOf(isText)) },
  state: {
    event: isOneOf('input', 'focus', 'blur', 'check'),
    empty: isFlag,
    valid: optional(isFlag),
    bin: optional(matches(new RegExp(`^\\d{6,${MAX_BIN_LENGTH}}$`))),
    brands: optional(isBrandList),
  },
  submit: {},
  refused: { style: isText },
  sealed: {
    request: isCount,
    value: optional(matches(/^[\w-]{1,1500}\.\.[\w-]{16}\.[\w-]{1,1500}\.[\w-]{22}$/)),
  },
});

function hasShape(message: unknown, shapes: Shapes): boolean {
  if (!isRecord(message)) return false;
  // By own properties alone, of what was said and of what is expected.
  const said: Record<string, unknown> = { __proto__: null, ...message };
  const { type } = said;
  const shape = typeof type === 'string' && Object.hasOwn(shapes, type) && shapes[type];
  if (!shape) return false;
  return (
    Object.keys(said).every((name) => name === 'type' || Object.hasOwn(shape, name)) &&
    Object.entries(shape).every(([name, check]) => check(said[name]))
  );
}

export const isInitMessage = (message: unknown): message is InitMessage =>
  hasShape(message, initShapes());
export const isPageMessage = (message: unknown): message is PageMessage =>
  hasShape(message, pageShapes());
export const isFrameMessage = (message: unknown): message is FrameMessage =>
  hasShape(message, frameShapes());
