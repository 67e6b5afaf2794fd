import { describe, expect, test } from 'vitest';
import { isMarkedInvalid, readOutcome } from './payment-outcome.ts';

const redirect = { url: 'https://shop.example/result?id=1', parameters: [] };
const response = (status: number, code: string, goes = false, decline?: string) => ({
  status,
  answer: {
    result: { code, description: '' },
    ...(goes && { redirect }),
    ...(decline && { decline }),
  },
  ignored: '',
});

describe('an answer', () => {
  test.each([
    ['success', response(200, '000.100.110', true), { kind: 'result', url: redirect.url }],
    [
      'decline',
      response(400, '800.100.152', true, 'declined'),
      { kind: 'result', url: redirect.url, decline: 'declined' },
    ],
    [
      'a failure still in doubt',
      response(400, '900.100.300', true),
      { kind: 'result', url: redirect.url },
    ],
    ['a refusal', response(400, '200.300.404'), { kind: 'refused' }],
    ['a foreign origin', response(403, '800.900.300'), { kind: 'refused' }],
    ['too old', response(400, '800.900.401'), { kind: 'stale' }],
    ['over', response(404, '200.300.404'), { kind: 'gone' }],
    ['too many', response(429, '800.120.100'), { kind: 'throttled' }],
    ['server error', response(503, '999.999.999'), { kind: 'unknown' }],
    ['success that leads nowhere', response(200, '000.100.110'), { kind: 'unknown' }],
    ['none', undefined, { kind: 'unknown' }],
  ])('%s', (_, given, expected) => {
    expect(readOutcome(given)).toMatchObject(expected);
    if (expected.kind === 'result') {
      expect(readOutcome(given)).toEqual({ ...expected, result: given?.answer.result });
    }
  });
});

test.each([
  ['card.number', 'sealed[card.number]', true],
  ['card.number', 'paymentBrand', true],
  ['card.cvv', 'sealed[card.number]', false],
  ['card.expiry', 'card.expiryYear', true],
  ['card.holder', 'card.expiryYear', false],
  ['billing.city', 'billing.city', true],
])('the control %s is marked invalid for %s: %s', (name, parameter, expected) => {
  const errors = [{ name: parameter, value: null, message: '' }];
  expect(isMarkedInvalid({ name }, errors)).toBe(expected);
  expect(isMarkedInvalid({ name })).toBe(false);
});
