/** What a shopper types. */
export interface Card {
  readonly number: string;
  readonly expiry: string;
  readonly holder: string;
  readonly cvv: string;
}

export const GOOD_CARD: Card = {
  number: '4200000000000000',
  expiry: '1234',
  holder: 'Jane Jones',
  cvv: '123',
};
