/** What may be shown of a card, and is kept beside its payment or registration. */
export interface ShownCard {
  readonly bin: string;
  readonly last4Digits: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  /** Of the card in a wallet, whose payment has the wallet's brand. */
  readonly brand?: string;
  /** The digits are those of a network token. */
  readonly numberType?: 'DPAN';
}

export const shownCard = ({
  number,
  holder,
  expiryMonth,
  expiryYear,
  wallet,
}: {
  /** Digits only. */
  readonly number: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly wallet?: { readonly cardBrand: string; readonly cryptogram?: string };
}): ShownCard => ({
  bin: number.slice(0, 6),
  last4Digits: number.slice(-4),
  ...(holder !== undefined && { holder }),
  expiryMonth,
  expiryYear,
  ...(wallet && { brand: wallet.cardBrand }),
  ...(wallet?.cryptogram && { numberType: 'DPAN' }),
});

/** A column's JSON; an empty object where there is no card. */
export function readShownCard(column: string): ShownCard | undefined {
  const shown = JSON.parse(column);
  return 'bin' in shown ? shown : undefined;
}
