/** The whole API, by what a request is about. */
import {
  type OperationId,
  type Operations,
  type Parameters,
  type Payment,
  type PaymentRecord,
  ROUTES,
} from './generated/api.ts';
import { recordsOf } from './paging.ts';
import type { RequestOptions } from './request-options.ts';
import { type ClientOptions, Transport } from './transport.ts';

export type Call<Id extends OperationId> = (
  ...args: Operations[Id]['args']
) => Promise<Operations[Id]['answer']>;

/** How much of a payment, and what else the operation takes. */
type OfPayment = Omit<Operations['refer-to-payment']['args'][1], 'paymentType'>;
/** Of what can be done in parts. */
type OfAmount = OfPayment & { readonly amount: string; readonly currency: string };
type WithAmount = (id: string, parameters: OfAmount, request?: RequestOptions) => Promise<Payment>;
type Period = Operations['query-period']['args'][0];
type BatchRecord = Operations['read-aggregation-page']['answer']['records'][number];

/**
 * A client of one gateway. Every method answers what the gateway answers; a payment that was declined is an
 * answer, too (`outcomeOf` tells). What is refused is thrown (`RequestError`), as is a request whose
 * outcome is not known (`UnknownOutcomeError`).
 *
 * @example
 * const gateway = createClient({ url: 'https://gateway.example', accessToken, entityId });
 * const { id } = await gateway.checkouts.create({ amount: '92.00', currency: 'EUR', paymentType: 'DB' });
 */
export function createClient(options: ClientOptions) {
  const transport = new Transport(options);
  const call =
    <Id extends OperationId>(id: Id): Call<Id> =>
    (...args) =>
      transport.request(ROUTES[id], args) as Promise<Operations[Id]['answer']>;

  const refer = call('refer-to-payment');
  /** An operation on a payment, whose type is known. */
  const operation =
    (paymentType: Parameters['paymentType']) =>
    (id: string, parameters: OfPayment = {}, request?: RequestOptions): Promise<Payment> =>
      refer(id, { ...parameters, paymentType }, request);
  const capture: WithAmount = operation('CP');
  const refund: WithAmount = operation('RF');
  const period = call('query-period');
  const batchPage = call('read-aggregation-page');

  return {
    /** Payments in the form. */
    checkouts: {
      create: call('create-checkout'),
      update: call('update-checkout'),
      delete: call('delete-checkout'),
      /** The payment that succeeded, or else the latest attempt. */
      payment: call('read-checkout-payment'),
      registration: call('read-checkout-registration'),
      /** As the form posts it; on a test channel without a form. */
      pay: call('pay-checkout'),
      register: call('register-in-checkout'),
    },
    payments: {
      create: call('create-payment'),
      read: call('read-payment'),
      refer,
      /** CP: of a PA, in parts too. */
      capture,
      /** RF: of a DB or of what was captured, in parts too. */
      refund,
      /** RV: the whole, before its booking. */
      reverse: operation('RV'),
      /** Those with a reference of yours, latest first. */
      byReference: call('query-by-reference'),
      withLinked: call('query-linked'),
      query: call('query-payment'),
      /** A page of a period. */
      page: period,
      /** All of a period, one after the other, however many pages they are. */
      list: (
        parameters: Omit<NonNullable<Period>, 'pageNo'>,
        request?: RequestOptions,
      ): AsyncGenerator<PaymentRecord, void, undefined> =>
        recordsOf((pageNo) => period({ ...parameters, pageNo }, request)),
    },
    /** 3-D Secure by itself. */
    authentications: {
      create: call('authenticate'),
      read: call('read-authentication'),
    },
    /** Stored cards and accounts. */
    registrations: {
      create: call('create-registration'),
      read: call('read-registration'),
      delete: call('delete-registration'),
      extendLife: call('extend-life-of-registration'),
      pay: call('pay-with-registration'),
    },
    schedules: {
      create: call('create-schedule'),
      list: call('list-schedules'),
      read: call('read-schedule'),
      delete: call('delete-schedule'),
      reschedule: call('reschedule'),
      deschedule: call('deschedule'),
    },
    /** What was booked, by day. */
    settlement: {
      list: call('list-aggregations'),
      read: call('read-aggregation'),
      page: batchPage,
      /** Every record of a batch, one after the other. */
      records: (
        id: string,
        parameters: Omit<
          NonNullable<Operations['read-aggregation-page']['args'][1]>,
          'pageNo'
        > = {},
        request?: RequestOptions,
      ): AsyncGenerator<BatchRecord, void, undefined> =>
        recordsOf((pageNo) => batchPage(id, { ...parameters, pageNo }, request)),
    },
    webhooks: {
      create: call('create-webhook'),
      list: call('list-webhooks'),
      read: call('read-webhook'),
      delete: call('delete-webhook'),
      test: call('test-webhook'),
      changeSecret: call('change-webhook-secret'),
      /** Of `notificationUrl`; shown once. */
      changeKey: call('change-notification-key'),
      change: call('change-webhook'),
      /** What happens is kept, and sent once it is resumed. */
      pause: call('pause-webhook'),
      resume: call('resume-webhook'),
      deliveries: call('list-deliveries'),
      /** With its payload and every attempt. */
      delivery: call('read-delivery'),
      replay: call('replay-delivery'),
      /** A selection, or all that were given up since a time. */
      replayMany: call('replay-deliveries'),
    },
    /** What the `notificationUrl` of requests was told. */
    notificationUrls: {
      deliveries: call('list-notification-url-deliveries'),
      delivery: call('read-notification-url-delivery'),
      replay: call('replay-notification-url-delivery'),
      replayMany: call('replay-notification-url-deliveries'),
    },
    /** For who prefers to ask; of 60 days. */
    events: {
      list: call('list-events'),
    },
    /** What the outside does, on test channels. */
    sandbox: {
      moveClock: call('move-clock'),
      settlePayment: call('settle-payment'),
      payVoucher: call('pay-voucher'),
      chargeBack: call('charge-back'),
      settleRegistration: call('settle-registration'),
      revokeRegistration: call('revoke-registration'),
      updateRegistration: call('update-registration'),
      disturb: call('disturb-connector'),
    },
    /** What needs no token. */
    open: {
      script: call('widget-script'),
      releaseScript: call('release-script'),
      scripts: call('list-scripts'),
      resultCodes: call('list-result-codes'),
      health: call('health'),
      readiness: call('readiness'),
      eventSchemas: call('list-event-schemas'),
      eventSchema: call('read-event-schema'),
    },
  };
}

export type Client = ReturnType<typeof createClient>;
