/** A stored card as code knows it, and the row that keeps it. Its number is in the vault. */
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { RegistrationRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';
import type { ShownCard } from './shown-card.ts';

export interface Registration
  extends FieldsOf<Omit<RegistrationRow, 'card' | 'parameters' | 'field_evidence'>> {
  readonly card: ShownCard;
  readonly parameters: ParameterSet;
  readonly fieldEvidence: NoticedEvidence | undefined;
}

export const registrationFromRow = ({
  card,
  parameters,
  field_evidence,
  ...row
}: RegistrationRow): Registration => ({
  ...toFields(row),
  card: JSON.parse(card),
  parameters: JSON.parse(parameters),
  fieldEvidence: field_evidence === null ? undefined : JSON.parse(field_evidence),
});

/** The columns of a registration, or of what is changed of one. */
export function registrationToRow(registration: Registration): RegistrationRow;
export function registrationToRow(changes: Partial<Registration>): Partial<RegistrationRow>;
export function registrationToRow(fields: Partial<Registration>) {
  const { card, parameters, fieldEvidence, ...rest } = fields;
  return {
    ...toColumns(rest),
    ...(card && { card: JSON.stringify(card) }),
    ...(parameters && { parameters: JSON.stringify(parameters) }),
    ...('fieldEvidence' in fields && {
      field_evidence: fieldEvidence ? JSON.stringify(fieldEvidence) : null,
    }),
  };
}
