/**
 * All that the script knows of these brands: the rest comes with the form's data. The build writes
 * their codes here in place of the whole table (`vite.config.ts`).
 */
import { OTHER_BRANDS } from './other-brands.ts';
import { WALLETS } from './wallets.ts';

export { isPrepayment } from './other-brands.ts';

export const isOtherBrand = (code: string): boolean => OTHER_BRANDS.has(code) || WALLETS.has(code);
