import { IS_NIGHT } from '../.ci/is-night.ts';
import { LANGUAGES } from '../contract/languages.ts';

/**
 * One of each kind: the first language, long words, right to left, far letters without blanks, four
 * plural forms, a region that is not the language's largest, the largest dictionary.
 */
const BY_DAY: readonly string[] = ['en', 'de', 'ar', 'ja', 'pl', 'pt', 'gr'];

/** The codes that tests go through: a sample by day, all of them in the night (`npm run test:night`). */
export const TESTED_LANGUAGES = Object.keys(LANGUAGES).filter(
  (code) => IS_NIGHT || BY_DAY.includes(code),
);
