/**
 * The events against the document (event-notifications.md, "Resources and their fields" and "Events",
 * and compatibility.md, section 6b for refunds and voids), written from it and not from the schemas.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, type EventType, isEventType } from './events.ts';
import { jsonSchemaOf, schemaAddress } from './json-schema.ts';

const AGREEMENT =
  'paymentAgreementId paymentAgreementStatus paymentMethod type paymentSessionId ' +
  'merchantPaymentAgreementReference merchantId';
/** With `testMode`, which is ours: a connectivity test of a live channel. */
const CHARGE =
  'paymentChargeId paymentChargeStatus paymentMethod merchantId merchantPaymentChargeReference ' +
  'orderReferenceNumber type paymentSessionId testMode';

const DOCUMENT: Readonly<Record<EventType, string>> = {
  PAYMENT_AGREEMENT_CREATED: `${AGREEMENT} description instrument startDate endDate frequency amount amountType consumer`,
  PAYMENT_AGREEMENT_AUTHENTICATION_PENDING: `${AGREEMENT} authenticationMethods`,
  PAYMENT_AGREEMENT_ACTIVE: AGREEMENT,
  PAYMENT_AGREEMENT_UPDATED: AGREEMENT,
  PAYMENT_AGREEMENT_FAILED: `${AGREEMENT} failure`,
  PAYMENT_AGREEMENT_REVOKED_BY_CONSUMER: AGREEMENT,
  PAYMENT_AGREEMENT_REVOKED_BY_MERCHANT: AGREEMENT,
  PAYMENT_AGREEMENT_REVOKED_BY_PROVIDER: AGREEMENT,
  PAYMENT_CHARGE_CREATED: `${CHARGE} paymentMedium initiator paymentDescriptor amount order consumer authenticationSettings instrument`,
  PAYMENT_CHARGE_AUTHENTICATION_PENDING: `${CHARGE} authorizationId amount authenticationMethods`,
  PAYMENT_CHARGE_AUTHORIZATION_SUCCEEDED: `${CHARGE} authorizationId amount isMultiStep`,
  PAYMENT_CHARGE_AUTHORIZATION_FAILED: `${CHARGE} authorizationId amount failure`,
  PAYMENT_CHARGE_CAPTURE_SUCCEEDED: `${CHARGE} captureId amount merchantCaptureReference`,
  PAYMENT_CHARGE_CAPTURE_FAILED: `${CHARGE} captureId amount failure merchantCaptureReference`,
  PAYMENT_CHARGE_DISCARDED: `${CHARGE} discardType authorizationId amount merchantDiscardReference`,
  PAYMENT_CHARGE_DISCARD_FAILED: `${CHARGE} discardType authorizationId amount merchantDiscardReference`,
  PAYMENT_CHARGE_PROVIDER_CONFIRMATION_PENDING: `${CHARGE} authorizationId amount`,
  PAYMENT_CHARGE_REFUND_FAILED: `${CHARGE} refundId amount failure merchantRefundReference`,
  PAYMENT_CHARGE_REFUND_PENDING: `${CHARGE} refundId amount merchantRefundReference`,
  PAYMENT_CHARGE_REFUND_SUCCEEDED: `${CHARGE} refundId amount merchantRefundReference`,
  PAYMENT_CHARGE_VOID_FAILED: `${CHARGE} voidId amount failure merchantVoidReference`,
  PAYMENT_CHARGE_VOID_SUCCEEDED: `${CHARGE} voidId amount merchantVoidReference`,
  CHARGEBACK_SUCCEEDED: 'paymentChargeId type merchantId amount',
};

/** The fields of the shared types, by the event and the field that they are found in. */
const SHARED: readonly (readonly [string, string])[] = [
  ['Money', 'value currency'],
  ['Address', 'firstName lastName phoneNumber street postalCode city region country'],
  [
    'Consumer',
    'name email phone country locale taxIdentification merchantConsumerReference billingAddress',
  ],
  ['Frequency', 'type interval'],
  ['Order', 'orderItems industryData orderReferenceNumber'],
  ['OrderItem', 'name quantity amount'],
  [
    'TripSegment',
    'fareBasisCode departureAirportCode destinationAirportCode flightNumber departureDate ' +
      'flightCarrierCode segmentId',
  ],
  ['ProcessingFailure', 'failureType failureCode providerFailureCode failureMessage'],
  [
    'External3ds',
    'authenticationStatus authenticationStatusReason authenticationValue authenticationAlgorithm ' +
      'authenticationMode eci version externalId externalAcsId score challenge outOfScope',
  ],
];

