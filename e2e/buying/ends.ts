/** How each way to pay can end: it goes through all ends that it can have. */
import { OTHER_BRANDS } from '../../contract/other-brands.ts';
import { AT_BRAND } from './brand-ends.ts';
import { CARD, DEVICE } from './card-ends.ts';
import { DEBIT } from './debit-ends.ts';
import type { End, Ends } from './end.ts';
import type { Purchase } from './purchase.ts';
import { VOUCHER } from './voucher-ends.ts';
import type { Kind, Way } from './ways.ts';

const ENDS_OF: Readonly<Record<Kind, Ends>> = {
  elsewhere: AT_BRAND,
  inline: AT_BRAND,
  debit: DEBIT,
  voucher: VOUCHER,
  device: DEVICE,
  card: CARD,
};

/** What cannot happen, and why. */
const IMPOSSIBLE: readonly (readonly [of: (way: Way) => boolean, end: End, why: string])[] = [
  [
    ({ kind }) => kind === 'debit',
    'cancelled',
    'no page of a bank is visited where it could be: the form is filled in, or left',
  ],
  [
    ({ kind }) => kind === 'voucher',
    'refused',
    'there is no bank to refuse it: what is not paid in time expires',
  ],
  [
    ({ kind }) => kind === 'voucher',
    'cancelled',
    'a shopper just does not pay it; its merchant may cancel it (vouchers.test.ts)',
  ],
  [
    ({ brand }) => (OTHER_BRANDS.get(brand)?.payableHours ?? Infinity) <= 24,
    'back a day later',
    'it can be paid for a day',
  ],
  [
    ({ brand }) => brand === 'APPLEPAY',
    'pending',
    'its token is the proof of the shopper, so no issuer asks',
  ],
];

export const whyImpossible = (way: Way, end: End): string | undefined =>
  IMPOSSIBLE.find(([of, without]) => end === without && of(way))?.[2];

/** Goes all the way to an end. */
export async function goTo(end: End, purchase: Purchase): Promise<void> {
  const go = ENDS_OF[purchase.way.kind][end];
  if (!go) throw new Error(`${end} has no steps, and no reason why it is impossible`);
  await go(purchase);
}
