/** Payment agreement events: a registration for recurring use, from its request to its end. */
import { z } from 'zod';
import { AuthenticationMethod } from './authentication-method.ts';
import { Instrument } from './instrument.ts';
import { Consumer, Frequency, Money, ProcessingFailure } from './shared-types.ts';
import { dateTime, oneOf, text } from './values.ts';

export const AGREEMENT_STATUSES = [
  'INITIALIZING',
  'AUTHENTICATION_PENDING',
  'ACTIVE',
  'REVOKED_BY_CONSUMER',
  'REVOKED_BY_MERCHANT',
  'REVOKED_BY_PROVIDER',
  'FAILED',
] as const;
export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number];

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({
    type: z.literal(type).exactOptional(),
    paymentAgreementId: text(),
    paymentAgreementStatus: oneOf(AGREEMENT_STATUSES),
    paymentMethod: text('Payment method code'),
    paymentSessionId: text(),
    merchantPaymentAgreementReference: text(),
    merchantId: text(),
    ...shape,
  });

export const AGREEMENT_EVENTS = {
  PAYMENT_AGREEMENT_CREATED: event('PAYMENT_AGREEMENT_CREATED', {
    description: text(),
    instrument: Instrument.exactOptional(),
    startDate: dateTime(),
    endDate: dateTime(),
    frequency: Frequency.exactOptional(),
    amount: Money.exactOptional(),
    amountType: oneOf(['MAX', 'EXACT', 'VARIABLE']),
    consumer: Consumer.exactOptional(),
  }),
  PAYMENT_AGREEMENT_AUTHENTICATION_PENDING: event('PAYMENT_AGREEMENT_AUTHENTICATION_PENDING', {
    authenticationMethods: z.array(AuthenticationMethod).exactOptional(),
  }),
  PAYMENT_AGREEMENT_ACTIVE: event('PAYMENT_AGREEMENT_ACTIVE', {}),
  PAYMENT_AGREEMENT_UPDATED: event('PAYMENT_AGREEMENT_UPDATED', {}),
  PAYMENT_AGREEMENT_FAILED: event('PAYMENT_AGREEMENT_FAILED', {
    failure: ProcessingFailure.exactOptional(),
  }),
  PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER: event('PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER', {}),
  PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT: event('PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT', {}),
  PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER: event('PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER', {}),
} as const;
