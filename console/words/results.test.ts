/** Each result code has words in each language that is not the gateway's own. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isPending, isSuccess, RESULT_CODES, resultGroup } from '../../contract/result-codes.ts';
import { kindOfResult, RESULT_KINDS } from './results.ts';

const CODES = [...RESULT_CODES.keys()];
const textsIn = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`console/texts/results/${language}.json`, 'utf8'));

it('each result code is of a kind', () => {
  expect(CODES.filter((code) => kindOfResult(code) === undefined)).toEqual([]);
});

it('no failure reads as a success, or as not decided', () => {
  const good = ['succeeded', 'other-amount', 'review', 'pending'];
  for (const code of CODES) {
    const isGood = isSuccess(code) || isPending(code) || code.startsWith('000.500.');
    const kind = kindOfResult(code) ?? '';
    // The group of chargebacks has two codes that are successes.
    if (resultGroup(code) === 'CHARGEBACK') expect(kind).toMatch(/^chargeback|^other-amount$/);
    else expect(good.includes(kind), `${code} is ${kind}`).toBe(isGood);
  }
});

it('each kind is of a code', () => {
  const used = new Set(CODES.map(kindOfResult));
  expect(RESULT_KINDS.filter((kind) => !used.has(kind))).toEqual([]);
});

describe.each(['de', 'ar'])('the words in %s', (language) => {
  it('are there for each kind, no two the same', () => {
    const texts = textsIn(language);
    expect(Object.keys(texts).toSorted()).toEqual(RESULT_KINDS.toSorted());
    expect(new Set(Object.values(texts)).size).toBe(RESULT_KINDS.length);
    for (const words of Object.values(texts)) expect(words.trim()).toMatch(/\S{3}/);
  });
});

it.each([
  ['800.100.155', 'funds'],
  ['800.100.152', 'bank-no-reason'],
  ['800.100.159', 'stolen'],
  ['800.100.162', 'limit'],
  ['300.100.100', 'challenge-needed'],
  ['100.396.101', 'cancelled'],
  ['900.100.300', 'outcome-unknown'],
  ['000.100.221', 'chargeback-not-received'],
])('%s is of the kind %s', (code, kind) => {
  expect(kindOfResult(code)).toBe(kind);
});
