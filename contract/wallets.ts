/** Wallets of devices. A card is inside of the token that they give, so they pay as a card does. */

export interface Wallet {
  /** As shoppers know it. */
  readonly name: string;
  /** Begins the names of its parameters, of the page's option and of its address. */
  readonly key: 'applePay' | 'googlePay';
}

export const WALLETS = new Map<string, Wallet>([
  ['APPLEPAY', { name: 'Apple Pay', key: 'applePay' }],
  ['GOOGLEPAY', { name: 'Google Pay', key: 'googlePay' }],
]);

/** The parameter that the wallet's token is in. */
export const tokenParameter = ({ key }: Wallet): `${Wallet['key']}.paymentToken` =>
  `${key}.paymentToken`;
