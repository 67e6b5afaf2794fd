import type { ParameterError } from '../../../contract/result.ts';

/** What merchants write for what we call otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AMERICANEXPRESS: 'AMEX',
  AMERICAN_EXPRESS: 'AMEX',
  CARTEBANCAIRES: 'CARTEBANCAIRE',
  CARTES_BANCAIRES: 'CARTEBANCAIRE',
  DINERSCLUB: 'DINERS',
  DINERS_CLUB: 'DINERS',
  MASTERCARD: 'MASTER',
  MC: 'MASTER',
};

/**
 * One line for the developer about a brand that the checkout does not offer.
 *
 * @param unfit what of the checkout does not go with it
 *
 * @example
 * brandAdvice('MASTERCARD'); // '"MASTERCARD" is not a brand of this checkout. Did you mean MASTER?'
 */
export function brandAdvice(code: string, [unfit]: readonly ParameterError[] = []): string {
  const meant = OTHER_NAMES[code];
  return `"${code}" is not a brand of this checkout. ${
    meant
      ? `Did you mean ${meant}?`
      : unfit
        ? `Of the checkout, ${unfit.name} ${unfit.message}.`
        : 'Check its code, and that the channel offers it for this currency.'
  }`;
}
