/** Every brand by its code, with the name that shoppers know: cards, what is no card, wallets of devices. */
import { CARD_BRANDS } from './card-brand-names.ts';
import { OTHER_BRANDS } from './other-brands.ts';
import { WALLETS } from './wallets.ts';

export const BRAND_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(CARD_BRANDS),
  ...[...OTHER_BRANDS, ...WALLETS].map(([code, { name }]) => [code, name] as const),
]);
