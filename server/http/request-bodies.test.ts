/** What a body may cost the gateway: nothing before it is known who sends it, and little after. */
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway({ requestTimeoutMs: 600 });
afterAll(() => gateway[Symbol.asyncDispose]());

/** 63 kB, each pair of them wrong. */
const WRONG_PAIRS = Array.from({ length: 10_000 }, () => '%=%2').join('&');
const AS_FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(gateway.url + path, { method: 'POST', body, headers: { ...AS_FORM, ...headers } });

describe('10,000 wrong pairs', () => {
  it('without a token are not read', async () => {
    const answer = await send('/v1/checkouts', WRONG_PAIRS);
    const text = await answer.text();
    expect(answer.status).toBe(401);
    expect(text.length).toBeLessThan(500);
    expect(text).not.toContain('parameterErrors');
  });

  it.each(['/v1/checkouts', '/v1/payments', '/v1/checkouts/none/payment'])(
    'on %s get an answer that is smaller than they are: 50 are named',
    async (path) => {
      const answer = await send(path, WRONG_PAIRS, { authorization: `Bearer ${gateway.token}` });
      const { result } = (await answer.json()) as { result: Record<string, unknown> };
      expect(answer.status).toBe(400);
      expect(result['parameterErrors']).toHaveLength(50);
      expect(result['description']).toContain('9950 more are wrong than are named here');
    },
  );

  it('that the catalogue refuses are bounded, too', async () => {
    const pairs = Array.from({ length: 900 }, (_, n) => `cart.items[${n}].price=x`).join('&');
    const { status, body } = await gateway.call('/v1/checkouts', pairs);
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toHaveLength(50);
    expect(JSON.stringify(body).length).toBeLessThan(pairs.length);
  });
});

describe('a body that comes slowly', () => {
  /** Sends a byte now and then until the connection ends. @returns what was answered */
  const drip = async (path: string, token?: string): Promise<string> => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // A byte that meets the end of the connection is an error, and no news.
    socket.on('error', () => {});
    const isOver = new Promise((resolve) => socket.once('close', resolve));
    const authorization = token ? `Authorization: Bearer ${token}\r\n` : '';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: gateway\r\n${authorization}` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n',
    );
    const dripping = setInterval(() => socket.write('a'), 50);
    await isOver;
    clearInterval(dripping);
    return answer;
  };

  it('ends: with a token, without one, and from a shopper', async () => {
    const [merchant, stranger, shopper] = await Promise.all([
      drip('/v1/payments', gateway.token),
      drip('/v1/payments'),
      drip('/v1/checkouts/none/payment'),
    ]);
    expect(merchant).toMatch(/^HTTP\/1\.1 408 /);
    expect(shopper).toMatch(/^HTTP\/1\.1 408 /);
    expect(stranger).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('that comes in time is taken', async () => {
    const checkout = await gateway.createCheckout();
    expect((await gateway.pay(checkout)).status).toBe(200);
  });
});
