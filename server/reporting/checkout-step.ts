/** How far a checkout has come. Each step has those before it behind it. */
import { RESULT_CODES, resultGroup } from '../../contract/result-codes.ts';
import type { PaymentRow } from '../store/tables.ts';

/**
 * `made`: by the merchant's server. `loaded`: its form was drawn in a browser. `typed`: the shopper has
 * begun to fill in a field of a card or an account. `submitted`: the shopper has tried to pay. `authenticated`: 3-D Secure, or the bank's own page, was passed or not asked for, so the bank
 * was asked for the money. `paid`: or stored, where nothing else was wanted.
 */
export const CHECKOUT_STEPS = [
  ...(['made', 'loaded', 'typed'] as const),
  ...(['submitted', 'authenticated', 'paid'] as const),
] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

const ANSWERS_OF_BANKS = ['REJ_BANK', 'REJ_COMM', 'REJ_SYSTEM', 'REJ_ADDR'];

/** Results that say that the bank was asked for the money, and why there was none. */
export const BANK_DECLINES: readonly string[] = [...RESULT_CODES.keys()].filter((code) =>
  ANSWERS_OF_BANKS.includes(resultGroup(code)),
);
const declines = new Set(BANK_DECLINES);

export interface Progress {
  readonly isPaid: boolean;
  /** Of the latest attempt; null where there was none. */
  readonly state: PaymentRow['state'] | null;
  readonly resultCode: string | null;
  readonly isLoaded: boolean;
  readonly isTyped: boolean;
}

export function stepOf({ isPaid, state, resultCode, isLoaded, isTyped }: Progress): CheckoutStep {
  if (isPaid) return 'paid';
  if (state === 'failed' && declines.has(resultCode ?? '')) return 'authenticated';
  if (state !== null) return 'submitted';
  if (isTyped) return 'typed';
  return isLoaded ? 'loaded' : 'made';
}
