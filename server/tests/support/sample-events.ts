/** Changes for tests of the mapping: rows as the gateway writes them, with what a test says on top. */
import type { ParameterSet } from '../../../contract/parameters.ts';
import type {
  PaymentDomainEvent,
  RegistrationDomainEvent,
} from '../../notifications/domain-event.ts';
import { type Payment, paymentFromRow } from '../../store/records/payment.ts';
import { registrationFromRow } from '../../store/records/registration.ts';
import type { PaymentRow, RegistrationRow } from '../../store/tables.ts';

export const CHECKOUT_ID = 'A1B2.uat01-gw01';
export const REDIRECT = {
  url: 'https://gateway.example/v1/threeDSecure/pay1/start/token',
  method: 'GET',
  parameters: [{ name: 'threeDSServerTransID', value: 'x' }],
} as const;
const CARD = JSON.stringify({
  bin: '420000',
  last4Digits: '0000',
  holder: 'Jane Jones',
  expiryMonth: '05',
  expiryYear: '2034',
});

export type PaymentFields = Omit<Partial<PaymentRow>, 'parameters'> & {
  readonly parameters?: ParameterSet;
};

export function payment({ parameters = {}, ...fields }: PaymentFields = {}): Payment {
  return paymentFromRow({
    id: 'pay1',
    entity_id: 'channel1',
    checkout_id: null,
    type: 'DB',
    brand: 'VISA',
    amount: 9200,
    currency: 'EUR',
    state: 'succeeded',
    result_code: '000.100.110',
    result_details: '{"AcquirerResponse":"00"}',
    parameters: JSON.stringify(parameters),
    card: CARD,
    ...{ card_last4: null, card_bin: null, card_holder: null, shopper_email: null },
    merchant_invoice_id: null,
    is_searchable: null,
    card_fingerprint: 'f1f2f3',
    referenced_id: null,
    registration_id: null,
    registrar_id: null,
    merchant_transaction_id: parameters['merchantTransactionId'] ?? null,
    acquirer_tx_id: null,
    checks: '{}',
    captured: 0,
    refunded: 0,
    reversed: 0,
    charged_back: 0,
    reserved: 0,
    connector: 'simulator',
    mode: 'INTERNAL',
    reference: 'ref1',
    ndc: 'ndc1',
    created_at: 0,
    settled_at: null,
    lease_until: null,
    lease_token: null,
    next_step: null,
    due_at: null,
    end_code: null,
    end_reference: null,
    result_url: null,
    embedder: null,
    field_evidence: null,
    schedule_id: null,
    respond_by: null,
    issuer_country: null,
    chargeback_answer: null,
    authentication_id: null,
    notification_url: null,
    ...fields,
  });
}

/** @param charge what an operation is for; a PA or DB is its own */
export function paymentChange(
  stage: PaymentDomainEvent['stage'],
  input: PaymentFields = {},
  { charge, ...rest }: Partial<Omit<PaymentDomainEvent, 'charge'>> & { charge?: Payment } = {},
): PaymentDomainEvent {
  const row = payment(input);
  return {
    subject: 'payment',
    action: 'CREATED',
    channelId: 'channel1',
    merchantId: 'm1',
    at: 0,
    answer: null,
    redirect: undefined,
    stage,
    payment: row,
    before: undefined,
    charge: charge ?? row,
    refunds: 'none',
    discardReference: null,
    ...rest,
  };
}

export type RegistrationInput = Omit<Partial<RegistrationRow>, 'parameters'> & {
  readonly parameters?: ParameterSet;
};

/** For recurring use, unless `parameters` say otherwise. */
export function registrationChange(
  stage: RegistrationDomainEvent['stage'],
  { parameters = { recurringType: 'INITIAL' }, ...fields }: RegistrationInput = {},
  rest: Partial<RegistrationDomainEvent> = {},
): RegistrationDomainEvent {
  return {
    subject: 'registration',
    action: 'CREATED',
    channelId: 'channel1',
    merchantId: 'm1',
    at: 0,
    answer: null,
    redirect: undefined,
    stage,
    registration: registrationFromRow({
      id: 'reg1',
      entity_id: 'channel1',
      checkout_id: null,
      brand: 'VISA',
      card: CARD,
      card_fingerprint: 'f1f2f3',
      parameters: JSON.stringify(parameters),
      result_code: '000.100.110',
      ndc: 'ndc1',
      notification_url: null,
      created_at: 0,
      deleted_at: null,
      revoked_at: null,
      revoked_by: null,
      life_ends_at: null,
      life_extended_at: null,
      field_evidence: null,
      card_last4: null,
      card_holder: null,
      merchant_transaction_id: null,
      is_searchable: 1,
      ...fields,
    }),
    payment: undefined,
    ...rest,
  };
}
