/** What a row keeps as JSON, and the parts of events that are read from it directly. */
import type { Money } from '../../../contract/events/shared-types.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import type { Parameters } from '../../../contract/parameters.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';

export const parametersOf = ({ parameters }: Pick<PaymentRow, 'parameters'>): Parameters =>
  JSON.parse(parameters);

/** The brand in lower case; `card` for every card. */
export const paymentMethodOf = ({ brand }: PaymentRow | RegistrationRow): string =>
  OTHER_BRANDS.has(brand) ? brand.toLowerCase() : 'card';

export const moneyOf = ({ amount, currency }: PaymentRow): Money => ({ value: amount, currency });

/** What there is of an object's fields; undefined where that is nothing. */
export function present<T extends object>(
  value: T,
): { [Name in keyof T]: Exclude<T[Name], undefined> } | undefined {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return entries.length === 0
    ? undefined
    : (Object.fromEntries(entries) as { [Name in keyof T]: Exclude<T[Name], undefined> });
}
