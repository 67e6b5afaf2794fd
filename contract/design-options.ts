/** What a design chooses from, beside its tokens: as links of the playground and its previews name it. */

export const LAYOUTS = ['list', 'tabs', 'card', 'classic'] as const;
export const LABEL_POSITIONS = ['above', 'floating', 'hidden'] as const;
export const DENSITIES = ['spaced', 'condensed'] as const;
export const SCHEMES = ['light', 'dark'] as const;
/** Size of text, in percent of the browser's own. */
export const TEXT_SIZES = { least: 100, most: 200 } as const;
/** Of links, and of the addresses of previews. */
export const LINK_VERSION = '1';

/** A value that is told, however long it is. */
export const shortened = (text: string): string =>
  text.length > 60 ? `${text.slice(0, 60)}…` : text;
