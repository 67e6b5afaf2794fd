/** The fields of events as event-notifications.md writes them: `bin (string), expiryMonth (int32)`. */
import { readProse } from './statements.ts';

/** A field's type by its name, in a notation that a schema can be written in too. */
export type FieldTypes = Readonly<Record<string, string>>;

const read = (title: string) => readProse('event-notifications', title);

/** "Discard types (field discardType): A, B." defines what later stands as "status above" or as a name only. */
const VALUES_BY_FIELD: FieldTypes = Object.fromEntries(
  [...read('States and transitions').matchAll(/\(field (\w+)\): ([A-Z_, ]+)/g)].map(
    ([, field = '', values = '']) => [field, values.split(', ').join(' ')],
  ),
);

/** Types that are described in a section of their own, by the name that the schemas give them. */
const NAMED_TYPES: FieldTypes = {
  Money: 'Money',
  Address: 'Address',
  Consumer: 'Consumer',
  Frequency: 'Frequency',
  ProcessingFailure: 'ProcessingFailure',
  Order: 'Order',
  'Instrument details': 'InstrumentDetails',
  'Authentication method': 'AuthenticationMethod',
};

/** Of a bare "array", and of the objects that have their fields in a sentence of their own. */
const TYPES_BY_FIELD: FieldTypes = {
  authenticationSettings: 'array of AuthenticationSettings',
  orderItems: 'array of OrderItem',
  industryData: 'array of IndustryData',
  tripSegments: 'array of TripSegment',
};

const ENUMERATION = /^[A-Z][A-Z0-9_]+(?:(?:, | or )[A-Z][A-Z0-9_]+)+/;
const SIMPLE = /^(?:integer )?(string|boolean|int32|int64|date-time|date)s?\b/;
const LETTERS = { 'two-letter': '2', 'three-letter': '3', 'two- or three-letter': '2 3' };

/** @param words what stands in brackets, or in the columns Type and Rule */
function typeIn(words: string): string | undefined {
  const values = ENUMERATION.exec(words)?.[0];
  if (values) return values.split(/, | or /).join(' ');
  const letters = /(?:two- or )?(?:two|three)-letter/i.exec(words)?.[0].toLowerCase();
  if (letters) return `letters ${LETTERS[letters as keyof typeof LETTERS]}`;
  if (/format email/.test(words)) return 'email';
  if (/UUID/.test(words)) return 'uuid';
  const items = /^array of (.+)$/.exec(words)?.[1];
  if (items) return `array of ${NAMED_TYPES[items]}`;
  return NAMED_TYPES[words] ?? SIMPLE.exec(words)?.[1];
}

const typeOf = (field: string, words: string): string =>
  VALUES_BY_FIELD[field] ?? TYPES_BY_FIELD[field] ?? typeIn(words) ?? 'string';

/** Reads `a, b (strings); c (int32, of something)`. What has no type is a text. */
export function fieldsIn(text: string): FieldTypes {
  const fields: Record<string, string> = {};
  for (const group of text.replace(/\.$/, '').split(/;\s*(?![^(]*\))/)) {
    let untyped: string[] = [];
    for (const [, name = '', words] of group.matchAll(/(\w+)(?: \(([^)]*)\))?(?:, |$)/g)) {
      fields[name] = typeOf(name, words ?? '');
      if (words === undefined) {
        untyped.push(name);
      } else if (SIMPLE.test(words)) {
        // Of the last of several names it is the type of those before.
        for (const before of untyped) fields[before] = typeOf(before, words);
        untyped = [];
      }
    }
  }
  return fields;
}

/** Reads `a, b: strings. c: string, two-letter code.` */
export const fieldsByType = (text: string): FieldTypes =>
  Object.fromEntries(
    text
      .split('\n')
      .map((sentence) => sentence.replace(/\.$/, '').split(': '))
      .flatMap(([names = '', words = '']) =>
        names.split(', ').map((name) => [name, typeOf(name, words.replace(/^string, /, ''))]),
      ),
  );

/** Of a table with the columns Field and Type; an object has its fields in the third. */
export function fieldOfRow(field: string, type: string, rule: string): string {
  if (type !== 'object') return typeOf(field, type === 'string' ? rule : type);
  const inside = [...rule.matchAll(/(\w+: )([A-Z_]+(?:, [A-Z_]+)*)/g)];
  return objectOf(inside.map(([, name = '', values = '']) => name + values.replaceAll(', ', ' ')));
}

export const objectOf = (fields: readonly string[]) => `object of ${fields.join('; ')}`;
