/** The six themes to begin with, from their files. */

import { readTheme, type Theme } from '../../contract/design-tokens.ts';
import bold from '../../public/themes/bold.json?raw';
import calm from '../../public/themes/calm.json?raw';
import compact from '../../public/themes/compact.json?raw';
import contrast from '../../public/themes/contrast.json?raw';
import plain from '../../public/themes/plain.json?raw';
import soft from '../../public/themes/soft.json?raw';

export const THEMES: readonly Theme[] = [calm, plain, bold, soft, contrast, compact].map((file) => {
  const { name, tokens } = readTheme(file);
  return { name, tokens };
});

/** The values that the form has by itself, too. */
export const CALM: Theme = THEMES[0] ?? { name: 'Calm', tokens: {} };
