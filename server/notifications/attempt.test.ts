/** What an answer means, which key is tried next, and what is kept to be looked at. */
import { describe, expect, it } from 'vitest';
import {
  NotSentError,
  type Outgoing,
  type OutgoingAnswer,
  type OutgoingRequest,
} from '../outgoing/guarded-client.ts';
import { attempt } from './attempt.ts';

const RECEIVER = { url: 'https://shop.example/hook', namedBy: 'channel1' };
/** The database's clock, which is not this machine's. */
const NOW = Date.parse('2026-01-01T00:00:00Z');
const now = () => NOW;
const request = (name: string): OutgoingRequest => ({ method: 'POST', headers: { 'x-key': name } });
const answer = (status: number, more: Partial<OutgoingAnswer> = {}): OutgoingAnswer => ({
  ...{ status, headers: {}, body: 'said', ...more },
});

/** Attempts with two keys; the last answer is given to all calls after it. */
async function attempted(...answers: readonly (OutgoingAnswer | Error)[]) {
  const calls: (OutgoingRequest & { url: string })[] = [];
  const call: Outgoing['call'] = async (url, asked) => {
    calls.push({ url, ...asked });
    const said = answers[Math.min(calls.length, answers.length) - 1];
    if (!said || said instanceof Error) throw said;
    return said;
  };
  const outgoing: Outgoing = { call, check: async () => undefined };
  const outcome = await attempt(outgoing, RECEIVER, [request('new'), request('old')], now);
  return { outcome, calls, keys: calls.map(({ headers }) => headers?.['x-key']) };
}

describe('an answer', () => {
  it.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
    [500, false],
  ])('of the status %d acknowledges: %s', async (status, isAcknowledged) => {
    const { outcome } = await attempted(answer(status));
    expect(outcome).toMatchObject({ isAcknowledged, status, answer: 'said', beginning: 'said' });
  });

  it.each([
    [429, 60_000],
    [500, 60_000],
    [503, 60_000],
    [404, undefined],
    [410, undefined],
    [428, undefined],
    [200, undefined],
  ])('of the status %d makes the gateway wait for %s ms as it asks', async (status, wait) => {
    const { outcome } = await attempted(answer(status, { headers: { 'retry-after': '60' } }));
    expect(outcome.retryAfter).toBe(wait);
  });

  it('that asks to wait until a date is taken by the database’s clock', async () => {
    const date = new Date(NOW + 90_000).toUTCString();
    const { outcome } = await attempted(answer(503, { headers: { 'retry-after': date } }));
    expect(outcome).toMatchObject({ retryAfter: 90_000, startedAt: NOW });
  });

  it('that does not ask for it makes nobody wait', async () => {
    const { outcome } = await attempted(answer(503));
    expect(outcome).not.toHaveProperty('retryAfter');
  });

  it('is shown with 500 characters and kept with a kilobyte, of whole characters', async () => {
    const long = await attempted(answer(500, { body: 'x'.repeat(5_000) }));
    expect([long.outcome.answer.length, long.outcome.beginning.length]).toEqual([500, 1024]);
    const wide = await attempted(answer(500, { body: `x${'€'.repeat(500)}` }));
    expect(wide.outcome.beginning).toBe(`x${'€'.repeat(341)}`);
    const exact = await attempted(answer(500, { body: 'y'.repeat(1024) }));
    expect(exact.outcome.beginning).toBe('y'.repeat(1024));
  });

  it('is kept without card numbers', async () => {
    const body = '{"number":"4200000000000000","paid":"4200 0000 0000 0000"}';
    const { outcome } = await attempted(answer(500, { body }));
    expect(outcome.beginning).toMatch(/^\{"number":"\D+","paid":"\D+"\}$/);
    expect(outcome.answer).toBe(outcome.beginning);
  });

  it('is kept without characters that a database or a terminal takes ill, but with its lines', async () => {
    const { outcome } = await attempted(answer(500, { body: 'a\u0000b\u001b[1mc\u007f\t\r\nd' }));
    expect(outcome.beginning).toBe('a�b�[1mc�\t\r\nd');
  });
});

describe('a receiver that knows only the key before', () => {
  it('is asked with the new one first, and acknowledges with the other', async () => {
    const { outcome, keys } = await attempted(answer(400), answer(200));
    expect(keys).toEqual(['new', 'old']);
    expect(outcome).toMatchObject({ isAcknowledged: true, headers: { 'x-key': 'old' } });
  });

  it('is asked no more once it has acknowledged', async () => {
    const { outcome, keys } = await attempted(answer(200));
    expect(keys).toEqual(['new']);
    expect(outcome.headers).toEqual({ 'x-key': 'new' });
  });

  it.each([
    ['does not answer', new Error('socket hang up')],
    ['wants to be left alone', answer(429, { headers: { 'retry-after': '60' } })],
  ])('is not asked with the other where it %s', async (_, said) => {
    expect((await attempted(said)).keys).toEqual(['new']);
  });

  it('is called at its address, in the name of the entity that has named it', async () => {
    const { calls } = await attempted(answer(200));
    expect(calls).toMatchObject([{ url: RECEIVER.url, namedBy: 'channel1', method: 'POST' }]);
  });
});

describe('without an answer the merchant is told', () => {
  const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

  it.each<[string, Error, string]>([
    ['that it took too long', new DOMException('aborted', 'TimeoutError'), 'no answer in time'],
    ['that the connection was closed', coded('ECONNRESET'), 'the connection was closed'],
    ['why nothing was sent', new NotSentError('x', { cause: new Error('no host') }), 'no host'],
    ['that the address is not allowed', new NotSentError('not allowed'), 'not allowed'],
    ['the code, where there is no message', coded('ECONNREFUSED'), 'ECONNREFUSED'],
    ['the kind, where there is nothing else', new TypeError(), 'TypeError'],
  ])('%s', async (_, error, expected) => {
    const { outcome } = await attempted(error);
    expect(outcome).toMatchObject({ isAcknowledged: false, status: undefined, answer: expected });
    expect(outcome).not.toHaveProperty('retryAfter');
  });
});

it('without a key nothing is sent, and the merchant is told why', async () => {
  const outgoing = {
    call: () => Promise.reject(new Error('called')),
    check: async () => undefined,
  };
  const outcome = await attempt(outgoing, RECEIVER, [], now);
  expect(outcome).toMatchObject({ isAcknowledged: false, answer: 'there is no key', headers: {} });
});

it('an instance that stops breaks an attempt off: that is no outcome', async () => {
  const breaking = new AbortController();
  const call: Outgoing['call'] = async (_, { signal }) => {
    breaking.abort(new Error('stopping'));
    signal?.throwIfAborted();
    throw new Error('no signal came with the call');
  };
  const outgoing = { call, check: async () => undefined };
  await expect(attempt(outgoing, RECEIVER, [request('new')], now, breaking.signal)).rejects.toThrow(
    'stopping',
  );
});
