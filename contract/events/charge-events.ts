/**
 * Payment charge events: a PA or DB with its captures, refunds and voids. Refund and void events are
 * of compatibility.md, section 6b; the others of event-notifications.md.
 */
import { z } from 'zod';
import { AuthenticationMethod } from './authentication-method.ts';
import { AuthenticationSettings } from './authentication-settings.ts';
import { Instrument } from './instrument.ts';
import { Order } from './order.ts';
import { Consumer, Money, ProcessingFailure } from './shared-types.ts';
import { flag, oneOf, text } from './values.ts';

export const CHARGE_STATUSES = [
  'AUTHORIZATION_PROCESSING',
  'AUTHORIZATION_ASYNC',
  'AUTHENTICATION_PENDING',
  'CAPTURE_PENDING',
  'CAPTURE_PROCESSING',
  'CAPTURED',
  'REFUND_PROCESSING',
  'REFUNDED',
  'VOID_PROCESSING',
  'VOIDED',
  'DISCARDED',
  'FAILED',
] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({
    type: z.literal(type).exactOptional(),
    paymentChargeId: text(),
    paymentChargeStatus: oneOf(CHARGE_STATUSES),
    paymentMethod: text(),
    merchantId: text(),
    merchantPaymentChargeReference: text('Identifies a single payment attempt'),
    orderReferenceNumber: text(),
    paymentSessionId: text(),
    testMode: oneOf(['INTERNAL']),
    ...shape,
  });

const amount = Money.exactOptional();
const failure = ProcessingFailure.exactOptional();
const authorization = { authorizationId: text(), amount };
const capture = { captureId: text(), amount, merchantCaptureReference: text() };
const refund = { refundId: text(), amount, merchantRefundReference: text() };
const aVoid = { voidId: text(), amount, merchantVoidReference: text() };
const discard = {
  discardType: oneOf([
    'AUTHENTICATION_TIMEOUT',
    'PROVIDER_CONFIRMATION_TIMEOUT',
    'MERCHANT_INITIATED_DISCARD',
  ]),
  ...authorization,
  merchantDiscardReference: text(),
};

export const CHARGE_EVENTS = {
  PAYMENT_CHARGE_CREATED: event('PAYMENT_CHARGE_CREATED', {
    paymentMedium: oneOf(['ECOMMERCE', 'MOTO', 'POS']),
    initiator: oneOf(['CONSUMER', 'MERCHANT']),
    paymentDescriptor: text('May appear on statements'),
    amount,
    order: Order.exactOptional(),
    consumer: Consumer.exactOptional(),
    authenticationSettings: z.array(AuthenticationSettings).exactOptional(),
    instrument: Instrument.exactOptional(),
  }),
  PAYMENT_CHARGE_AUTHENTICATION_PENDING: event('PAYMENT_CHARGE_AUTHENTICATION_PENDING', {
    ...authorization,
    authenticationMethods: z.array(AuthenticationMethod).exactOptional(),
  }),
  PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING: event(
    'PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING',
    authorization,
  ),
  PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED: event('PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED', {
    ...authorization,
    isMultiStep: flag('Whether a capture is still needed'),
  }),
  PAYMENT_CHARGE_AUTHORIZATION_FAILED: event('PAYMENT_CHARGE_AUTHORIZATION_FAILED', {
    ...authorization,
    failure,
  }),
  PAYMENT_CHARGE_CAPTURE_SUCCEEDED: event('PAYMENT_CHARGE_CAPTURE_SUCCEEDED', capture),
  PAYMENT_CHARGE_CAPTURE_FAILED: event('PAYMENT_CHARGE_CAPTURE_FAILED', { ...capture, failure }),
  PAYMENT_CHARGE_DISCARDED: event('PAYMENT_CHARGE_DISCARDED', discard),
  PAYMENT_CHARGE_DISCARD_FAILED: event('PAYMENT_CHARGE_DISCARD_FAILED', discard),
  PAYMENT_CHARGE_REFUND_SUCCEEDED: event('PAYMENT_CHARGE_REFUND_SUCCEEDED', refund),
  PAYMENT_CHARGE_REFUND_PENDING: event('PAYMENT_CHARGE_REFUND_PENDING', refund),
  PAYMENT_CHARGE_REFUND_FAILED: event('PAYMENT_CHARGE_REFUND_FAILED', { ...refund, failure }),
  PAYMENT_CHARGE_VOID_SUCCEEDED: event('PAYMENT_CHARGE_VOID_SUCCEEDED', aVoid),
  PAYMENT_CHARGE_VOID_FAILED: event('PAYMENT_CHARGE_VOID_FAILED', { ...aVoid, failure }),
} as const;
