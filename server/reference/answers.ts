/** What endpoints answer, as JSON Schema. Tests hold real answers against it. */
import { CURRENCY_CODES } from '../../contract/currency.ts';
import { SEAL_NONCE } from '../../contract/sealed-value.ts';
import { count, ID, TIMESTAMP, withEnvelope } from './answer-parts.ts';
import { echoedProperties } from './echo.ts';
import { list, object, ref, type Schema, string } from './schema.ts';
import { WEBHOOK_ANSWERS } from './webhook-answers.ts';

const CHECKOUT_ID = string('checkout id, 32 to 48 characters', {
  pattern: '^[A-Za-z0-9.-]{32,48}$',
});
const AMOUNT = string('a decimal number with two decimals', { pattern: '^[0-9]+\\.[0-9]{2}$' });
/** Of reports: exact, and negative where the merchant pays. */
const EXACT_AMOUNT = string('every decimal that the currency has, two at least', {
  pattern: '^-?[0-9]+\\.[0-9]{2,4}$',
});
const CURRENCY = string('ISO 4217', { enum: [...CURRENCY_CODES] });
const PAYMENT_TYPE = string('PA, DB, CD, 3D, CP, RV, RF, CB or CR');

const Result = object(
  {
    code: string('digits and dots', { pattern: '^[0-9.]{2,11}$' }),
    description: string('the code in words'),
    avsResponse: string('address verification', { enum: ['A', 'Z', 'N', 'U', 'F'] }),
    cvvResponse: string('CVV check', { enum: ['M', 'N', 'P', 'S', 'U'] }),
    parameterErrors: list(
      object(
        {
          name: string('the parameter'),
          value: {
            type: ['string', 'null'],
            description: 'what was sent; null where it was missing or must not be repeated',
          },
          message: string('the rule that it breaks'),
        },
        ['name', 'value', 'message'],
      ),
    ),
  },
  ['code', 'description'],
);

const Envelope = object(
  {
    result: ref('Result'),
    buildNumber: string('what is running, for support'),
    timestamp: TIMESTAMP,
    ndc: string('internal id of the request'),
    parameterHints: {
      ...list(
        object(
          {
            name: string('as it was sent'),
            message: string('why it was not read'),
            nearest: string('the parameter that was probably meant'),
          },
          ['name', 'message'],
        ),
      ),
      description: 'on test channels: what the request was read without',
    },
    docs: string('of a refusal in the sandbox: its page of the reference'),
  },
  ['result', 'buildNumber', 'timestamp', 'ndc'],
);

const ShownCard = object({
  bin: string('first six digits', { pattern: '^[0-9]{6}$' }),
  last4Digits: string('last four digits', { pattern: '^[0-9]{4}$' }),
  holder: string('card holder'),
  expiryMonth: string('01 to 12'),
  expiryYear: string('four digits'),
  brand: string('of a card that came out of a wallet: its own brand'),
  numberType: string('DPAN where the digits are those of a network token', { enum: ['DPAN'] }),
});

const NamedValue = object({ name: string('name'), value: string('value') }, ['name', 'value']);

const Redirect = object(
  {
    url: string('where the shopper goes next'),
    method: string('how', { enum: ['GET', 'POST'] }),
    parameters: list(ref('NamedValue')),
    preconditions: list(
      object({
        origin: string('where it is met'),
        waitUntil: string('when it is met'),
        description: string('what it is'),
        method: string('how', { enum: ['GET', 'POST'] }),
        url: string('where it is posted'),
        parameters: list(ref('NamedValue')),
      }),
    ),
  },
  ['url', 'parameters'],
);

/** `recurring` and `merchant` gain what the gateway knows. */
const echoed = (): Record<string, Schema> => {
  const { recurring: _, merchant, risk, threeDSecure, ...rest } = echoedProperties();
  const more = (schema: Schema | undefined, properties: Record<string, Schema>): Schema => ({
    ...schema,
    properties: { ...Object(schema?.['properties']), ...properties },
  });
  return {
    ...rest,
    recurring: object({
      numberOfInstallments: { type: 'integer', minimum: 1 },
      installments: list(object({ amount: AMOUNT }, ['amount'])),
    }),
    merchant: more(merchant, {
      bankAccount: object({
        holder: string('who is paid'),
        number: string('IBAN or account number'),
        bic: string('BIC'),
        country: string('ISO 3166-1'),
      }),
    }),
    risk: more(risk, {
      score: string('-99999 to +99999'),
      fieldEvidence: {
        type: 'object',
        description: 'by field, what its frame saw the page do while the card was typed',
        additionalProperties: object({
          focusTaken: { type: 'integer', description: 'times', minimum: 1 },
          covered: { type: 'integer', description: 'seconds', minimum: 1 },
        }),
      },
    }),
    threeDSecure: more(threeDSecure, {
      flow: string('frictionless or challenge'),
      transStatus: string('Y, A, C, N, R or U'),
      exemptionResult: string('what the issuer said to the exemption', {
        enum: ['granted', 'refused'],
      }),
      liabilityShift: {
        type: 'boolean',
        description: 'of what succeeded: whether the issuer bears the loss of a fraud',
      },
      softDeclined: {
        type: 'boolean',
        description: 'the issuer wanted the shopper authenticated, who was then asked',
        enum: [true],
      },
    }),
  };
};

