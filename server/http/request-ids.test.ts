/** `x-request-id`: taken where it can be used, made where not, and answered whatever comes of the request. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const test = await startTestGateway();
afterAll(() => test[Symbol.asyncDispose]());

const MADE = /^[\w-]{8}-\d+$/;
const idOf = async (path: string, init: RequestInit = {}) =>
  (await fetch(test.url + path, init)).headers.get('x-request-id');

describe('the id of a request', () => {
  it.each([
    '4711',
    'c0ffee00-cafe-4000-8000-000000000000',
    'Root=1-67891233-abcdef',
    'a'.repeat(128),
  ])('is what the caller has sent: %s', async (id) => {
    const before = test.log.length;
    expect(await idOf('/v1/payments/x', { headers: { 'x-request-id': id } })).toBe(id);
    const lines = test.log.slice(before).filter((line) => line.includes(`"reqId":"${id}"`));
    expect(lines.length).toBeGreaterThan(1);
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one with spaces', 'one two'],
    ['one of 129 characters', 'a'.repeat(129)],
    ['one with a quotation mark', 'a"b'],
    ['a card number', '4200000000000000'],
    ['a card number in groups', '4200-0000-0000-0000'],
  ])('is made where it has sent %s', async (_, id) => {
    const headers = id === undefined ? {} : { 'x-request-id': id };
    const answered = await idOf('/v1/resultcodes', { headers });
    expect(answered).toMatch(MADE);
    expect(await idOf('/v1/resultcodes', { headers })).not.toBe(answered);
  });

  it('is made where it has sent two', async () => {
    const { hostname, port } = new URL(test.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      'GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n' +
        'x-request-id: one\r\nx-request-id: two\r\n\r\n',
    );
    const [, id = ''] = /x-request-id: (.*)\r\n/i.exec(await text(socket)) ?? [];
    expect(id).toMatch(MADE);
  });

  it.each([
    ['a refused token', '/v1/payments', { method: 'POST', headers: { authorization: 'Bearer x' } }],
    ['a path that does not exist', '/nothing', {}],
    ['a method that is not taken', '/v1/resultcodes', { method: 'DELETE' }],
    ['a path that cannot be read', '/%zz', {}],
    ['a probe', '/health', {}],
    ['a file', '/v1/paymentWidgets.d.ts', {}],
  ])('is answered with %s', async (_, path, init) => {
    expect(await idOf(path, init)).toMatch(MADE);
  });
});
