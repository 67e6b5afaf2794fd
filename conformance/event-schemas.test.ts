/** The published schemas of events against event-notifications.md: its tables and lists are read here. */
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES, type EventType, isEventType } from '../contract/events/events.ts';
import { jsonSchemaOf } from '../contract/events/json-schema.ts';
import { type FieldTypes, fieldOfRow, fieldsByType, fieldsIn, objectOf } from './event-fields.ts';
import { readProse, readTable } from './statements.ts';

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly $ref?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly additionalProperties?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Every charge event has it of ours: a connectivity test of a live channel. */
const OURS: FieldTypes = { testMode: 'INTERNAL' };

const SCHEMAS = new Map(EVENT_TYPES.map((type) => [type, jsonSchemaOf(type) as Schema]));
const schemaOf = (type: EventType): Schema => SCHEMAS.get(type) ?? {};
const shared = (name: string): Schema => {
  const found = [...SCHEMAS.values()].map(({ $defs }) => $defs?.[name]).find(Boolean);
  if (!found) throw new Error(`No event has ${name}`);
  return found;
};

/** What a schema takes, as the document's fields are written. */
function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '');
  if (schema.enum) return schema.enum.join(' ');
  if (schema.pattern) {
    const pattern = new RegExp(schema.pattern);
    return `letters ${[1, 2, 3, 4, 5].filter((count) => pattern.test('A'.repeat(count))).join(' ')}`;
  }
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  if (schema.properties) {
    return objectOf(
      Object.entries(schema.properties).map(([name, each]) => `${name}: ${typeOf(each)}`),
    );
  }
  return schema.format ?? schema.type ?? '';
}

const fieldsOf = (schema: Schema | undefined): FieldTypes =>
  Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, each]) => [name, typeOf(each)]),
  );

const table = (title: string, column?: string) => readTable('event-notifications', title, column);
const sentence = (title: string, start: string): string => {
  const found = readProse('event-notifications', title)
    .split('\n')
    .find((each) => each.startsWith(start));
  if (!found) throw new Error(`"${title}" has no sentence that begins with "${start}"`);
  return found.slice(start.length);
};

describe.each(['Money', 'Consumer', 'Frequency', 'ProcessingFailure', 'Order'])('%s', (name) => {
  const rows = table(name, 'Field');

  it.each(rows)('$Field is as the table says', ({ Field = '', Type = '', Rule = '' }) => {
    expect(fieldsOf(shared(name))[Field]).toBe(fieldOfRow(Field, Type, Rule));
  });

  it('has no other field, and needs none', () => {
    expect(Object.keys(fieldsOf(shared(name)))).toEqual(rows.map(({ Field }) => Field));
    expect(shared(name).required).toBeUndefined();
  });
});

it.each([
  ['Address', fieldsByType(readProse('event-notifications', 'Address'))],
  ['OrderItem', fieldsIn(table('Order')[0]?.['Rule']?.replace('Items: ', '') ?? '')],
  ['TripSegment', fieldsIn(sentence('Order', 'A trip segment has '))],
])('%s has the fields of the document, and needs none', (name, fields) => {
  expect(Object.keys(fields).length).toBeGreaterThan(2);
  expect(fieldsOf(shared(name))).toEqual(fields);
  expect(shared(name).required).toBeUndefined();
});

const variantsOf = (name: string) => shared(name).oneOf ?? [];
const variantOf = (name: string, type: string) =>
  variantsOf(name).find(({ properties }) => properties?.['type']?.const === type);

/** Types that are told apart by `type`: the table, its column, and the field that the column is for. */
const UNIONS = [
  ['InstrumentDetails', 'Instrument details', 'details fields', 'details'],
  [
    'AuthenticationMethod',
    'Authentication method (sent to the merchant; array authenticationMethods)',
    'details',
    'details',
  ],
  [
    'AuthenticationSettings',
    'Authentication settings (array authenticationSettings)',
    'settings',
    'settings',
  ],
] as const;

describe.each(UNIONS)('%s', (name, title, column, field) => {
  const rows = table(title, 'type').map((row) => ({
    type: row['type'] ?? '',
    words: row[column] ?? '',
  }));

  it('has the types of the table, told apart by a type that is required', () => {
    const types = variantsOf(name).map(({ properties }) => properties?.['type']?.const);
    expect(types).toEqual(rows.map(({ type }) => type));
    for (const each of variantsOf(name)) expect(each.required).toEqual(['type']);
  });

  it.each(rows)('$type is as the table says', ({ type, words }) => {
    const inside = variantOf(name, type)?.properties?.[field];
    if (words.startsWith('no details')) {
      expect(inside).toBeUndefined();
    } else if (words === 'details: free map of name to object') {
      expect(inside).toMatchObject({ type: 'object', additionalProperties: { type: 'object' } });
    } else if (words === 'see below') {
      expect(inside?.$ref).toBe('#/$defs/External3ds');
    } else {
      expect(fieldsOf(inside)).toEqual(fieldsIn(words));
      expect(inside?.required).toBeUndefined();
    }
  });
});

