/** A payment as code knows it, and the row that keeps it. */
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { PaymentRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';
import type { ConnectorChecks } from './connector-checks.ts';
import type { NextStep } from './next-step.ts';
import { readShownCard, type ShownCard } from './shown-card.ts';

type JsonColumn =
  | 'parameters'
  | 'card'
  | 'result_details'
  | 'checks'
  | 'next_step'
  | 'field_evidence';

export interface Payment extends FieldsOf<Omit<PaymentRow, JsonColumn>> {
  readonly parameters: ParameterSet;
  /** Absent on captures, reversals and refunds, and with brands that are no cards. */
  readonly card: ShownCard | undefined;
  readonly resultDetails: Readonly<Record<string, string>>;
  readonly checks: ConnectorChecks;
  /** What the shopper has to do, while there is something. */
  readonly nextStep: NextStep | undefined;
  readonly fieldEvidence: NoticedEvidence | undefined;
}

export function paymentFromRow({
  parameters,
  card,
  result_details,
  checks,
  next_step,
  field_evidence,
  ...row
}: PaymentRow): Payment {
  return {
    ...toFields(row),
    parameters: JSON.parse(parameters),
    card: readShownCard(card),
    resultDetails: JSON.parse(result_details),
    checks: JSON.parse(checks),
    nextStep: next_step === null ? undefined : JSON.parse(next_step),
    fieldEvidence: field_evidence === null ? undefined : JSON.parse(field_evidence),
  };
}

/** The columns of a payment, or of what is changed of one. */
export function paymentToRow(payment: Payment): PaymentRow;
export function paymentToRow(changes: Partial<Payment>): Partial<PaymentRow>;
export function paymentToRow(fields: Partial<Payment>) {
  const { parameters, card, resultDetails, checks, nextStep, fieldEvidence, ...rest } = fields;
  return {
    ...toColumns(rest),
    ...(parameters && { parameters: JSON.stringify(parameters) }),
    ...('card' in fields && { card: JSON.stringify(card ?? {}) }),
    ...(resultDetails && { result_details: JSON.stringify(resultDetails) }),
    ...(checks && { checks: JSON.stringify(checks) }),
    ...('fieldEvidence' in fields && {
      field_evidence: fieldEvidence ? JSON.stringify(fieldEvidence) : null,
    }),
    ...('nextStep' in fields && { next_step: nextStep ? JSON.stringify(nextStep) : null }),
  };
}
