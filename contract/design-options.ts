/** What a design chooses from, beside its tokens: as links of the playground and its previews name it. */

export const LAYOUTS = ['list', 'tabs', 'card', 'classic'] as const;
export const LABEL_POSITIONS = ['above', 'floating', 'hidden'] as const;
export const DENSITIES = ['spaced', 'condensed'] as const;
export const ICONS = ['inside', 'above', 'below', 'hidden'] as const;
export const CARD_FIELDS = ['brand', 'cardNumber', 'expiryDate', 'cvv', 'cardHolder'] as const;
export const FIELD_WIDTHS = ['half', 'full'] as const;
export const SCHEMES = ['light', 'dark'] as const;
/** Size of text, in percent of the browser's own. */
export const TEXT_SIZES = { least: 100, most: 200 } as const;
/** Of links, and of the addresses of previews. */
export const LINK_VERSION = '1';

export interface PlacedField {
  readonly name: (typeof CARD_FIELDS)[number];
  /** Missing: as the form has it. */
  readonly width?: (typeof FIELD_WIDTHS)[number] | undefined;
}

/** As links have them: `cardHolder cardNumber cvv.half`. */
export const writeFields = (fields: readonly PlacedField[]): string =>
  fields.map(({ name, width }) => (width ? `${name}.${width}` : name)).join(' ');

export const FIELDS_RULE = `must be some of ${CARD_FIELDS.join(', ')}, each once, with .${FIELD_WIDTHS.join(' or .')} behind it or nothing`;

/** @returns undefined where one is no field, or has no width that there is, or stands there twice */
export function readFields(text: string): readonly PlacedField[] | undefined {
  const fields: PlacedField[] = [];
  for (const entry of text.split(' ').filter(Boolean)) {
    const [written, size] = entry.split('.');
    const name = CARD_FIELDS.find((each) => each === written);
    const width = FIELD_WIDTHS.find((each) => each === size);
    const isWidth = size === undefined || width !== undefined;
    if (!name || !isWidth || fields.some((each) => each.name === name)) return undefined;
    fields.push({ name, width });
  }
  return fields;
}

/** As `wpwlOptions.fields` has them. */
export const fieldOption = (fields: readonly PlacedField[]): (string | PlacedField)[] =>
  fields.map(({ name, width }) => (width ? { name, width } : name));

/** A value that is told, however long it is. */
export const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60)}…` : text;
