import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeResult, isPending, isSuccess, RESULT_CODES, resultGroup } from './result-codes.ts';

const TABLE = readFileSync(join(import.meta.dirname, '../docs/spec/result-codes.tsv'), 'utf8');

/** The codes of the document, with their groups; a dash is a code that no expression matches. */
const EXPECTED_CODES = TABLE.trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([code = '', group = '']) => ({ code, group: group === '-' ? 'OTHER' : group }));
const GROUPS = [...new Set(EXPECTED_CODES.map(({ group }) => group))];

describe('the table of codes', () => {
  test('has the 608 known codes, each once', () => {
    expect(EXPECTED_CODES).toHaveLength(608);
    expect(new Set(EXPECTED_CODES.map(({ code }) => code)).size).toBe(608);
    expect(RESULT_CODES.size).toBe(608);
    expect([...RESULT_CODES.keys()].sort()).toEqual(EXPECTED_CODES.map(({ code }) => code).sort());
  });

  test('is in ascending order, so that a code is found by eye', () => {
    const codes = [...RESULT_CODES.keys()];
    expect(codes).toEqual(codes.toSorted());
  });

  test('writes every code as three times three digits', () => {
    const malformed = [...RESULT_CODES.keys()].filter((code) => !/^\d{3}(\.\d{3}){2}$/.test(code));
    expect(malformed).toEqual([]);
  });

  test('describes every code in 5 to 255 plain characters', () => {
    const unfit = [...RESULT_CODES].filter(
      ([, text]) => !/^[\x21-\x7e][\x20-\x7e]{3,253}[\x21-\x7e]$/.test(text),
    );
    expect(unfit).toEqual([]);
  });

  test('starts descriptions in lower case, but for fixed texts', () => {
    const capitalised = [...RESULT_CODES.values()].filter((text) => /^[A-Z][a-z]/.test(text));
    expect(capitalised).toEqual([
      "Request successfully processed in 'Merchant in Integrator Test Mode'",
      "Request successfully processed in 'Merchant in Validator Test Mode'",
      "Request successfully processed in 'Merchant in Connector Test Mode'",
      expect.stringMatching(/^Invalid payment data/),
    ]);
  });
});

describe('groups', () => {
  test.each(GROUPS)('%s has its codes', (group) => {
    const actual = [...RESULT_CODES.keys()].filter((code) => resultGroup(code) === group);
    const expected = EXPECTED_CODES.filter((entry) => entry.group === group);
    expect(actual).toEqual(expected.map(({ code }) => code));
  });

  test.each([
    ['000.400.110', 'SUCCESS', 'a frictionless authentication is no 3-D Secure rejection'],
    ['000.400.120', 'SUCCESS', 'nor is a data-only one, which the table does not have'],
    ['000.400.030', 'REJ_COMM', 'a failed reversal is no success to review'],
    ['000.400.100', 'SUCCESS_REVIEW', 'a risk rejection after the payment'],
    ['000.400.101', 'REJ_3DS', 'its neighbour'],
    ['100.400.500', 'PENDING_LONG', 'waiting for external risk is no external risk rejection'],
    ['800.400.500', 'PENDING_LONG', 'a slow payment is no address rejection'],
    ['100.380.101', 'VAL_RISK', 'a missing risk part'],
    ['100.380.110', 'REJ_EXT_RISK', 'a risk rejection'],
    ['100.900.500', 'VAL_FORMAT', 'a recurrence mode is no contact detail'],
    ['100.700.500', 'VAL_CONTACT', 'a company name is one'],
    ['800.121.100', 'VAL_CONFIG', 'configuration amid risk validation'],
    ['800.800.302', 'REJ_BANK', 'a city that the bank refuses'],
    ['800.800.400', 'REJ_SYSTEM', 'maintenance'],
  ])('%s is %s: %s', (code, group) => {
    expect(resultGroup(code)).toBe(group);
  });

  test.each([
    ['800.100.999', 'REJ_BANK'],
    ['000.200.999', 'PENDING_SHORT'],
    ['100.390.199', 'REJ_3DS_CFG'],
    ['700.450.999', 'VAL_REFERENCE'],
  ])('a new code %s falls into %s by its prefix', (code, group) => {
    expect(RESULT_CODES.has(code)).toBe(false);
    expect(resultGroup(code)).toBe(group);
  });

  test.each(['', '000.500.000', '700.600.100', '1000.000.000', ' 000.000.000', '000000000'])(
    'no expression matches "%s"',
    (code) => {
      expect(resultGroup(code)).toBe('OTHER');
    },
  );
});

