/**
 * Texts that may be the same as in English, because the language has the same word. Everything else
 * that is equal was forgotten.
 */
const EVERYWHERE = ['CVV', 'IBAN', 'PIN', 'MM / YY'];

const IN_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  de: ['Bank', 'Region', '{{label}} (optional)'],
  dk: ['Bank', 'Region'],
  es: ['Total'],
  fr: ['Total', 'Province'],
  hu: ['Bank'],
  it: ['Password'],
  nl: ['Bank', 'Postcode'],
  no: ['Bank', 'Region'],
  pl: ['Bank', 'Region'],
  pt: ['Total'],
  ro: ['Total'],
  se: ['Bank', 'Region'],
};

export const sameAsEnglish = (code: string): readonly string[] => [
  ...EVERYWHERE,
  ...(IN_LANGUAGE[code] ?? []),
];
