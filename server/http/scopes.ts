/** What an access token needs for a route; see `SCOPES`. */
import type { Scope } from '../gateway/access/index.ts';
import type { FormPairs } from './decode-form.ts';

/** Money goes out: refunds, reversals, credits. */
const GOING_OUT = new Set(['RF', 'RV', 'CD']);

/** A brand may have a payment type of its own: `overridePaymentType[VISA]`. */
const NAMES_PAYMENT_TYPE = /^(paymentType$|overridePaymentType\[)/;

/** By the payment type that is asked for, whichever of several. */
export const BY_PAYMENT_TYPE = (pairs: FormPairs): readonly Scope[] =>
  pairs.some(([name, value]) => NAMES_PAYMENT_TYPE.test(name) && GOING_OUT.has(value))
    ? ['refunds']
    : ['payments'];

/** For routes whose body says which of the two it is: one of both scopes is enough at first. */
export const PAYING: readonly Scope[] = ['payments', 'refunds'];
export const PAYMENTS: readonly Scope[] = ['payments'];
export const REPORTS: readonly Scope[] = ['reports'];
export const WEBHOOKS: readonly Scope[] = ['webhooks'];
/** What happened to a payment: for all who deal with payments. */
export const READING: readonly Scope[] = ['payments', 'refunds', 'reports'];