/** Variants by their discriminator, with the fields of what they carry. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  InstrumentDetails: {
    SCHEMEA_ACCOUNT: 'bin last4Digits expiryMonth expiryYear panAlias iban swiftCode',
    BANK_ACCOUNT:
      'accountNumber holderName iban swiftCode bankName bankCode debitMandateId ' +
      'debitMandateIdMigrated country',
    SCHEMEB_ACCOUNT: 'authorizedPaymentMethod billingCategory',
    MOCK: '',
    SCHEMED_AUTOPAY: 'uniqueMandateNumber',
    SCHEMEC_WALLET: '',
    SCHEMEE_PAY: 'consumerEmail',
    CARD_VAULTED: 'brand bin last4Digits expiryMonth expiryYear holderName panAlias cvvAlias',
    CARD_NETWORK_TOKEN: 'brand holderName expiryMonth expiryYear tokenNumber eci',
    PASSTHROUGH_WALLET: 'fingerprint paymentReference displayIdentifier country fundingType',
  },
  AuthenticationMethod: {
    REDIRECT: 'requestUrl requestMethod',
    '3DS': 'requestUrl requestMethod',
    SCAN_CODE: 'codeType codeImage codePayload codeDocument codeProviderEntityId scanBy',
    APP_INTENT: 'mobileIntentUri',
    APP_NOTIFICATION: '',
    MULTI_FACTOR: '',
  },
  AuthenticationSettings: {
    REDIRECT: 'returnUrl',
    '3DS': 'returnUrl preference',
    EXTERNAL_3DS: '',
    SCAN_CODE: 'scanBy',
    MULTI_FACTOR: 'verificationCode',
    APP_INTENT: 'mobileIntentUri',
    APP_NOTIFICATION: 'instrumentProviderIdentity',
  },
  IndustryData: {
    AIRLINE:
      'pnr numberOfPassengers airlineCode passengerEmail passengerPhone passengerName carrierCode ' +
      'tripSegments',
    EDUCATION:
      'admissionNoticeUrl courseStartDate courseEndDate financedCourse diplomaCourse ' +
      'postHighSchoolCourse',
    TRAVEL:
      'travelType departureDate returnDate departureLocation arrivalLocation destinationCountry ' +
      'travelCompany travelerCount buyerAmongTravelers travelClass travelInsured ' +
      'travelDiscountVoucher luggageSupplement travelCanBeModifiedOrCanceled stayCompany ' +
      'stayDestination stayNightsCount stayRoomRange',
  },
};

/** What may stand in a field, by the event or shared type and the way to the field. */
const VALUES: readonly (readonly [of: string, path: string, values: string])[] = [
  [
    'PAYMENT_AGREEMENT_ACTIVE',
    'paymentAgreementStatus',
    'INITIALIZING AUTHENTICATION_PENDING ACTIVE REVOKED_BY_CONSUMER REVOKED_BY_MERCHANT ' +
      'REVOKED_BY_PROVIDER FAILED',
  ],
  [
    'PAYMENT_CHARGE_CREATED',
    'paymentChargeStatus',
    'AUTHORIZATION_PROCESSING AUTHORIZATION_ASYNC AUTHENTICATION_PENDING CAPTURE_PENDING ' +
      'CAPTURE_PROCESSING CAPTURED REFUND_PROCESSING REFUNDED VOID_PROCESSING VOIDED DISCARDED FAILED',
  ],
  ['PAYMENT_CHARGE_CREATED', 'paymentMedium', 'ECOMMERCE MOTO POS'],
  ['PAYMENT_CHARGE_CREATED', 'initiator', 'CONSUMER MERCHANT'],
  [
    'PAYMENT_CHARGE_DISCARDED',
    'discardType',
    'AUTHENTICATION_TIMEOUT PROVIDER_CONFIRMATION_TIMEOUT MERCHANT_INITIATED_DISCARD',
  ],
  ['PAYMENT_AGREEMENT_CREATED', 'amountType', 'MAX EXACT VARIABLE'],
  ['Frequency', 'type', 'DAILY WEEKLY MONTHLY YEARLY'],
  [
    'ProcessingFailure',
    'failureType',
    'INTERNAL_ERROR INTERNAL_DECLINE PROVIDER_ERROR PROVIDER_DECLINE',
  ],
  [
    'External3ds',
    'authenticationStatus',
    'SUCCESS ATTEMPT_ACKNOWLEDGED FAILED AUTHENTICATION_UNAVAILABLE',
  ],
  [
    'External3ds',
    'authenticationStatusReason',
    'CARD_AUTHENTICATION_FAILED UNKNOWN_DEVICE UNSUPPORTED_DEVICE ' +
      'EXCEEDS_AUTHENTICATION_FREQUENCY_LIMIT EXPIRED_CARD INVALID_CARD_NUMBER ' +
      'INVALID_TRANSACTION NO_CARD_RECORD SECURITY_FAILURE STOLEN_CARD SUSPECTED_FRAUD ' +
      'TRANSACTION_NOT_PERMITTED_TO_CARDHOLDER CARDHOLDER_NOT_ENROLLED_IN_SERVICE ' +
      'TRANSACTION_TIMED_OUT_AT_THE_ACS LOW_CONFIDENCE MEDIUM_CONFIDENCE HIGH_CONFIDENCE ' +
      'VERY_HIGH_CONFIDENCE EXCEEDS_ACS_MAXIMUM_CHALLENGES ' +
      'NON_PAYMENT_TRANSACTION_NOT_SUPPORTED THREE_RI_TRANSACTION_NOT_SUPPORTED',
  ],
  ['External3ds', 'authenticationMode', 'SCA FRICTIONLESS'],
  [
    'External3ds',
    'challenge.preference',
    'NO_PREFERENCE NO_CHALLENGE_REQUESTED CHALLENGE_REQUESTED CHALLENGE_MANDATED DATA_ONLY',
  ],
  ['External3ds', 'challenge.outcome', 'CHALLENGE FRICTIONLESS DATA_ONLY'],
  [
    'External3ds',
    'challenge.exemptionReason',
    'LOW_VALUE LOW_RISK TRUSTED_BENEFICIARY FIXED_RECURRING',
  ],
  [
    'External3ds',
    'challenge.cancellationReason',
    'CARDHOLDER_CANCELLED REQUESTOR_CANCELLED TRANSACTION_ABANDONED ' +
      'TRANSACTION_TIMEOUT_ACS_OTHER TRANSACTION_TIMEOUT_ACS_CREQ_NOT_RECEIVED ' +
      'TRANSACTION_ERROR UNKNOWN',
  ],
  ['External3ds', 'outOfScope.reason', 'MIT MOTO ONE_LEG_OUT ANONYMOUS'],
  ['AuthenticationMethod', '3DS.details.requestMethod', 'GET POST'],
  ['AuthenticationMethod', 'SCAN_CODE.details.codeType', 'QR UPC ITF CODE128 PAYMENT_REFERENCE'],
  ['AuthenticationSettings', '3DS.settings.preference', 'BLANK CHALLENGE FRICTIONLESS'],
  ['InstrumentDetails', 'PASSTHROUGH_WALLET.details.fundingType', 'CREDIT DEBIT'],
  ['IndustryData', 'TRAVEL.details.travelType', 'UNKNOWN ONE_WAY TWO_WAY MULTIPLE'],
];

