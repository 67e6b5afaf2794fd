/** Light or dark, as the shop's page is: the pages that follow the form look like it. */
export type ColorScheme = 'light' | 'dark';

/**
 * @param computed `color-scheme` of the form, as CSS computes it; `normal` is light
 * @returns undefined for a page that follows the browser's input, and where nothing is known
 */
export function knownScheme(computed: string | undefined): ColorScheme | undefined {
  if (!computed || /light dark|dark light/.test(computed)) return undefined;
  return /dark/.test(computed) ? 'dark' : 'light';
}
