import { LANGUAGES } from '../../contract/languages.ts';

const names = new Intl.DisplayNames('en', { type: 'language' });

/** In English: what `dk` is. */
export const nameOfLanguage = (code: string): string => names.of(LANGUAGES[code] ?? code) ?? code;
