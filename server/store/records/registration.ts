/** What was stored to pay with, as code knows it, and the row that keeps it. A card's number is in the vault. */
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { RegistrationRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';
import { readShownCard, type ShownCard } from './payment.ts';

/** Copies of parts of the JSON columns, to search by. */
type SearchColumn = 'card_last4' | 'card_holder' | 'merchant_transaction_id' | 'is_searchable';

export interface Registration
  extends FieldsOf<Omit<RegistrationRow, 'card' | 'parameters' | 'field_evidence' | SearchColumn>> {
  /** Absent with brands that are no cards. */
  readonly card: ShownCard | undefined;
  readonly parameters: ParameterSet;
  readonly fieldEvidence: NoticedEvidence | undefined;
}

export const registrationFromRow = ({
  card,
  parameters,
  field_evidence,
  card_last4: _last4,
  card_holder: _holder,
  merchant_transaction_id: _reference,
  is_searchable: _searchable,
  ...row
}: RegistrationRow): Registration => ({
  ...toFields(row),
  card: readShownCard(card),
  parameters: JSON.parse(parameters),
  fieldEvidence: field_evidence === null ? undefined : JSON.parse(field_evidence),
});

const cardSearch = (card: ShownCard | undefined) => ({
  card_last4: card?.last4Digits ?? null,
  card_holder: card?.holder?.toLowerCase() ?? null,
});

const parameterSearch = (parameters: ParameterSet) => ({
  merchant_transaction_id: parameters['merchantTransactionId'] ?? null,
});

/** The columns to search by, of a registration that a release without them has made. */
export const registrationSearch = ({
  card,
  parameters,
}: Pick<Registration, 'card' | 'parameters'>) => ({
  ...cardSearch(card),
  ...parameterSearch(parameters),
  is_searchable: 1,
});

/** The columns of a registration, or of what is changed of one. */
export function registrationToRow(registration: Registration): RegistrationRow;
export function registrationToRow(changes: Partial<Registration>): Partial<RegistrationRow>;
export function registrationToRow(fields: Partial<Registration>): Partial<RegistrationRow> {
  const { card, parameters, fieldEvidence, ...rest } = fields;
  return {
    ...toColumns(rest),
    ...('card' in fields && { card: JSON.stringify(card ?? {}), ...cardSearch(card) }),
    ...(parameters && { parameters: JSON.stringify(parameters), ...parameterSearch(parameters) }),
    ...('id' in fields && { is_searchable: 1 }),
    ...('fieldEvidence' in fields && {
      field_evidence: fieldEvidence ? JSON.stringify(fieldEvidence) : null,
    }),
  };
}
