import { stringify } from 'csv-stringify/sync';
import { expect, it } from 'vitest';
import { CSV } from './csv.ts';

it.each([
  ['=1+1', `'=1+1`],
  ['a;=1+1;b', `a;'=1+1;b`],
  ['a;;@SUM(A1)', `a;;'@SUM(A1)`],
  ['a;-2', `a;'-2`],
  ['a; =1', 'a; =1'],
  ['1=1', '1=1'],
  ['a,=1', '"a,=1"'],
])('%j is %s', (value, expected) => {
  expect(stringify([{ value }], CSV)).toBe(`value\r\n${expected}\r\n`);
});
