/** Brands that are no cards: wallets and banks that the shopper is sent to, accounts to name. */
export type OtherBrandKind = 'virtualAccount' | 'redirect';

const REDIRECTS = 'PAYPAL ALIPAY IDEAL SOFORTUEBERWEISUNG KLARNA_PAYMENTS_PAYLATER STC_PAY';

export const OTHER_BRANDS: ReadonlyMap<string, OtherBrandKind> = new Map<string, OtherBrandKind>([
  ['PAYSAFECARD', 'virtualAccount'],
  ...REDIRECTS.split(' ').map((code) => [code, 'redirect'] as const),
]);
