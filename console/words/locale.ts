/**
 * How numbers and times are written in a language: as the browser's region does, where the browser has one for it.
 * Digits and calendar are those of the API, of bank statements and of card numbers.
 *
 * @param browser tags of `navigator.languages`, the preferred one first
 */
export function localeOf(language: string, browser: readonly string[]): string {
  const regional = browser.map(readTag).find((tag) => tag?.language === language && tag.region);
  return new Intl.Locale(regional?.baseName ?? language, {
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).toString();
}

/** Undefined for what is no tag: some systems have one as `en-US@posix`. */
function readTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