// The test looks at schemas as any reader of JSON does.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

const sorted = (names: string) => names.split(' ').filter(Boolean).sort();
const fieldsOf = (schema: Json): string[] => Object.keys(schema?.properties ?? {}).sort();
const shared = (name: string): Json =>
  EVENT_TYPES.map((type) => (jsonSchemaOf(type) as Json).$defs?.[name]).find(Boolean);
const validator = (type: EventType, extent: 'open' | 'closed') =>
  addFormats
    .default(new Ajv2020({ strict: true, validateFormats: true }))
    .compile(jsonSchemaOf(type, extent));

describe('the events', () => {
  it('are those of the document, with refunds and voids', () => {
    expect([...EVENT_TYPES].sort()).toEqual(Object.keys(DOCUMENT).sort());
    expect(isEventType('toString')).toBe(false);
  });

  it.each(Object.entries(DOCUMENT))('%s has its fields, all of them optional', (type, fields) => {
    const schema = jsonSchemaOf(type as EventType) as Json;
    expect(fieldsOf(schema)).toEqual(sorted(fields));
    expect(schema.required).toBeUndefined();
    expect(schema.properties.type).toEqual({ type: 'string', const: type });
    expect(schema.$id).toBe(schemaAddress(type as EventType));
  });

  it.each(SHARED)('%s has its fields, all of them optional', (name, fields) => {
    expect(fieldsOf(shared(name))).toEqual(sorted(fields));
    expect(shared(name).required).toBeUndefined();
  });

  it.each(Object.entries(VARIANTS))('%s is told apart by its type', (name, variants) => {
    const found = shared(name).oneOf.map(({ properties, required }: Json) => [
      properties.type.const,
      fieldsOf(properties.details ?? properties.settings).join(' '),
      required,
    ]);
    const expected = Object.entries(variants).map(([type, fields]) => [
      type,
      type === 'EXTERNAL_3DS' ? '' : sorted(fields).join(' '),
      ['type'],
    ]);
    expect(found).toEqual(expected);
  });
});

