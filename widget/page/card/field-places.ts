/** Which of the card's fields stand where, and how wide: `wpwlOptions.fields`. */
import { note } from '../interface/console-note.ts';
import { rawOption } from '../interface/options.ts';
import { own } from '../interface/own-properties.ts';

const CARD_FIELDS = ['brand', 'cardNumber', 'expiryDate', 'cvv', 'cardHolder'] as const;
export type CardFieldName = (typeof CARD_FIELDS)[number];

/** Where a field stands, as its group says it to the style. */
export interface FieldPlace {
  readonly name: CardFieldName;
  /** `half`: the next free place in a row of two. Missing where the page has no list. */
  readonly width: string | undefined;
  /** Which other fields of the card it touches where they share a frame: `above beside`. */
  readonly touches: string | undefined;
}

interface WantedField {
  readonly name: CardFieldName;
  readonly width?: string;
}

/** What the page's list says, in its own words. */
function pageList(): readonly WantedField[] | undefined {
  const list = rawOption('fields');
  if (!Array.isArray(list)) return undefined;
  return list.map((entry) => (typeof entry === 'string' ? { name: entry } : own(entry)));
}

/** What can be paid without is not asked for where the page's list does not name it. */
export const isLeftOut = (name: CardFieldName): boolean =>
  pageList()?.every((wanted) => wanted.name !== name) ?? false;

/**
 * All fields in their order: what nothing can be paid without and the page's list does not name, then
 * the list, then what it leaves out.
 */
export function placeFields(): readonly FieldPlace[] {
  const list = pageList();
  if (!list && rawOption('fields')) note('fields', 'no list');
  const wanted = new Map<CardFieldName, string | undefined>();
  for (const { name, width } of list ?? []) {
    const isField = CARD_FIELDS.includes(name);
    const isWidth = /^(half|full)$/.test(width ?? 'half');
    if (isField) wanted.set(name, isWidth ? width : undefined);
    if (!isField || !isWidth) note('fields', `${name} ${width ?? ''}`);
  }
  const needed = CARD_FIELDS.slice(0, list ? 3 : 5).filter((name) => !wanted.has(name));
  const shown = [...needed, ...wanted.keys()];
  let rows = 0;
  let hasRoom = false;
  const isShort = (at: number) => /^(expiryDate|cvv)$/.test(shown[at] ?? '');
  return [...new Set([...shown, ...CARD_FIELDS])].map((name, at) => {
    const isHalf = isShort(at) && (hasRoom || isShort(at + 1));
    const width = wanted.get(name) ?? (isHalf ? 'half' : 'full');
    const isBeside = hasRoom && width === 'half';
    hasRoom = width === 'half' && !isBeside;
    const isInFrame = name !== 'brand';
    if (!isInFrame) rows = 0;
    else if (!isBeside) rows++;
    const touches = `${rows > 1 ? 'above' : ''} ${isBeside ? 'beside' : ''}`;
    return { name, width: list && width, touches: isInFrame ? touches : undefined };
  });
}
