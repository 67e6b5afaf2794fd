/**
 * Every way to pay that is not a card, from the declarative tables, and where it is bought with: a new row
 * of `contract/other-brands.ts` is in the matrix by itself.
 */
import {
  isDirectDebit,
  isPrepayment,
  OTHER_BRANDS,
  type OtherBrandField,
} from '../../contract/other-brands.ts';
import { WALLETS } from '../../contract/wallets.ts';

/** What its shopper does: goes to the brand's page, has it in the form's place, and so on. */
export type Kind = 'elsewhere' | 'inline' | 'debit' | 'voucher' | 'device' | 'card';

export interface Way {
  readonly brand: string;
  readonly kind: Kind;
}

const kindOf = (brand: string): Kind => {
  if (isDirectDebit(brand)) return 'debit';
  return isPrepayment(brand) ? 'voucher' : 'elsewhere';
};

export const WAYS: readonly Way[] = [
  ...[...OTHER_BRANDS].flatMap(([brand, { cardBrand }]): Way[] => [
    { brand, kind: kindOf(brand) },
    // The pages that `inlineFlow` was made for.
    ...(brand.startsWith('KLARNA') ? [{ brand, kind: 'inline' } as const] : []),
    ...(cardBrand ? [{ brand: cardBrand, kind: 'card' } as const] : []),
  ]),
  ...[...WALLETS.keys()].map((brand): Way => ({ brand, kind: 'device' })),
];

/** Languages and widths: phones are dark. */
export const PLACES = ['en', 'de', 'ar'].flatMap((locale) => [
  { locale, width: 1280 },
  { locale, width: 320 },
]);
export type Place = (typeof PLACES)[number];

export const currencyOf = ({ brand }: Way): string => {
  const currencies = OTHER_BRANDS.get(brand)?.currencies;
  return currencies && !currencies.includes('EUR') ? (currencies[0] ?? '') : 'EUR';
};

export const containerOf = ({ brand, kind }: Way): string => {
  if (kind === 'card') return '.wpwl-container-card';
  if (kind === 'debit') return '.wpwl-container-directDebit';
  return `.wpwl-container-${kind === 'voucher' ? 'prepayment' : 'virtualAccount'}-${brand}`;
};

/** What a shopper types into the fields of a brand that are plain inputs. */
export const TYPED: Readonly<Partial<Record<OtherBrandField['name'], string>>> = {
  'virtualAccount.accountId': 'jane@shop.example',
  'virtualAccount.password': '123456',
  'customer.mobile': '+966512345678',
  'customer.givenName': 'Ana',
  'customer.surname': 'Souza',
  'customer.identificationDocId': '529.982.247-25',
};
