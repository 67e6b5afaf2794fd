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

describe('a shopper who has to go somewhere first', () => {
  const to = (url: string, status = 200) =>
    readOutcome({
      ...response(status, '000.200.000'),
      answer: {
        result: { code: '000.200.000', description: '' },
        redirect: { url, parameters: [] },
      },
    });

  test.each([
    ['https://gateway.example/v1/threeDSecure/1', true],
    ['http://localhost:8080/v1/threeDSecure/1', true],
    ['https://gateway.example/v1/redirects/1', false],
    ['https://gateway.example/v1/vouchers/1', false],
  ])('goes to %s, which is a question of the bank: %s', (url, isChallenge) => {
    expect(to(url)).toEqual({ kind: 'visit', url, isChallenge });
  });

  test.each([
    'https://shop.example/?back=https://gateway.example/v1/threeDSecure/1',
    'https://shop.example/result/v1/redirects/1',
    'https://gateway.example/v1/other/1',
  ])('has a result at %s instead', (url) => {
    expect(to(url)).toMatchObject({ kind: 'result', url });
  });

  test('has a result where it was declined on the way', () => {
    expect(to('https://gateway.example/v1/redirects/1', 400)).toMatchObject({ kind: 'result' });
  });
});

test('an answer that is nothing tells nothing', () => {
  expect(readOutcome({ ...response(200, ''), answer: null as never })).toEqual({ kind: 'unknown' });
});

test('why a stored card was refused is told', () => {
  expect(readOutcome(response(400, '800.100.152', false, 'expired'))).toMatchObject({
    kind: 'refused',
    decline: 'expired',
  });
});

test.each([
  [399, 'unknown'],
  [401, 'refused'],
  [499, 'refused'],
  [500, 'unknown'],
])('an answer of status %d without a way on is %s', (status, kind) => {
  expect(readOutcome(response(status, '800.100.152'))).toMatchObject({ kind });
});

test('what leads on is a result only with a status that the gateway gives it', () => {
  expect(readOutcome(response(500, '900.100.300', true))).toEqual({ kind: 'unknown' });
});

test.each([
  ['card.number', 'sealed[card.number]', true],
  ['card.number', 'paymentBrand', true],
  ['card.number', 'card.expiryYear', false],
  ['card.cvv', 'sealed[card.number]', false],
  ['card.expiry', 'card.expiryYear', true],
  ['card.holder', 'card.expiryYear', false],
  ['billing.city', 'billing.city', true],
])('the control %s is marked invalid for %s: %s', (name, parameter, expected) => {
  const errors = [{ name: parameter, value: null, message: '' }];
  expect(isMarkedInvalid({ name }, errors)).toBe(expected);
  expect(isMarkedInvalid({ name })).toBe(false);
});
