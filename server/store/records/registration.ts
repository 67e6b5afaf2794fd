/** A stored card as code knows it, and the row that keeps it. Its number is in the vault. */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { RegistrationRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';
import type { ShownCard } from './shown-card.ts';

export interface Registration extends FieldsOf<Omit<RegistrationRow, 'card' | 'parameters'>> {
  readonly card: ShownCard;
  readonly parameters: ParameterSet;
}

export const registrationFromRow = ({
  card,
  parameters,
  ...row
}: RegistrationRow): Registration => ({
  ...toFields(row),
  card: JSON.parse(card),
  parameters: JSON.parse(parameters),
});

/** The columns of a registration, or of what is changed of one. */
export function registrationToRow(registration: Registration): RegistrationRow;
export function registrationToRow(changes: Partial<Registration>): Partial<RegistrationRow>;
export function registrationToRow({ card, parameters, ...rest }: Partial<Registration>) {
  return {
    ...toColumns(rest),
    ...(card && { card: JSON.stringify(card) }),
    ...(parameters && { parameters: JSON.stringify(parameters) }),
  };
}
