/**
 * How many digits the CVV of a brand has. A file of its own, so that the CVV frame does not carry
 * the issuer ranges of all brands. A length of 0 says that cards of the brand may have no CVV.
 */
const LENGTHS: Readonly<Record<string, readonly number[]>> = {
  AMEX: [4],
  BCMC: [0, 3],
  MAESTRO: [0, 3],
};

/** Lengths of a brand's CVV, shortest first; 3 or 4 while the brand is not known (''). */
export const cvvLengths = (brand: string): readonly number[] =>
  LENGTHS[brand] ?? (brand ? [3] : [3, 4]);

export const isCvvValid = (digits: string, brand: string): boolean =>
  /^\d*$/.test(digits) && cvvLengths(brand).includes(digits.length);
