/** Brands that are no cards: wallets and banks that the shopper is sent to, accounts to name. */
export type OtherBrandKind = 'virtualAccount' | 'redirect';

export const OTHER_BRANDS: ReadonlyMap<string, OtherBrandKind> = new Map<string, OtherBrandKind>([
  ['PAYSAFECARD', 'virtualAccount'],
  ['PAYPAL', 'redirect'],
  ['ALIPAY', 'redirect'],
  ['IDEAL', 'redirect'],
  ['SOFORTUEBERWEISUNG', 'redirect'],
  ['KLARNA_PAYMENTS_PAYLATER', 'redirect'],
  ['STC_PAY', 'redirect'],
]);
