import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout } = gateway;
const checkoutId = await createCheckout();

describe('the brand pictures of existing style sheets', () => {
  it.each([
    '/v1/static/0123456789abcdef/img/brand.png',
    '/v1/paymentWidgets/img/brand.png',
    '/v1/static/any/img/brand.svg',
  ])('%s is one drawing of all logos', async (path) => {
    const { status, headers, body } = await call(path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toContain('<g id="VISA"');
    expect(body).toContain('<g id="MASTER"');
    expect(body).not.toContain('<script');
  });

  it('each logo has an address of its own', async () => {
    const { status, body } = await call('/v1/static/any/img/VISA.svg');
    expect(status).toBe(200);
    expect(body).toMatch(/^<svg [^>]*width="36" height="24"/);
  });

  it.each(['PLASTIC.svg', 'VISA.gif', '..%2fbrands%2fVISA.svg'])('there is no %s', async (file) => {
    expect((await call(`/v1/static/any/img/${file}`)).status).toBe(404);
  });
});

it('the types stand beside the script', async () => {
  const { status, body } = await call('/v1/paymentWidgets.d.ts');
  expect(status).toBe(200);
  expect(body).toContain('interface WpwlOptions');
});

it('the list of scripts says what a payment page loads, with its hash', async () => {
  const { status, body } = await call('/v1/scripts.json');
  expect(status).toBe(200);
  const { release, scripts } = body;
  const { body: script } = await call('/v1/paymentWidgets.js');
  const ofScript = {
    version: release,
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    purpose: expect.any(String),
  };
  expect(scripts).toEqual([
    expect.objectContaining({ ...ofScript, path: '/v1/paymentWidgets.js' }),
    expect.objectContaining({ ...ofScript, path: `/v1/releases/${release}/paymentWidgets.js` }),
    expect.objectContaining({ path: `/v1/frames/${release}/{checkoutId}/number.html` }),
    expect.objectContaining({ path: `/v1/frames/${release}/{checkoutId}/cvv.html` }),
    expect.objectContaining({ path: `/v1/frames/${release}/{checkoutId}/iban.html` }),
  ]);
  for (const { path, integrity } of scripts.slice(2)) {
    const { body: html } = await call(path.replace('{checkoutId}', checkoutId));
    const inline = /<script>([\s\S]*)<\/script>/.exec(html)?.[1] ?? '';
    expect(integrity).toBe(`sha384-${createHash('sha384').update(inline).digest('base64')}`);
  }
});
