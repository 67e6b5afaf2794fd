/** What was stored to pay with, as code knows it, and the row that keeps it. A card's number is in the vault. */
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { RegistrationRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';
import { readShownCard, type ShownCard } from './payment.ts';

export interface Registration
  extends FieldsOf<Omit<RegistrationRow, 'card' | 'parameters' | 'field_evidence'>> {
  /** Absent with brands that are no cards. */
  readonly card: ShownCard | undefined;
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
  card: readShownCard(card),
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
    ...('card' in fields && { card: JSON.stringify(card ?? {}) }),
    ...(parameters && { parameters: JSON.stringify(parameters) }),
    ...('fieldEvidence' in fields && {
      field_evidence: fieldEvidence ? JSON.stringify(fieldEvidence) : null,
    }),
  };
}
