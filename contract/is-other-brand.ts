/**
 * All that the script knows of these brands: the rest comes with the form's data. The build writes
 * their codes here in place of the whole table (`vite.config.ts`).
 */
import { OTHER_BRANDS } from './other-brands.ts';
import { WALLETS } from './wallets.ts';

export { isPrepayment } from './other-brands.ts';

export const isOtherBrand = (code: string): boolean => OTHER_BRANDS.has(code) || WALLETS.has(code);

/**
 * What a brand's form will show between its name and its button, a letter each, before that comes: `F` a
 * field, `N` a note, `V` that of a voucher, `M` the mandate of a direct debit.
 */
export function shapeOf(code: string): string {
  const { family, fields = [], inPlace } = OTHER_BRANDS.get(code) ?? {};
  if (family === 'directDebit') return 'FFM';
  const note = family === 'prepayment' ? 'V' : 'N';
  return 'F'.repeat(fields.length) + (inPlace === false || family === 'prepayment' ? note : '');
}
