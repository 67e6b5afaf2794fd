/** The events of a change of a registration for recurring use. A plain stored card has none. */
import { REGISTRATION } from '../../../contract/catalogue.ts';
import { toMinorUnits } from '../../../contract/currency.ts';
import type { AgreementStatus } from '../../../contract/events/agreement-events.ts';
import type { EventOf, EventType, PaymentEvent } from '../../../contract/events/events.ts';
import type { Frequency, Money } from '../../../contract/events/shared-types.ts';
import { isInitial } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import type { RegistrationDomainEvent } from '../domain-event.ts';
import { authenticationMethodsOf } from './authentication-of.ts';
import { consumerOf } from './consumer-of.ts';
import { failureOf, failureOfPayment } from './failure-of.ts';
import { agreementId, merchantEventId, sessionId } from './ids.ts';
import { instrumentOfRegistration } from './instrument-of.ts';
import { moneyOf, paymentMethodOf, present } from './shared-fields.ts';

export function agreementEvents(change: RegistrationDomainEvent): PaymentEvent[] {
  const { registration, payment, redirect } = change;
  if (!isInitial(registration.parameters)) return [];
  const event = eventFactory(change);
  switch (change.stage) {
    case 'received':
      return [createdEvent(change)];
    case 'authentication':
      return [
        event('PAYMENT_AGREEMENT_AUTHENTICATION_PENDING', 'AUTHENTICATION_PENDING', {
          ...present({
            authenticationMethods: payment && authenticationMethodsOf(payment, redirect),
          }),
        }),
      ];
    // The consumer is done, and there is no event for waiting on a provider.
    case 'confirmation':
      return [];
    case 'usable':
      return [event('PAYMENT_AGREEMENT_ACTIVE', 'ACTIVE', {})];
    case 'changed':
      return [event('PAYMENT_AGREEMENT_UPDATED', 'ACTIVE', {})];
    case 'refused': {
      // A payment may succeed whose card cannot be stored any more.
      const isDeclined = payment?.state === 'failed';
      const failure = isDeclined ? failureOfPayment(payment) : failureOf(registration.resultCode);
      return [event('PAYMENT_AGREEMENT_FAILED', 'FAILED', { failure })];
    }
    case 'deleted_by_merchant':
      // What its consumer or provider has revoked before is over already.
      return registration.revokedAt === null
        ? [event('PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT', 'REVOKED_BY_MERCHANT', {})]
        : [];
    case 'revoked_by_consumer':
      return [event('PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER', 'REVOKED_BY_CONSUMER', {})];
    // The gateway keeps the card no longer: it is its provider here.
    case 'life_ended':
      return registration.revokedAt === null
        ? [event('PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER', {})]
        : [];
    case 'revoked_by_provider':
      return [event('PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER', 'REVOKED_BY_PROVIDER', {})];
  }
}

function createdEvent(change: RegistrationDomainEvent): PaymentEvent {
  const { registration, payment } = change;
  const parameters = registration.parameters;
  return eventFactory(change)('PAYMENT_AGREEMENT_CREATED', 'INITIALIZING', {
    instrument: instrumentOfRegistration(registration),
    ...present({
      description: parameters['descriptor'],
      startDate: startOfDay(parameters['standingInstruction.startDate']),
      endDate: startOfDay(parameters['standingInstruction.endDate']),
      frequency: frequencyOf(parameters),
      amount:
        payment && payment.type !== REGISTRATION ? moneyOf(payment) : agreedAmountOf(parameters),
      amountType: parameters['standingInstruction.amountType'] as
        | EventOf<'PAYMENT_AGREEMENT_CREATED'>['amountType']
        | undefined,
      consumer: consumerOf(parameters),
    }),
  });
}

/** What a checkout that only stores the card says of the amount of later payments. */
function agreedAmountOf({ amount, currency }: ParameterSet): Money | undefined {
  const value = amount && currency ? toMinorUnits(amount, currency) : undefined;
  return value && currency ? { value, currency } : undefined;
}

/** Midnight in UTC: the parameter is a calendar date, the field a moment. */
const startOfDay = (date: string | undefined) => date && `${date}T00:00:00.000Z`;

function frequencyOf(parameters: ParameterSet): Frequency | undefined {
  const interval = parameters['standingInstruction.interval'];
  return present({
    type: parameters['standingInstruction.frequency'] as Frequency['type'] | undefined,
    interval: interval === undefined ? undefined : Number(interval),
  }) as Frequency | undefined;
}

type AgreementEventType = Extract<EventType, `PAYMENT_AGREEMENT_${string}`>;
type Shared =
  | 'type'
  | 'paymentAgreementId'
  | 'paymentAgreementStatus'
  | 'paymentMethod'
  | 'paymentSessionId'
  | 'merchantPaymentAgreementReference'
  | 'merchantId';

/** Fills in what every agreement event tells. */
function eventFactory({ registration, merchantId }: RegistrationDomainEvent) {
  const { checkoutId } = registration;
  const shared = {
    paymentAgreementId: agreementId(registration),
    paymentMethod: paymentMethodOf(registration),
    merchantId: merchantEventId(merchantId),
    ...present({
      merchantPaymentAgreementReference: registration.parameters['merchantTransactionId'],
      paymentSessionId: checkoutId === null ? undefined : sessionId(checkoutId),
    }),
  };
  return <Type extends AgreementEventType>(
    type: Type,
    paymentAgreementStatus: AgreementStatus,
    own: Omit<EventOf<Type>, Shared>,
  ) => ({ type, paymentAgreementStatus, ...shared, ...own }) as unknown as EventOf<Type>;
}
