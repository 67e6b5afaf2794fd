/** Fields that several events have, and a filter for those that have no value. */

import type { Money } from '../../../contract/events/shared-types.ts';
import { isCardless } from '../../../contract/other-brands.ts';
import type { Payment } from '../../store/records/payment.ts';
import type { Registration } from '../../store/records/registration.ts';

/** The brand in lower case; `card` for every card. */
export const paymentMethodOf = (paid: Payment | Registration): string =>
  isCardless(paid) ? paid.brand.toLowerCase() : 'card';

export const moneyOf = ({ amount, currency }: Payment): Money => ({ value: amount, currency });

/** What there is of an object's fields; undefined where that is nothing. */
export function present<T extends object>(
  value: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } | undefined {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> });
}
