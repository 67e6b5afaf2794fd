/**
 * Texts that may be the same as in English, because the language has the same word. Everything else
 * that is equal was forgotten.
 */
const EVERYWHERE = ['CVV', 'MM / YY', 'IBAN', 'BIC'];

const IN_LANGUAGE: Readonly<Record<string, readonly string[]>> = {
  de: ['{{label}} (optional)'],
  dk: ['SEPA Direct Debit'],
  it: ['Password'],
  nl: ['Postcode'],
  no: ['SEPA Direct Debit'],
};

export const sameAsEnglish = (code: string): readonly string[] => [
  ...EVERYWHERE,
  ...(IN_LANGUAGE[code] ?? []),
];
