/** What an answer may repeat of what was sent. */
import { toAmount } from '../../../contract/currency.ts';
import { findRow, type ParameterSet } from '../../../contract/parameters.ts';

/** Without card data, secrets, and what only steers the request. */
export const echoedParameters = (parameters: ParameterSet): ParameterSet =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => {
      const row = findRow(name)?.row;
      return row && !row.control && !row.secret && !name.startsWith('card.');
    }),
  );

/** The parts of an installment plan as parameters: `recurring.installments[n].amount`. */
export const planParameters = (plan: readonly number[] = [], currency: string): ParameterSet =>
  Object.fromEntries(
    plan.map((part, n) => [`recurring.installments[${n}].amount`, toAmount(part, currency)]),
  );
