/** The electronic commerce indicator: what became of a 3-D Secure authentication. */

/** Brands whose ECI is 02, 01, 00 instead of 05, 06, 07. */
const OTHER_ECI: ReadonlySet<string> = new Set([
  'MASTER',
  'MASTERDEBIT',
  'MAESTRO',
  'UNIONPAY',
  'UNIONPAY_SMS',
]);

/** A brand's values: authenticated, attempted, neither. */
export const eciOf = (brand: string): readonly [full: string, attempted: string, none: string] =>
  OTHER_ECI.has(brand) ? ['02', '01', '00'] : ['05', '06', '07'];

/** Authenticated, or attempted: by the schemes' rules the issuer bears the loss of a fraud then. */
export const isIssuerLiable = (brand: string, eci: unknown): boolean =>
  eciOf(brand)
    .slice(0, 2)
    .some((value) => value === eci);
