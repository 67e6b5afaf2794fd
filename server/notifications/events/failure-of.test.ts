/** From result code to failure: the table of docs/events.md. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ProcessingFailure } from '../../../contract/events/shared-types.ts';
import { isPending, isSuccess, RESULT_CODES } from '../../../contract/result-codes.ts';
import { FAILURE_CODES, failureOf, REASONS_BY_CODE } from './failure-of.ts';

const TABLE: readonly (readonly [code: string, type: string, failure: string])[] = [
  // Single codes.
  ['100.100.303', 'INTERNAL_DECLINE', 'EXPIRED_CARD'],
  ['100.150.202', 'INTERNAL_DECLINE', 'AGREEMENT_REVOKED'],
  ['100.380.401', 'PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'],
  ['100.396.101', 'PROVIDER_DECLINE', 'CANCELED_BY_CONSUMER'],
  ['100.396.103', 'PROVIDER_ERROR', 'PAYMENT_METHOD_TIMEOUT'],
  ['100.396.201', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
  ['700.400.100', 'INTERNAL_DECLINE', 'EXCEEDS_AUTHORIZED_AMOUNT'],
  ['700.400.200', 'INTERNAL_DECLINE', 'EXCEEDS_REFUNDABLE_AMOUNT'],
  ['800.100.153', 'PROVIDER_DECLINE', 'INCORRECT_CVV'],
  ['800.100.155', 'PROVIDER_DECLINE', 'INSUFFICIENT_FUNDS'],
  ['800.100.157', 'PROVIDER_DECLINE', 'EXPIRED_CARD'],
  ['800.100.203', 'PROVIDER_DECLINE', 'INSUFFICIENT_FUNDS'],
  ['800.100.500', 'PROVIDER_DECLINE', 'AGREEMENT_REVOKED'],
  ['900.100.500', 'PROVIDER_ERROR', 'PAYMENT_METHOD_TIMEOUT'],
  ['999.999.888', 'INTERNAL_ERROR', 'INTERNAL_PROCESSING_ERROR'],
  // One code of each group.
  ['300.100.100', 'PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'],
  ['000.400.103', 'PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'],
  ['100.390.107', 'PROVIDER_DECLINE', 'AUTHENTICATION_FAILED'],
  ['800.100.152', 'PROVIDER_DECLINE', 'GENERIC_DECLINE'],
  ['800.400.100', 'PROVIDER_DECLINE', 'GENERIC_DECLINE'],
  ['100.397.102', 'PROVIDER_DECLINE', 'GENERIC_DECLINE'],
  ['900.100.100', 'PROVIDER_ERROR', 'INTERNAL_PROCESSING_ERROR'],
  ['999.999.999', 'PROVIDER_ERROR', 'INTERNAL_PROCESSING_ERROR'],
  ['100.400.000', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
  ['800.300.101', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
  ['800.120.100', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
  ['100.150.205', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
  ['700.400.510', 'INTERNAL_DECLINE', 'GENERIC_DECLINE'],
];

/** The rows of single codes in the documentation. */
const documented = () =>
  [
    ...readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8').matchAll(
      /^\| ([\d.]{11}(?:, [\d.]{11})*) \| (\w+) \| (\w+) \|$/gm,
    ),
  ].flatMap(([, codes = '', ...reason]) => codes.split(', ').map((code) => [code, reason]));

describe('a failure', () => {
  it.each(TABLE)('of %s is %s, %s', (code, failureType, failureCode) => {
    expect(failureOf(code, '05')).toEqual({
      failureType,
      failureCode,
      providerFailureCode: '05',
      failureMessage: RESULT_CODES.get(code),
    });
  });

  it('names no code of a provider that was not asked', () => {
    expect(failureOf('800.100.152')).not.toHaveProperty('providerFailureCode');
  });

  it('is told of every result that is none, in the words of the schema', () => {
    const failed = [...RESULT_CODES.keys()].filter((code) => !isSuccess(code) && !isPending(code));
    expect(failed.length).toBeGreaterThan(500);
    for (const code of failed) {
      const failure = failureOf(code);
      expect(ProcessingFailure.safeParse(failure).success).toBe(true);
      expect(FAILURE_CODES).toContain(failure.failureCode);
    }
  });

  it('is documented code by code', () => {
    expect(new Map(documented() as [string, string[]][])).toEqual(new Map(REASONS_BY_CODE));
  });

  it('has single codes that exist', () => {
    for (const code of REASONS_BY_CODE.keys()) expect(RESULT_CODES.has(code), code).toBe(true);
  });
});
