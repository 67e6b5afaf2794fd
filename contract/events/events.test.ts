/**
 * What schemas take and refuse, and the events of compatibility.md, section 6b, for refunds and voids.
 * `conformance/event-schemas.test.ts` has those of event-notifications.md.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, type EventType, isEventType } from './events.ts';
import { jsonSchemaOf, schemaAddress } from './json-schema.ts';

/** The fields of every charge event; `testMode` is ours: a connectivity test of a live channel. */
const CHARGE =
  'paymentChargeId paymentChargeStatus paymentMethod merchantId merchantPaymentChargeReference ' +
  'orderReferenceNumber type paymentSessionId testMode';

const DOCUMENT: Readonly<Partial<Record<EventType, string>>> = {
  PAYMENT_CHARGE_REFUND_FAILED: `${CHARGE} refundId amount failure merchantRefundReference`,
  PAYMENT_CHARGE_REFUND_PENDING: `${CHARGE} refundId amount merchantRefundReference`,
  PAYMENT_CHARGE_REFUND_SUCCEEDED: `${CHARGE} refundId amount merchantRefundReference`,
  PAYMENT_CHARGE_VOID_FAILED: `${CHARGE} voidId amount failure merchantVoidReference`,
  PAYMENT_CHARGE_VOID_SUCCEEDED: `${CHARGE} voidId amount merchantVoidReference`,
};

// The test looks at schemas as any reader of JSON does.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

const sorted = (names: string) => names.split(' ').filter(Boolean).sort();
const fieldsOf = (schema: Json): string[] => Object.keys(schema?.properties ?? {}).sort();
const validator = (type: EventType, extent: 'open' | 'closed') =>
  addFormats
    .default(new Ajv2020({ strict: true, validateFormats: true }))
    .compile(jsonSchemaOf(type, extent));

describe('the events', () => {
  it('of refunds and voids are those of the document', () => {
    const types = EVENT_TYPES.filter((type) => /^PAYMENT_CHARGE_(REFUND|VOID)_/.test(type));
    expect([...types].sort()).toEqual(Object.keys(DOCUMENT).sort());
    expect(isEventType('toString')).toBe(false);
  });

  it.each(Object.entries(DOCUMENT))('%s has its fields, all of them optional', (type, fields) => {
    const schema = jsonSchemaOf(type as EventType) as Json;
    expect(fieldsOf(schema)).toEqual(sorted(fields));
    expect(schema.required).toBeUndefined();
    expect(schema.properties.type).toEqual({ type: 'string', const: type });
  });

  it.each(EVENT_TYPES)('%s has its address', (type) => {
    expect(jsonSchemaOf(type)).toMatchObject({ $id: schemaAddress(type) });
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
    [
      'an interval of more than 32 bits',
      'PAYMENT_AGREEMENT_CREATED',
      { frequency: { interval: 2 ** 31 } },
    ],
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