describe('the codes of our answers', () => {
  test.each([
    ['checkout created', '000.200.100', 'PENDING_SHORT'],
    ['checkout updated', '000.200.101', 'PENDING_SHORT'],
    ['checkout deleted', '000.200.102', 'PENDING_SHORT'],
    ['checkout pending', '000.200.103', 'PENDING_SHORT'],
    ['success, live', '000.000.000', 'SUCCESS'],
    ['success, integrator test mode', '000.100.110', 'SUCCESS'],
    ['success, validator test mode', '000.100.111', 'SUCCESS'],
    ['success, connector test mode', '000.100.112', 'SUCCESS'],
    ['asynchronous payment started', '000.200.000', 'PENDING_SHORT'],
    ['user aborted', '100.396.101', 'REJ_ASYNC'],
    ['asynchronous session expired', '100.396.103', 'REJ_ASYNC'],
    ['3-D Secure challenge declined', '100.380.401', 'REJ_EXT_RISK'],
    ['3-D Secure technical error', '000.400.103', 'REJ_3DS'],
    ['card not in the simulator', '000.400.109', 'REJ_3DS'],
    ['invalid card', '800.100.151', 'REJ_BANK'],
    ['wrong CVV', '800.100.153', 'REJ_BANK'],
    ['amount exceeds credit', '800.100.155', 'REJ_BANK'],
    ['expired at the bank', '800.100.157', 'REJ_BANK'],
    ['limit exceeded', '800.100.162', 'REJ_BANK'],
    ['insufficient funds', '800.100.203', 'REJ_BANK'],
    ['card number malformed', '100.100.101', 'VAL_ACCOUNT'],
    ['card expired', '100.100.303', 'VAL_ACCOUNT'],
    ['brand does not fit the number', '100.100.700', 'VAL_ACCOUNT'],
    ['invalid parameter or unknown checkout', '200.300.404', 'VAL_FORMAT'],
    ['unknown payment', '700.400.580', 'VAL_REFERENCE'],
    ['reference of a wrong type', '700.300.100', 'VAL_REFERENCE'],
    ['already refunded', '700.300.300', 'VAL_REFERENCE'],
    ['refund too large', '700.400.200', 'VAL_REFERENCE'],
    ['capture too large', '700.400.100', 'VAL_REFERENCE'],
    ['nothing to capture', '700.400.510', 'VAL_REFERENCE'],
    ['no longer reversible', '700.300.700', 'VAL_REFERENCE'],
    ['throttled', '800.120.100', 'REJ_RISK'],
    ['invalid credentials', '800.900.300', 'VAL_FORMAT'],
    ['wrong HTTP method', '200.300.403', 'VAL_FORMAT'],
    ['entity not found', '200.300.406', 'VAL_FORMAT'],
    ['entity not specific', '200.300.407', 'VAL_FORMAT'],
    ['method not enabled on the channel', '600.200.201', 'VAL_CONFIG'],
    ['invalid payment type', '600.200.300', 'VAL_CONFIG'],
    ['currency or brand not configured', '600.200.500', 'VAL_CONFIG'],
    ['brand does not fit the method', '600.200.800', 'VAL_CONFIG'],
  ])('%s: %s is known and in %s', (_situation, code, group) => {
    expect(describeResult(code)).not.toBe('');
    expect(resultGroup(code)).toBe(group);
  });
});

describe('success and pending', () => {
  test.each([
    ['000.000.000', true, false],
    ['000.100.110', true, false],
    ['000.300.000', true, false],
    ['000.400.000', true, false],
    ['000.400.110', true, false],
    ['000.600.000', true, false],
    ['000.200.000', false, true],
    ['000.200.100', false, true],
    ['100.400.500', false, true],
    ['800.400.501', false, true],
    ['000.100.200', false, false],
    ['000.400.030', false, false],
    ['000.400.101', false, false],
    ['300.100.100', false, false],
    ['800.100.151', false, false],
    ['900.100.300', false, false],
    ['', false, false],
  ])('%s: success %s, pending %s', (code, success, pending) => {
    expect(isSuccess(code)).toBe(success);
    expect(isPending(code)).toBe(pending);
  });
});

describe('descriptions', () => {
  test.each([
    ['000.100.110', "Request successfully processed in 'Merchant in Integrator Test Mode'"],
    ['000.100.112', "Request successfully processed in 'Merchant in Connector Test Mode'"],
    ['000.200.000', 'transaction pending'],
    ['000.200.100', 'successfully created checkout'],
    ['100.100.101', 'invalid creditcard, bank account number or bank name'],
    ['200.300.404', 'invalid or missing parameter'],
    ['600.200.500', 'Invalid payment data'],
    ['700.400.510', 'capture needs at least one successful transaction of type (PA)'],
    ['700.400.530', 'reversal needs at least one successful transaction of type'],
  ])('%s contains the text that clients match on: %s', (code, text) => {
    expect(describeResult(code)).toContain(text);
  });

  test.each(['', '800.100.999', '000.000', 'constructor', '000.000.000 '])(
    'there is none for "%s", which is a RangeError',
    (code) => {
      expect(() => describeResult(code)).toThrow(RangeError);
      expect(() => describeResult(code)).toThrow(`unknown result code ${code}`);
    },
  );
});