it('an instrument has an id, a type and details', () => {
  const names = Object.keys(fieldsIn(sentence('Instrument details', 'Fields: ')));
  expect(fieldsOf(variantOf('InstrumentDetails', 'CARD_VAULTED'))).toMatchObject({ id: 'string' });
  const found = variantsOf('InstrumentDetails').flatMap(({ properties }) =>
    Object.keys(properties ?? {}),
  );
  expect(new Set(found)).toEqual(new Set(names));
});

describe('the settings of EXTERNAL_3DS', () => {
  const rows = table('Authentication settings (array authenticationSettings)', 'Field');

  it.each(rows)('$Field is as the table says', (row) => {
    const { Field = '', Type = '', 'Allowed values or rule': rule = '' } = row;
    expect(fieldsOf(shared('External3ds'))[Field]).toBe(fieldOfRow(Field, Type, rule));
  });

  it('has no other field, and needs none', () => {
    expect(Object.keys(fieldsOf(shared('External3ds')))).toEqual(rows.map(({ Field }) => Field));
    expect(shared('External3ds').required).toBeUndefined();
  });
});

it.each(['AIRLINE', 'EDUCATION', 'TRAVEL'])('%s has the details of the document', (type) => {
  const fields = fieldsIn(sentence('Order', `${type} details: `));
  expect(Object.keys(fields).length).toBeGreaterThan(5);
  expect(fieldsOf(variantOf('IndustryData', type)?.properties?.['details'])).toEqual(fields);
});

it('the industries are those of the document', () => {
  const rule = table('Order')[1]?.['Rule'] ?? '';
  const types = variantsOf('IndustryData').map(({ properties }) => properties?.['type']?.const);
  expect(rule).toContain(`Discriminated by type: ${types.join(', ')};`);
  for (const { required } of variantsOf('IndustryData')) expect(required).toEqual(['type']);
});

/** What every event of a group has, and what is told besides in some. */
const GROUPS = [
  ['Payment agreement events', 'Fields in every agreement event: ', {}],
  ['Payment charge events', 'Fields in every charge event: ', OURS],
] as const;

describe.each(GROUPS)('%s', (title, start, ours) => {
  const inEvery = fieldsIn(sentence(title, start));
  const rows = table(title).map((row) => ({
    type: row['type value'] ?? '',
    words: row['Additional fields'] ?? '',
  }));

  it.each(rows)('$type has the fields of every one, and those of its row', ({ type, words }) => {
    if (!isEventType(type)) throw new Error(`${type} is no event`);
    const { type: name, ...fields } = fieldsOf(schemaOf(type));
    const { type: _, ...documented } = { ...inEvery, ...(words === 'none' ? {} : fieldsIn(words)) };
    expect(fields).toEqual({ ...documented, ...ours });
    expect(name).toBe('string');
    expect(schemaOf(type).properties?.['type']?.const).toBe(type);
    expect(schemaOf(type).required).toBeUndefined();
  });

  it('are all of their kind, but for refunds and voids', () => {
    const prefix = rows[0]?.type.replace(/CREATED$/, '') ?? '';
    const beyond = /^PAYMENT_CHARGE_(REFUND|VOID)_/;
    const types = EVENT_TYPES.filter((type) => type.startsWith(prefix) && !beyond.test(type));
    expect([...types].sort()).toEqual(rows.map(({ type }) => type).sort());
  });
});

it('the refund that failed has the fields of every charge event', () => {
  const [title, start] = GROUPS[1];
  const inEvery = fieldsIn(sentence(title, start));
  expect(fieldsOf(schemaOf('PAYMENT_CHARGE_REFUND_FAILED'))).toMatchObject(inEvery);
});

it('CHARGEBACK_SUCCEEDED has the fields of its row', () => {
  const [row] = table('Chargeback event');
  expect(row?.['type value']).toBe('CHARGEBACK_SUCCEEDED');
  expect(fieldsOf(schemaOf('CHARGEBACK_SUCCEEDED'))).toEqual(fieldsIn(row?.['Fields'] ?? ''));
});

describe('every schema', () => {
  /** All properties of a schema and of what it holds. */
  const propertiesIn = (schema: Schema): [string, Schema][] => [
    ...Object.entries(schema.properties ?? {}).flatMap((entry) => [
      entry,
      ...propertiesIn(entry[1]),
    ]),
    ...[...(schema.oneOf ?? []), ...Object.values(schema.$defs ?? {}), schema.items]
      .filter((each) => each !== undefined)
      .flatMap(propertiesIn),
  ];

  it.each(EVENT_TYPES)('of %s has names in camelCase and types of JSON', (type) => {
    const properties = propertiesIn(schemaOf(type));
    expect(properties.length).toBeGreaterThan(3);
    for (const [name, schema] of properties) {
      expect(name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
      if (schema.$ref === undefined) {
        expect(['string', 'integer', 'boolean', 'array', 'object']).toContain(schema.type);
      }
    }
  });
});