/** A variant is entered by its discriminator, everything else by its field. */
function schemaAt(of: string, path: string): Json {
  const start = isEventType(of) ? jsonSchemaOf(of) : shared(of);
  return path.split('.').reduce((schema: Json, step) => {
    const variant = schema.oneOf?.find(({ properties }: Json) => properties.type.const === step);
    return variant ?? schema.properties[step];
  }, start);
}

describe('a field', () => {
  it.each(VALUES)('%s %s has the values of the document', (of, path, values) => {
    expect(schemaAt(of, path).enum).toEqual(values.split(' '));
  });
});

describe('a schema', () => {
  it.each(EVENT_TYPES)('of %s can be compiled strictly', (type) => {
    expect(validator(type, 'open')({ type })).toBe(true);
    expect(validator(type, 'closed')({ type })).toBe(true);
  });

  it('takes what is added later, when it is the published one', () => {
    const event = { type: 'CHARGEBACK_SUCCEEDED', later: 1, amount: { value: 1, later: 2 } };
    expect(validator('CHARGEBACK_SUCCEEDED', 'open')(event)).toBe(true);
    expect(validator('CHARGEBACK_SUCCEEDED', 'closed')(event)).toBe(false);
  });

  const WRONG: readonly (readonly [string, EventType, object])[] = [
    ['another type', 'CHARGEBACK_SUCCEEDED', { type: 'PAYMENT_CHARGE_CREATED' }],
    ['an amount with decimals', 'CHARGEBACK_SUCCEEDED', { amount: { value: 92.5 } }],
    ['an amount as text', 'CHARGEBACK_SUCCEEDED', { amount: { value: '9200' } }],
    ['no currency code', 'CHARGEBACK_SUCCEEDED', { amount: { currency: 'Euro' } }],
    ['an unknown status', 'PAYMENT_AGREEMENT_ACTIVE', { paymentAgreementStatus: 'CAPTURED' }],
    ['a date for a moment', 'PAYMENT_AGREEMENT_CREATED', { startDate: '2026-03-01' }],
    ['an instrument without a type', 'PAYMENT_CHARGE_CREATED', { instrument: { id: 'instr_1' } }],
    [
      'a month as text',
      'PAYMENT_CHARGE_CREATED',
      { instrument: { type: 'CARD_VAULTED', details: { expiryMonth: '05' } } },
    ],
    [
      'an ACS id that is no UUID',
      'PAYMENT_CHARGE_CREATED',
      {
        authenticationSettings: [{ type: 'EXTERNAL_3DS', settings: { externalAcsId: 'abc' } }],
      },
    ],
    [
      'a moment for a date',
      'PAYMENT_CHARGE_CREATED',
      {
        order: {
          industryData: [{ type: 'TRAVEL', details: { departureDate: '2026-03-01T00:00:00Z' } }],
        },
      },
    ],
  ];
  it.each(WRONG)('refuses %s', (_, type, event) => {
    expect(validator(type, 'open')(event)).toBe(false);
  });
});
