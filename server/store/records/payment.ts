/** A payment as code knows it, and the row that keeps it. */
import type { NoticedEvidence } from '../../../contract/field-evidence.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { NamedValue } from '../../../contract/payment-answer.ts';
import type { PaymentRow } from '../tables.ts';
import { type FieldsOf, toColumns, toFields } from './column-names.ts';

/** What may be shown of a card, and is kept beside its payment or registration. */
export interface ShownCard {
  readonly bin: string;
  readonly last4Digits: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  /** Of the card in a wallet, whose payment has the wallet's brand. */
  readonly brand?: string;
  /** The digits are those of a network token. */
  readonly numberType?: 'DPAN';
}

export const shownCard = ({
  number,
  holder,
  expiryMonth,
  expiryYear,
  wallet,
}: {
  /** Digits only. */
  readonly number: string;
  readonly holder?: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly wallet?: { readonly cardBrand: string; readonly cryptogram?: string };
}): ShownCard => ({
  bin: number.slice(0, 6),
  last4Digits: number.slice(-4),
  ...(holder !== undefined && { holder }),
  expiryMonth,
  expiryYear,
  ...(wallet && { brand: wallet.cardBrand }),
  ...(wallet?.cryptogram && { numberType: 'DPAN' }),
});

/** A column's JSON; an empty object where there is no card. */
export function readShownCard(column: string): ShownCard | undefined {
  const shown = JSON.parse(column);
  return 'bin' in shown ? shown : undefined;
}

/** What is found out beside the result (gateway-api.md, "Payment response fields"). */
export interface ConnectorChecks {
  readonly avsResponse?: string;
  readonly cvvResponse?: string;
  /** -99999 to 99999. */
  readonly riskScore?: number;
  readonly threeDSecure?: ThreeDSecure;
  /** What the issuer said to the exemption from authentication that the merchant asked for. */
  readonly exemption?: 'granted' | 'refused';
  /** The issuer wanted the shopper authenticated, and the payment was asked for once more. */
  readonly softDeclined?: true;
  /** Where the card was issued: ISO 3166-1 alpha-2. The console shows it, the gateway's API does not. */
  readonly issuerCountry?: string;
}

/** And what the gateway itself has to know. */
export interface PaymentChecks extends ConnectorChecks {
  /**
   * A CVV came with the payment, and lies in no database, nor does the number of a whole card: the instance
   * that asks the processor has them. Where another one goes on, or that one has gone on, they are lost.
   */
  readonly inMemory?: 'card' | 'cvv';
}

/** That a merchant has answered a chargeback at its processor, as an administrator has noted it. */
export interface ChargebackAnswer {
  /** Epoch milliseconds, channel clock. */
  readonly at: number;
  /** Name of the administrator. */
  readonly by: string;
  /** A reference of the processor, say; no card number. */
  readonly note: string | null;
}

/** What came out of the authentication of the shopper. */
export interface ThreeDSecure {
  /** Electronic commerce indicator: 05, 06, 07, or 02, 01, 00. */
  readonly eci?: string;
  readonly version: string;
  readonly flow: 'frictionless' | 'challenge';
  /** Y, A, N, U, R, D or X; C while a challenge is open. */
  readonly transStatus: string;
  readonly threeDSServerTransID: string;
  readonly dsTransactionId: string;
  readonly acsTransactionId: string;
  /** Proof for the authorisation, base64. */
  readonly verificationId?: string;
}

/** A request that the shopper's browser makes. */
export interface BrowserRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly parameters: readonly NamedValue[];
}

/** What the shopper's browser has to do before a pending payment can be decided. */
export interface NextStep {
  readonly kind: 'threeDSecure' | 'redirect';
  /** Of the party that is asked; the merchant gets it as a parameter of the redirect. */
  readonly transactionId: string;
  /** Out of sight, before anything else. */
  readonly methodCall?: BrowserRequest;
  /** Where the shopper is asked; absent where the method call was all. */
  readonly page?: BrowserRequest;
  /** Of a redirect: its page may be shown in a frame, and is. */
  readonly isInline?: boolean;
  /** The issuer tells the end of the method call to the page around, and not to us. */
  readonly isRelayed?: boolean;
}

