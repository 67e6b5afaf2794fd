/** Installments: what may be asked for, and what is then paid each month (gateway-api.md, "Limits"). */

import { currencyDecimals } from './currency.ts';

/** The technical maximum. A channel's own may be lower. */
export const MAX_INSTALLMENTS = 12;

interface CountryRule {
  readonly currency: string;
  readonly paymentTypes: readonly string[];
  /** The only counts that there are; any, where undefined. */
  readonly counts?: readonly number[];
  /** Smallest installment, in smallest units of the currency. */
  readonly minimumPart?: number;
  /** Smallest total, for each installment: rounding may leave less for the first. */
  readonly minimumTotal?: number;
}

const COUNTRIES: Readonly<Record<string, CountryRule>> = {
  BR: { currency: 'BRL', paymentTypes: ['DB', 'PA'], minimumPart: 5_00 },
  // The document's minimum totals (300.00 for 3, 600.00 for 6 …) are 100.00 an installment.
  MX: {
    currency: 'MXN',
    paymentTypes: ['DB'],
    counts: [3, 6, 9, 12],
    minimumTotal: 100_00,
  },
};

export interface InstallmentInput {
  readonly count: number;
  /** Smallest units. */
  readonly amount: number;
  readonly currency: string;
  readonly paymentType: string;
  /** Of the channel. */
  readonly country: string | undefined;
  /** Of the channel. */
  readonly maximum: number;
}

/** Why the installments cannot be had: the parameter at fault and the rule; undefined when they can. */
export function refuseInstallments(
  input: InstallmentInput,
): { readonly name: string; readonly message: string } | undefined {
  const { count, amount, currency, paymentType, country, maximum } = input;
  const atFault = (name: string, message: string) => ({ name, message });
  const counted = (message: string) => atFault('recurring.numberOfInstallments', message);
  const most = Math.min(maximum, MAX_INSTALLMENTS);
  if (count < 1 || count > most) return counted(`must be 1 to ${most} on this channel`);
  if (paymentType === 'CD') return counted('must not be sent with paymentType CD');
  const smallest = Math.min(...installmentPlan(amount, count, currency));
  if (smallest <= 0) return counted('must leave something to pay in every installment');
  const rule = country === undefined ? undefined : COUNTRIES[country];
  if (rule === undefined || count === 1) return undefined;
  if (rule.counts && !rule.counts.includes(count)) {
    return counted(`must be one of ${rule.counts.join(', ')} in ${country}`);
  }
  if (!rule.paymentTypes.includes(paymentType)) {
    return counted(`needs paymentType ${rule.paymentTypes.join(' or ')} in ${country}`);
  }
  if (currency !== rule.currency) {
    return atFault('currency', `must be ${rule.currency} for installments in ${country}`);
  }
  const { minimumPart = 0, minimumTotal = 0 } = rule;
  if (smallest < minimumPart) {
    return counted(`must give installments of ${minimumPart / 100}.00 or more`);
  }
  if (amount < minimumTotal * count) {
    return counted(`needs an amount of ${(minimumTotal * count) / 100}.00 or more`);
  }
  return undefined;
}

/** How many installments a shopper of the country can choose between; none where there is no custom. */
export function installmentCounts(input: Omit<InstallmentInput, 'count'>): number[] {
  if (input.country === undefined || !COUNTRIES[input.country]) return [];
  return Array.from({ length: MAX_INSTALLMENTS - 1 }, (_, n) => n + 2).filter(
    (count) => refuseInstallments({ ...input, count }) === undefined,
  );
}

/**
 * The parts of an amount, in its smallest units: the total divided by the count, rounded half up to
 * two decimals; the whole difference, of either sign, goes to the first part. They always add up.
 */
export function installmentPlan(amount: number, count: number, currency: string): number[] {
  // Amounts have two decimals, also in currencies that have more.
  const step = 10 ** Math.max(0, currencyDecimals(currency) - 2);
  const total = amount / step;
  const part = Math.floor((2 * total + count) / (2 * count));
  return Array.from(
    { length: count },
    (_, n) => (n === 0 ? total - part * (count - 1) : part) * step,
  );
}
