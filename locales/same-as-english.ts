/**
 * Texts that may be the same as in English, because the language has the same word. Everything else
 * that is equal was forgotten.
 */
const EVERYWHERE = ['CVV', 'MM / YY', 'IBAN', 'BIC', 'Eircode', 'Oblast'];

const IN_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  de: ['{{label}} (optional)'],
  dk: ['SEPA Direct Debit'],
  fr: ['District', 'Province'],
  it: ['Area', 'Password'],
  nl: ['District', 'Postcode'],
  no: ['SEPA Direct Debit'],
  ro: ['Card', 'District'],
};

/** @param code of a language, or the tag of a region: "fr-CA" has the words of "fr" */
export const sameAsEnglish = (code: string): readonly string[] => [
  ...EVERYWHERE,
  ...(IN_LANGUAGE[code.replace(/-.*/, '')] ?? []),
];
