/**
 * The rows that `parameters.test.ts` sends are those of the document: every parameter of its tables,
 * at both bounds of its column Format, with all values of its enumerations.
 */
import { describe, expect, it } from 'vitest';
import { readProse, readTable, type TableRow } from '../../../conformance/statements.ts';
import { type Row, TABLES } from './parameter-tables.ts';

const ROWS = TABLES.flatMap(({ rows }) => rows);

/** The tables of parameters, by their headings, with what stands before the names of their rows. */
const SECTIONS: readonly (readonly [title: string, column: string, prefix: string])[] = [
  ['Basic payment parameters', 'Parameter', ''],
  ['Card', 'Parameter', ''],
  ['Card-on-file', 'Parameter', ''],
  ['Virtual account', 'Parameter', ''],
  ['Customer', 'Parameter', ''],
  ['Billing address', 'Parameter', ''],
  ['Shipping address', 'Parameter', ''],
  ['Merchant (statement and facilitator data)', 'Parameter', ''],
  ['Cart', 'Field', 'cart.items[0].'],
  ['Registration, recurring and installment parameters', 'Parameter', ''],
  ['Payment retrial parameters', 'Parameter', ''],
  ['Asynchronous payment parameters', 'Parameter', ''],
  ['Risk parameters (all Optional)', 'Parameter', ''],
];

/** Rows whose names are patterns, by the row that stands for them; and those that are tested elsewhere. */
const NAMES: Readonly<Record<string, string>> = {
  'overridePaymentType[brand]': 'overridePaymentType[VISA]',
  'risk.parameters[name]': 'risk.parameters[abc]',
};
/** A header, and one that has a test of its own (`recurring.test.ts`). */
const ELSEWHERE = ['Authorization', 'customParameters[NTR]'];

interface Documented {
  readonly name: string;
  readonly format: string;
  readonly required: string;
  readonly rule: string;
}

const documented = (row: TableRow, column: string, prefix: string): Documented[] =>
  (row[column] ?? '')
    .split(', ')
    .filter((name) => !ELSEWHERE.includes(name))
    .map((name) => ({
      name: NAMES[name] ?? prefix + name,
      format: row['Format'] ?? row['Allowed values'] ?? '',
      required: row['Required'] ?? '',
      rule: row['Rule'] ?? '',
    }));

const rowsOf = (name: string): Row[] => ROWS.filter((row) => row.name === name);
const lengths = (values: readonly string[]) => new Set(values.map((value) => [...value].length));

/** Words in capitals, or `true or false`, where the column names all values. */
function valuesOf({ format, required, rule }: Documented): string[] {
  const all = `${format}. ${required}. ${rule}`;
  if (/true or false/.test(all)) return ['true', 'false'];
  if (/ISO 4217/.test(all)) return [];
  const list = /(?:^|[.:] )((?:One of )?[A-Z][A-Z0-9_]+(?:(?:, | or )[A-Z][A-Z0-9_]+)+)/.exec(all);
  if (list) return (list[1] ?? '').replace('One of ', '').split(/, | or /);
  return [...rule.matchAll(/([A-Z]{2}) \([^)]+\)/g)].map(([, value = '']) => value);
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Of `AN255, length 8 to 255`, `N4, 3 to 4 digits`, `up to 25 characters`; what has no length has no bounds. */
function boundsOf(format: string): Bounds | undefined {
  const [, min, max] = /\b([1-9]\d*) to (\d+)\b/.exec(format) ?? [];
  const only = /^(?:AN?|N|up to )(\d+)/.exec(format)?.[1];
  const most = max ?? only;
  return most === undefined ? undefined : { min: Number(min ?? 1), max: Number(most) };
}

const DECIMAL = /N10\.N2|up to 10 digits plus 2 decimals/;

/** Of which no value has the length of the bound, and why. */
const NOT_AT_ITS_LONGEST: Readonly<Record<string, string>> = {
  entityId: 'an id is of one length, and exists',
  paymentBrand: 'the longest of a brand that exists is shorter',
  'recurring.numberOfInstallments': 'section "Limits" has 12 as the most',
};
const NOT_AT_ITS_SHORTEST: Readonly<Record<string, string>> = {
  shopperResultUrl: 'an address with scheme and host has more than 6 characters',
  notificationUrl: 'an address with scheme and host has more than 6 characters',
};