/** A payment without the envelope's fields. */
const paymentProperties = (): Record<string, Schema> => ({
  source: string('of a payment that a schedule has made', { enum: ['SCHEDULER'] }),
  scheduleId: ID,
  id: ID,
  referencedId: ID,
  registrationId: ID,
  paymentType: PAYMENT_TYPE,
  paymentBrand: string('brand code'),
  amount: AMOUNT,
  currency: CURRENCY,
  testMode: string('of a live channel’s connectivity test, whose money is none', {
    enum: ['INTERNAL'],
  }),
  result: ref('Result'),
  resultDetails: { type: 'object', additionalProperties: { type: 'string' } },
  card: ref('ShownCard'),
  redirect: ref('Redirect'),
  ...echoed(),
});
const PAYMENT_FIELDS = ['id', 'paymentType', 'paymentBrand', 'amount', 'currency', 'result'];

const batchProperties: Record<string, Schema> = {
  id: ID,
  entityId: ID,
  date: string('UTC day', { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  currency: CURRENCY,
  testMode: string('absent for live payments', { enum: ['INTERNAL', 'EXTERNAL'] }),
};
const BATCH_FIELDS = ['id', 'entityId', 'date', 'currency'];
const RECONCILIATION_TYPE = string('what was booked', {
  enum: ['SETTLED', 'FEE', 'CHARGEBACK', 'CHARGEBACK REVERSAL'],
});

const registrationProperties: Record<string, Schema> = {
  id: ID,
  paymentBrand: string('brand code'),
  merchantTransactionId: string('as it was sent'),
  card: ref('ShownCard'),
  customer: { type: 'object' },
  customParameters: { type: 'object', additionalProperties: { type: 'string' } },
  risk: { type: 'object' },
  redirect: ref('Redirect'),
};

const scheduleProperties: Record<string, Schema> = {
  ...echoedProperties(),
  id: ID,
  referencedId: { ...ID, description: 'the schedule that it has taken the place of' },
  registrationId: ID,
  paymentType: string('what was asked for', { enum: ['SD', 'RS', 'DS'] }),
  paymentBrand: string('brand code'),
  amount: AMOUNT,
  currency: CURRENCY,
  job: { type: 'object', additionalProperties: { type: 'string' } },
  plan: object(
    {
      active: { type: 'boolean', description: 'whether it goes on paying' },
      state: string('what became of it', {
        enum: [
          ...['ACTIVE', 'RESCHEDULED', 'DESCHEDULED'],
          ...['FINISHED', 'SUSPENDED', 'REGISTRATION_GONE', 'MODE_CHANGED'],
        ],
      }),
      paymentType: string('of its payments', { enum: ['DB', 'PA'] }),
      nextPayment: TIMESTAMP,
      payments: { ...count, description: 'that have succeeded' },
      declinesInARow: { ...count, description: 'three suspend it' },
      latestPaymentId: ID,
      latestResult: ref('Result'),
    },
    ['active', 'state', 'paymentType', 'payments', 'declinesInARow'],
  ),
  result: ref('Result'),
};
const SCHEDULE_FIELDS = ['id', 'registrationId', 'paymentType', 'amount', 'currency', 'plan'];

export const ANSWERS = {
  Result,
  Envelope,
  NamedValue,
  Redirect,
  ShownCard,
  Error: ref('Envelope'),
  PaymentRecord: object(
    { ...paymentProperties(), timestamp: TIMESTAMP, ndc: string('id of its request') },
    PAYMENT_FIELDS,
  ),
  ReconciliationRecord: object(
    {
      reconciliationType: RECONCILIATION_TYPE,
      settlementTxDate: TIMESTAMP,
      amount: EXACT_AMOUNT,
      currency: CURRENCY,
      paymentType: PAYMENT_TYPE,
      paymentBrand: string('brand code'),
      referencedId: ID,
      merchantTransactionId: string('as it was sent'),
      merchantInvoiceId: string('as it was sent'),
      matchedTransactions: object(
        {
          status: string('always MATCHED: records are made from payments', {
            enum: ['NOT_MATCHED', 'MATCHED', 'MULTIPLE_MATCHES'],
          }),
          ids: list(ID),
        },
        ['status', 'ids'],
      ),
    },
    [
      ...['reconciliationType', 'settlementTxDate', 'amount', 'currency'],
      ...['paymentType', 'paymentBrand', 'matchedTransactions'],
    ],
  ),
  Checkout: withEnvelope(
    { id: CHECKOUT_ID, integrity: string('hash of the script, where it was asked for') },
    ['id'],
  ),
  Payment: withEnvelope(paymentProperties(), PAYMENT_FIELDS),
  CheckoutPayment: withEnvelope(paymentProperties()),
  Registration: withEnvelope(registrationProperties, ['id', 'paymentBrand', 'card']),
  ExtendedRegistration: withEnvelope(
    {
      ...registrationProperties,
      storedUntil: { ...TIMESTAMP, description: 'when the card is forgotten' },
    },
    ['id', 'paymentBrand', 'card', 'storedUntil'],
  ),
  /** Of a brand that is no card, too. */
  AnyRegistration: withEnvelope(registrationProperties, ['id', 'paymentBrand']),
  CheckoutRegistration: withEnvelope(registrationProperties),
  RegistrationDeletion: withEnvelope(
    {
      id: ID,
      referencedId: ID,
      merchantTransactionId: string('as it was sent'),
      customer: { type: 'object' },
    },
    ['id', 'referencedId'],
  ),
  Schedule: withEnvelope(scheduleProperties, SCHEDULE_FIELDS),
  ScheduleList: withEnvelope({ schedules: list(object(scheduleProperties, SCHEDULE_FIELDS)) }, [
    'schedules',
  ]),
  FormAnswer: withEnvelope({
    redirect: ref('Redirect'),
    nonce: string('for the next submission, after a decline and where sealed values are refused', {
      pattern: SEAL_NONCE.source,
    }),
    now: { ...count, description: 'the gateway’s time, epoch milliseconds; beside nonce' },
  }),
  PaymentList: withEnvelope({ payments: list(object(paymentProperties(), PAYMENT_FIELDS)) }, [
    'payments',
  ]),
  PaymentWithLinks: withEnvelope(
    { ...paymentProperties(), records: list(ref('PaymentRecord')) },
    PAYMENT_FIELDS,
  ),
  PaymentPage: withEnvelope({ pages: count, records: list(ref('PaymentRecord')) }, [
    ...['pages', 'records'],
  ]),
  Aggregations: withEnvelope(
    {
      aggregations: list(
        object(
          {
            ...batchProperties,
            amount: EXACT_AMOUNT,
            summary: list(
              object({ reconciliationType: RECONCILIATION_TYPE, count, amount: EXACT_AMOUNT }, [
                ...['reconciliationType', 'count', 'amount'],
              ]),
            ),
          },
          [...BATCH_FIELDS, 'amount', 'summary'],
        ),
      ),
    },
    ['aggregations'],
  ),
  Batch: withEnvelope({ ...batchProperties, records: list(ref('ReconciliationRecord')) }, [
    ...[...BATCH_FIELDS, 'records'],
  ]),
  BatchPage: withEnvelope(
    { ...batchProperties, pages: count, records: list(ref('ReconciliationRecord')) },
    [...BATCH_FIELDS, 'pages', 'records'],
  ),
  ...WEBHOOK_ANSWERS,
  ChannelTime: withEnvelope({ channelTime: TIMESTAMP }, ['channelTime']),
  Behaviour: withEnvelope({ behaviour: string('how the simulator behaves now') }, ['behaviour']),
  Health: object({ status: string('that it answers', { enum: ['alive'] }) }, ['status']),
  Readiness: object(
    {
      ready: { type: 'boolean', description: 'whether every check is ok' },
      checks: object(
        {
          process: string('ok, starting or draining'),
          database: string('ok, or why it is of no use'),
          migrations: string('ok, or how many are missing'),
          keys: string('ok, or that they are not those of the database'),
          clock: string('ok, or how far it is from the clock of the database'),
        },
        ['process', 'database', 'migrations', 'keys', 'clock'],
      ),
    },
    ['ready', 'checks'],
  ),
  ResultCodes: object(
    {
      resultCodes: list(
        object({ code: string('the code'), description: string('in words') }, [
          ...['code', 'description'],
        ]),
      ),
    },
    ['resultCodes'],
  ),
  Scripts: object(
    {
      release: string('the release of the form'),
      scripts: list(
        object({
          path: string('where it is'),
          version: string('its release'),
          integrity: string('its hash'),
          loadedBy: string('who loads it'),
          purpose: string('what it is for'),
        }),
      ),
    },
    ['release', 'scripts'],
  ),
  Script: string('JavaScript'),
} as const satisfies Readonly<Record<string, Schema>>;

export type AnswerName = keyof typeof ANSWERS;

/** What is not answered as application/json. */
export const MEDIA_TYPES: Readonly<Partial<Record<AnswerName, string>>> = {
  Script: 'text/javascript',
  EventSchema: 'application/schema+json',
};
