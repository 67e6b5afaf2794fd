/** A sample of each event, as a charge of 92.00 EUR or an agreement would give it. Its ids are zeros. */
import { EVENT_TYPES, type EventType, type PaymentEvent } from './events/events.ts';
import { SAMPLE_ID } from './sample-id.ts';

const amount = { value: 9200, currency: 'EUR' } as const;
const failure = {
  failureType: 'PROVIDER_DECLINE',
  failureCode: 'INSUFFICIENT_FUNDS',
  providerFailureCode: '51',
  failureMessage: 'transaction declined (amount exceeds credit)',
} as const;
const consumer = { name: 'Jane Jones', email: 'jane@shop.example', country: 'DE', locale: 'de-DE' };
const instrument = {
  id: `instr_${SAMPLE_ID}`,
  type: 'CARD_VAULTED',
  details: {
    brand: 'VISA',
    bin: '420000',
    last4Digits: '0000',
    expiryMonth: 5,
    expiryYear: 2034,
    holderName: 'Jane Jones',
    panAlias: SAMPLE_ID,
  },
} as const;
const authenticationMethods = [
  {
    type: '3DS',
    details: { requestUrl: 'https://bank.example/challenge', requestMethod: 'GET' },
  },
] as const;
const authorization = { authorizationId: `authz_${SAMPLE_ID}`, amount };
const capture = {
  captureId: `capture_${SAMPLE_ID}`,
  amount,
  merchantCaptureReference: 'capture-4711',
};
const refund = { refundId: `refund_${SAMPLE_ID}`, amount, merchantRefundReference: 'refund-4711' };
const aVoid = { voidId: `void_${SAMPLE_ID}`, amount, merchantVoidReference: 'void-4711' };
const discard = { ...authorization, merchantDiscardReference: 'discard-4711' };

const charge = {
  paymentChargeId: `charge_${SAMPLE_ID}`,
  paymentMethod: 'card',
  merchantId: `merch_${SAMPLE_ID}`,
  merchantPaymentChargeReference: 'order-4711',
  orderReferenceNumber: 'order-4711',
} as const;
const agreement = {
  paymentAgreementId: `agr_${SAMPLE_ID}`,
  paymentMethod: 'card',
  merchantId: `merch_${SAMPLE_ID}`,
  merchantPaymentAgreementReference: 'agreement-4711',
} as const;

/** What each type has beside what all of its kind have. */
const OWN: Readonly<Record<EventType, object>> = {
  PAYMENT_AGREEMENT_CREATED: {
    paymentAgreementStatus: 'INITIALIZING',
    description: 'Shop*Subscription',
    instrument,
    amount,
    amountType: 'EXACT',
    frequency: { type: 'MONTHLY', interval: 1 },
    consumer,
  },
  PAYMENT_AGREEMENT_AUTHENTICATION_PENDING: {
    paymentAgreementStatus: 'AUTHENTICATION_PENDING',
    authenticationMethods,
  },
  PAYMENT_AGREEMENT_ACTIVE: { paymentAgreementStatus: 'ACTIVE' },
  PAYMENT_AGREEMENT_UPDATED: { paymentAgreementStatus: 'ACTIVE' },
  PAYMENT_AGREEMENT_FAILED: { paymentAgreementStatus: 'FAILED', failure },
  PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER: { paymentAgreementStatus: 'REVOKED_BY_CONSUMER' },
  PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT: { paymentAgreementStatus: 'REVOKED_BY_MERCHANT' },
  PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER: { paymentAgreementStatus: 'REVOKED_BY_PROVIDER' },
  PAYMENT_CHARGE_CREATED: {
    paymentChargeStatus: 'AUTHORIZATION_PROCESSING',
    paymentMedium: 'ECOMMERCE',
    initiator: 'CONSUMER',
    paymentDescriptor: 'Shop*4711',
    amount,
    order: { orderReferenceNumber: 'order-4711' },
    consumer,
    instrument,
  },
  PAYMENT_CHARGE_AUTHENTICATION_PENDING: {
    paymentChargeStatus: 'AUTHENTICATION_PENDING',
    ...authorization,
    authenticationMethods,
  },
  PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING: {
    paymentChargeStatus: 'AUTHORIZATION_ASYNC',
    ...authorization,
  },
  PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED: {
    paymentChargeStatus: 'CAPTURE_PENDING',
    ...authorization,
    isMultiStep: true,
  },
  PAYMENT_CHARGE_AUTHORIZATION_FAILED: { paymentChargeStatus: 'FAILED', ...authorization, failure },
  PAYMENT_CHARGE_CAPTURE_SUCCEEDED: { paymentChargeStatus: 'CAPTURED', ...capture },
  PAYMENT_CHARGE_CAPTURE_FAILED: { paymentChargeStatus: 'CAPTURE_PENDING', ...capture, failure },
  PAYMENT_CHARGE_DISCARDED: {
    paymentChargeStatus: 'DISCARDED',
    discardType: 'MERCHANT_INITIATED_DISCARD',
    ...discard,
  },
  PAYMENT_CHARGE_DISCARD_FAILED: {
    paymentChargeStatus: 'CAPTURED',
    discardType: 'MERCHANT_INITIATED_DISCARD',
    ...discard,
  },
  PAYMENT_CHARGE_REFUND_SUCCEEDED: { paymentChargeStatus: 'REFUNDED', ...refund },
  PAYMENT_CHARGE_REFUND_PENDING: { paymentChargeStatus: 'REFUND_PROCESSING', ...refund },
  PAYMENT_CHARGE_REFUND_FAILED: { paymentChargeStatus: 'CAPTURED', ...refund, failure },
  PAYMENT_CHARGE_VOID_SUCCEEDED: { paymentChargeStatus: 'VOIDED', ...aVoid },
  PAYMENT_CHARGE_VOID_FAILED: { paymentChargeStatus: 'CAPTURE_PENDING', ...aVoid, failure },
  CHARGEBACK_SUCCEEDED: {
    paymentChargeId: charge.paymentChargeId,
    merchantId: charge.merchantId,
    amount,
  },
};

const sharedBy = (type: EventType): object => {
  if (type.startsWith('PAYMENT_CHARGE_')) return charge;
  return type.startsWith('PAYMENT_AGREEMENT_') ? agreement : {};
};

export const EVENT_SAMPLES = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, { type, ...sharedBy(type), ...OWN[type] } as PaymentEvent]),
) as Readonly<Record<EventType, PaymentEvent>>;
