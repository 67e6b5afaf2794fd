/** What a result code means for the merchant. */
import { RESULT_GROUPS } from './generated/result-groups.ts';

export type ResultGroup = (typeof RESULT_GROUPS)[number][0] | 'OTHER';

/** What may be done about a decline. */
export type DeclineAdvice =
  /** Ask for the number, the date or the CVV once more: one of them is wrong. */
  | 'check-card'
  /** Another card, or another way to pay: this one has not the money, or may not. */
  | 'use-another-card'
  /** The same with the shopper present: the issuer wants them authenticated. */
  | 'authenticate'
  /** The shopper gave up, or took too long: they may pay again. */
  | 'pay-again'
  /** Too many tries in a short time: wait some minutes. */
  | 'try-later'
  /** The card is not to be tried again, and the shopper is not told the reason. */
  | 'do-not-retry';

interface Of<Category extends string> {
  readonly category: Category;
  /** As in `result.code`. */
  readonly code: string;
  readonly group: ResultGroup;
}

export type Outcome =
  /** The money is reserved, booked or given back; `needsReview`: look at it before you ship. */
  | (Of<'success'> & { readonly needsReview: boolean })
  /** Not decided yet: within half an hour, or within days. Read it again, or wait for the webhook. */
  | (Of<'pending'> & { readonly takes: 'minutes' | 'days' })
  /** No money has moved. */
  | (Of<'declined'> & { readonly advice: DeclineAdvice })
  /** The request, the set-up or a system is at fault, and no card. Where it is a system, the outcome is unknown: read it again. */
  | Of<'error'>;

/** Tells the group by the beginning of the code: codes that are not known yet fall into one, too. */
export const resultGroup = (code: string): ResultGroup =>
  RESULT_GROUPS.find(([, pattern]) => pattern.test(code))?.[0] ?? 'OTHER';

const BY_GROUP: Readonly<Partial<Record<ResultGroup, DeclineAdvice>>> = {
  SOFT_DECLINE: 'authenticate',
  REJ_3DS: 'authenticate',
  REJ_3DS_CFG: 'authenticate',
  REJ_BANK: 'use-another-card',
  REJ_EXT_RISK: 'use-another-card',
  REJ_ADDR: 'use-another-card',
  REJ_ASYNC: 'pay-again',
  REJ_BLACKLIST: 'do-not-retry',
  REJ_RISK: 'do-not-retry',
  VAL_ACCOUNT: 'check-card',
  VAL_REGISTRATION: 'use-another-card',
};

/** Where a code says more than its group. */
const BY_CODE: readonly (readonly [RegExp, DeclineAdvice])[] = [
  [/^800\.100\.(151|153|157|192)$/, 'check-card'],
  [/^100\.380\.401$/, 'authenticate'],
  // Rules against card testing.
  [/^800\.120\./, 'try-later'],
  // Lost, stolen, picked up: the issuer wants it never again.
  [/^800\.100\.(159|164|165|172)$/, 'do-not-retry'],
];

/**
 * Takes an answer, or its result.
 *
 * @example
 * const outcome = outcomeOf(payment);
 * if (outcome.category === 'declined') tell(outcome.advice);
 */
export function outcomeOf(
  answer: { readonly code: string } | { readonly result: { readonly code: string } },
): Outcome {
  const { code } = 'result' in answer ? answer.result : answer;
  const group = resultGroup(code);
  switch (group) {
    case 'SUCCESS':
    case 'SUCCESS_REVIEW':
      return { category: 'success', code, group, needsReview: group === 'SUCCESS_REVIEW' };
    case 'PENDING_SHORT':
    case 'PENDING_LONG':
      return {
        category: 'pending',
        code,
        group,
        takes: group === 'PENDING_SHORT' ? 'minutes' : 'days',
      };
    default: {
      const advice = BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? BY_GROUP[group];
      return advice === undefined
        ? { category: 'error', code, group }
        : { category: 'declined', code, group, advice };
    }
  }
}
