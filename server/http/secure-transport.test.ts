import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway({ trustProxy: 'loopback' });
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, entityId } = gateway;
const via = (scheme: string) => ({
  headers: { 'x-forwarded-proto': scheme, 'x-forwarded-host': 'pay.example' },
});
const checkout = { entityId, amount: '1.00', currency: 'EUR', paymentType: 'DB' };

describe('HSTS', () => {
  const hstsOf = async (path: string, scheme: string) =>
    (await call(path, undefined, via(scheme))).headers.get('strict-transport-security');

  it('is on everything that comes by HTTPS, refusals and documents too', async () => {
    const { id } = await gateway.gateway.db
      .selectFrom('releases')
      .select('id')
      .executeTakeFirstOrThrow();
    const checkoutId = (await call('/v1/checkouts', checkout, via('https'))).body.id;
    for (const path of [
      '/v1/paymentWidgets.js',
      `/v1/frames/${id}/${checkoutId}/number.html`,
      `/v1/frames/${id}/${checkoutId}/cvv.html`,
      `/v1/checkouts/${checkoutId}/form`,
      `/v1/checkouts/${checkoutId}/payment`,
      '/v1/threeDSecure/none/start/none',
      '/v1/resultcodes',
      '/nowhere',
      '/v1/%zz',
    ]) {
      expect(await hstsOf(path, 'https'), path).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('is not sent without TLS: browsers ignore it there', async () => {
    expect(await hstsOf('/v1/paymentWidgets.js', 'http')).toBeNull();
  });
});

describe('behind a trusted proxy', () => {
  it('takes what came by HTTPS', async () => {
    expect((await call('/v1/checkouts', checkout, via('https'))).status).toBe(200);
  });

  it('sends a plain-HTTP GET to HTTPS, at its own address whatever Host says', async () => {
    const { status, headers } = await call('/v1/paymentWidgets.js?a=b', undefined, via('http'));
    expect([status, headers.get('location')]).toEqual([
      307,
      `https://${new URL(gateway.url).host}/v1/paymentWidgets.js?a=b`,
    ]);
  });

  it.each([
    ['http://stranger.example/a?b', '/a?b'],
    ['http://stranger.example//other.example', '//other.example'],
    ['*', '/'],
  ])('stays at its own address, too, where the target is %s', async (target, path) => {
    const { hostname, port, host } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET ${target} HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: http\r\nconnection: close\r\n\r\n`,
    );
    const location = /^location: (.*)$/im.exec(await text(socket))?.[1]?.trim();
    expect(location).toBe(`https://${host}${path}`);
  });

  it('refuses a plain-HTTP POST', async () => {
    const checkouts = () => gateway.gateway.db.selectFrom('checkouts').select('id').execute();
    const before = await checkouts();
    const { status, body } = await call('/v1/checkouts', checkout, via('http'));
    expect(status).toBe(403);
    expect(body.result.description).toContain('SSL');
    const made = await checkouts();
    expect(made).toHaveLength(before.length);
  });
});