type JsonColumn =
  | 'parameters'
  | 'card'
  | 'result_details'
  | 'checks'
  | 'next_step'
  | 'field_evidence'
  | 'chargeback_answer';

/** Copies of parts of the JSON columns, to search by. */
type SearchColumn =
  | 'card_last4'
  | 'card_bin'
  | 'card_holder'
  | 'shopper_email'
  | 'merchant_invoice_id'
  | 'is_searchable';

export interface Payment extends FieldsOf<Omit<PaymentRow, JsonColumn | SearchColumn>> {
  readonly parameters: ParameterSet;
  /** Absent on captures, reversals and refunds, and with brands that are no cards. */
  readonly card: ShownCard | undefined;
  readonly resultDetails: Readonly<Record<string, string>>;
  readonly checks: PaymentChecks;
  /** What the shopper has to do, while there is something. */
  readonly nextStep: NextStep | undefined;
  readonly fieldEvidence: NoticedEvidence | undefined;
  readonly chargebackAnswer: ChargebackAnswer | undefined;
}

export function paymentFromRow({
  parameters,
  card,
  result_details,
  checks,
  next_step,
  field_evidence,
  chargeback_answer,
  card_last4: _last4,
  card_bin: _bin,
  card_holder: _holder,
  shopper_email: _email,
  merchant_invoice_id: _invoice,
  is_searchable: _searchable,
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
    chargebackAnswer: chargeback_answer === null ? undefined : JSON.parse(chargeback_answer),
  };
}

/** By what an agent finds a payment with this card. */
const cardSearch = (card: ShownCard | undefined) => ({
  card_last4: card?.last4Digits ?? null,
  card_bin: card?.bin ?? null,
  card_holder: card?.holder?.toLowerCase() ?? null,
});

const parameterSearch = (parameters: ParameterSet) => ({
  shopper_email: parameters['customer.email']?.toLowerCase() ?? null,
  merchant_invoice_id: parameters['merchantInvoiceId'] ?? null,
});

/** The columns to search by, of a payment that a release without them has made. */
export const searchColumns = ({ card, parameters }: Pick<Payment, 'card' | 'parameters'>) => ({
  ...cardSearch(card),
  ...parameterSearch(parameters),
  is_searchable: 1,
});

/** The columns of a payment, or of what is changed of one. */
export function paymentToRow(payment: Payment): PaymentRow;
export function paymentToRow(changes: Partial<Payment>): Partial<PaymentRow>;
export function paymentToRow(fields: Partial<Payment>): Partial<PaymentRow> {
  const { parameters, card, resultDetails, checks, nextStep, ...others } = fields;
  const { fieldEvidence, chargebackAnswer, ...rest } = others;
  return {
    ...toColumns(rest),
    ...(parameters && { parameters: JSON.stringify(parameters), ...parameterSearch(parameters) }),
    ...('card' in fields && { card: JSON.stringify(card ?? {}), ...cardSearch(card) }),
    ...('id' in fields && { is_searchable: 1 }),
    ...(resultDetails && { result_details: JSON.stringify(resultDetails) }),
    ...(checks && { checks: JSON.stringify(checks) }),
    // A later answer that says nothing of it takes nothing back.
    ...(checks?.issuerCountry && { issuer_country: checks.issuerCountry }),
    ...('fieldEvidence' in fields && {
      field_evidence: fieldEvidence ? JSON.stringify(fieldEvidence) : null,
    }),
    ...('chargebackAnswer' in fields && {
      chargeback_answer: chargebackAnswer ? JSON.stringify(chargebackAnswer) : null,
    }),
    ...('nextStep' in fields && { next_step: nextStep ? JSON.stringify(nextStep) : null }),
  };
}
