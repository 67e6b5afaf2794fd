import { describe, expect, test } from 'vitest';
import { blamedFields, declineText, readOutcome } from './payment-outcome.ts';

const redirect = { url: 'https://shop.example/result?id=1', parameters: [] };
const response = (status: number, code: string, goes = false) => ({
  status,
  answer: { result: { code, description: '' }, ...(goes && { redirect }) },
  ignored: '',
});

describe('an answer', () => {
  test.each([
    ['success', response(200, '000.100.110', true), { kind: 'result', url: redirect.url }],
    [
      'decline',
      response(400, '800.100.152', true),
      { kind: 'result', url: redirect.url, decline: { key: 'declined' } },
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

describe('"you have not been charged" is said only where that is certain', () => {
  test.each([
    ['800.100.152', { key: 'declined' }],
    ['800.100.155', { key: 'declined', variant: 'declinedFunds' }],
    ['800.100.157', { key: 'declined', variant: 'declinedExpired' }],
    ['800.100.153', { key: 'declined', variant: 'declinedCvv' }],
    ['100.380.401', { key: 'declined', variant: 'declinedAuthentication' }],
    ['100.100.101', { key: 'declined' }],
    ['800.700.101', { key: 'declined' }],
    ['000.200.000', undefined],
    ['000.400.030', undefined],
    ['900.100.300', undefined],
    ['999.999.999', undefined],
    ['800.500.100', undefined],
    ['800.400.500', undefined],
    ['100.400.500', undefined],
    ['100.396.101', undefined],
  ])('%s: %j', (code, expected) => {
    expect(declineText(code)).toEqual(expected);
  });
});

test.each([
  [
    ['sealed[card.number]', 'card.cvv'],
    ['cardNumber', 'cvv'],
  ],
  [['card.expiryMonth', 'card.expiryYear'], ['expiry']],
  [['billing.city'], ['billing.city']],
])('%j blames %j', (names, expected) => {
  const errors = names.map((name) => ({ name, value: null, message: '' }));
  expect(blamedFields(errors)).toEqual(expected);
});
