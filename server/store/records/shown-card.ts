/** What may be shown of a card, and is kept beside its payment or registration. */
export interface ShownCard {
  readonly bin: string;
  readonly last4Digits: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
}

export const shownCard = ({
  number,
  holder,
  expiryMonth,
  expiryYear,
}: {
  /** Digits only. */
  readonly number: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
}): ShownCard => ({
  bin: number.slice(0, 6),
  last4Digits: number.slice(-4),
  ...(holder !== undefined && { holder }),
  expiryMonth,
  expiryYear,
});

/** A column's JSON; an empty object where there is no card. */
export function readShownCard(column: string): ShownCard | undefined {
  const shown = JSON.parse(column);
  return 'bin' in shown ? shown : undefined;
}
