/** A checkout as code knows it, and the row that keeps it. */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { CheckoutRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';

export interface CheckoutRecord extends FieldsOf<Omit<CheckoutRow, 'parameters'>> {
  readonly parameters: ParameterSet;
}

export const checkoutFromRow = ({ parameters, ...row }: CheckoutRow): CheckoutRecord => ({
  ...toFields(row),
  parameters: JSON.parse(parameters),
});

/** The columns of a checkout, or of what is changed of one. */
export function checkoutToRow(checkout: CheckoutRecord): CheckoutRow;
export function checkoutToRow(changes: Partial<CheckoutRecord>): Partial<CheckoutRow>;
export function checkoutToRow({ parameters, ...rest }: Partial<CheckoutRecord>) {
  return {
    ...toColumns(rest),
    ...(parameters && { parameters: JSON.stringify(parameters) }),
  };
}