/** Of a map, whose names stand in brackets; a name that is refused is so with any value. */
function expectNames(map: string, { min, max }: Bounds) {
  const rows = ROWS.filter(({ name }) => name.startsWith(`${map}[`));
  const lengthsOf = (some: readonly Row[]) => [
    ...lengths(some.map(({ name }) => name.slice(map.length + 1, -1))),
  ];
  const good = lengthsOf(rows.filter(({ accepted }) => accepted.length > 0));
  const bad = lengthsOf(rows.filter(({ accepted }) => accepted.length === 0));
  expect(good).toEqual(expect.arrayContaining([min, max]));
  expect(bad).toEqual(expect.arrayContaining([min - 1, max + 1]));
}

/** Sent in tests of their own: `operations-matrix.test.ts`. */
const VALUES_ELSEWHERE: Readonly<Record<string, readonly string[]>> = { paymentType: ['RV', 'RF'] };
/** Required by channels that are strict about customers: one of the `CONDITIONS`. */
const REQUIRED_WHERE_STRICT = ['customer.ip'];

const TESTED = SECTIONS.map(([title, column, prefix]) => ({
  title,
  rows: readTable('gateway-api', title, column).flatMap((row) => documented(row, column, prefix)),
}));

describe.each(TESTED)('$title', ({ rows }) => {
  it.each(rows)('$name is sent as the document has it', (row) => {
    const { name, format } = row;
    const sent = rowsOf(name);
    expect(sent).not.toEqual([]);
    const accepted = sent.flatMap((each) => each.accepted);
    const refused = sent.flatMap((each) => each.refused);
    const values = valuesOf(row);
    const [, ofName = '', ofValue = format] = /^name (.+), value (.+)/.exec(format) ?? [];
    const bounds = boundsOf(ofValue);
    const nameBounds = boundsOf(ofName);
    if (nameBounds) expectNames(name.replace(/\[.*/, ''), nameBounds);
    if (DECIMAL.test(format)) {
      expect(accepted).toEqual(expect.arrayContaining(['9999999999', '9999999999.99']));
      expect(refused).toEqual(expect.arrayContaining(['12345678901', '1.5', '1.234', '1,00']));
    } else if (values.length > 1) {
      expect(new Set([...accepted, ...(VALUES_ELSEWHERE[name] ?? [])])).toEqual(new Set(values));
      expect(refused.length).toBeGreaterThan(0);
    } else if (bounds) {
      const { min, max } = bounds;
      if (!(name in NOT_AT_ITS_LONGEST)) expect(lengths(accepted)).toContain(max);
      expect(lengths(refused)).toContain(max + 1);
      if (min > 1 && !(name in NOT_AT_ITS_SHORTEST)) {
        expect(lengths(accepted)).toContain(min);
        expect(lengths(refused)).toContain(min - 1);
      }
    }
  });

  const required = rows.filter(
    (row) => row.required === 'Required' && !REQUIRED_WHERE_STRICT.includes(row.name),
  );
  if (required.length > 0) {
    it.each(required)('$name is required where it can be', ({ name }) => {
      expect(rowsOf(name).some((row) => (row.required ?? []).length > 0)).toBe(true);
    });
  }
});

it('custom parameters have the names and values of the document', () => {
  const prose = readProse('gateway-api', 'Custom parameters');
  const [, name = ''] = /name is (.+)\./.exec(prose) ?? [];
  const [, value = ''] = /value is (.+)\./.exec(prose) ?? [];
  const [names, values] = [boundsOf(name.replace(/.*; /, '')), boundsOf(value)];
  if (!names || !values) throw new Error(`no bounds in "${prose}"`);
  expectNames('customParameters', names);
  const rows = ROWS.filter((row) => row.name.startsWith('customParameters['));
  expect([...lengths(rows.flatMap(({ accepted }) => accepted))]).toContain(values.max);
  expect([...lengths(rows.flatMap(({ refused }) => refused))]).toContain(values.max + 1);
  // An empty value counts as not sent.
  expect([...lengths(rows.flatMap(({ accepted }) => accepted))]).toContain(0);
});
