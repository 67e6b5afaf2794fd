/** Apple's session of the merchant, and the sandbox's page: what the form asks for beside the payment. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWalletKey, importCertificate } from '../../gateway/wallets/wallet-keys.ts';
import { issueCertificate, newAuthority } from '../support/certificates.ts';
import { inShort } from '../support/merchant.ts';
import { startTestGateway } from '../support/test-gateway.ts';

const authority = await newAuthority();
const serverKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let said: { body: unknown; who: string | undefined } | undefined;
let status = 200;
const apple = createServer(
  {
    key: serverKey.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: await issueCertificate(authority, 'localhost', serverKey.publicKey),
    ca: authority.pem,
    requestCert: true,
    rejectUnauthorized: true,
  },
  async (request, response) => {
    const chunks = await request.toArray();
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    said = { body: JSON.parse(Buffer.concat(chunks).toString()), who: String(subject.CN) };
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"nonce":"n"}');
  },
);
const trusted = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...trusted, authority.pem]));
await new Promise<void>((resolve) => apple.listen(0, 'localhost', resolve));
const host = `localhost:${(apple.address() as AddressInfo).port}`;
const test = await startTestGateway({ wallets: { validationHosts: [host] } });
afterAll(async () => {
  setDefaultCACertificates(trusted);
  apple.close();
  await test[Symbol.asyncDispose]();
});

const ORIGIN = 'https://shop.example';
const ask = async (validationURL: string | undefined, origin: string | undefined = ORIGIN) => {
  const checkoutId = await test.createCheckout();
  const path = `/v1/checkouts/${checkoutId}/applePay/session`;
  return test.call(path, { validationURL }, { headers: { ...(origin && { origin }) } });
};
const SESSION = `https://${host}/paymentservices/paymentSession`;

describe('Apple’s session of the merchant', () => {
  it('is refused without the setting, and without a certificate', async () => {
    expect((await ask(SESSION)).body.result.description).toContain('no setting applePay');
    await test.set({ applePay: { merchantId: 'merchant.shop', displayName: 'Lamps' } });
    expect((await ask(SESSION)).body.result.description).toContain(
      'no merchant identity certificate',
    );
  });

  it('proves the merchant by its certificate, for the domain of the page', async () => {
    const { id, toVendor } = await createWalletKey(test.gateway, {
      channelId: test.entityId,
      wallet: 'APPLEPAY',
      use: 'identity',
    });
    expect(toVendor).toMatch(/^-----BEGIN CERTIFICATE REQUEST-----\n/);
    const { public_key: key } = await test.gateway.db
      .selectFrom('wallet_keys')
      .select('public_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const certificate = await issueCertificate(
      authority,
      'merchant.shop',
      Buffer.from(key, 'base64'),
    );
    await importCertificate(test.gateway.db, test.entityId, Buffer.from(certificate));
    const { status, body } = await ask(SESSION);
    expect({ status, body }).toEqual({ status: 200, body: { nonce: 'n' } });
    expect(said).toEqual({
      who: 'merchant.shop',
      body: {
        merchantIdentifier: 'merchant.shop',
        displayName: 'Lamps',
        initiative: 'web',
        initiativeContext: 'shop.example',
      },
    });
  });

  it.each([
    'http://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway.apple.com.evil.example/x',
    'https://apple-pay-gateway.apple.com@evil.example/x',
    'https://apple-pay-gateway.apple.com:8443/x',
    'https://user@apple-pay-gateway.apple.com/x',
    'https://apple.com/x',
    'https://evilapple-pay-gateway.apple.com/x',
    'https://169.254.169.254/latest',
    'https://localhost/x',
    'file:///etc/passwd',
    'nonsense',
  ])('is asked for at Apple’s hosts alone, not at %s', async (address) => {
    said = undefined;
    const { status, body } = await ask(address);
    expect({ status, code: body.result.code }).toEqual({ status: 400, code: '200.300.404' });
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'validationURL',
        value: null,
        message: "must be an https address of Apple's payment servers",
      },
    ]);
    expect(said).toBeUndefined();
  });

  it('names a missing address, and refuses a page that the channel does not list', async () => {
    expect((await ask(undefined)).body.result.parameterErrors[0].name).toBe('validationURL');
    await test.set({ origins: ['https://other.example'] });
    expect((await ask(SESSION)).status).toBe(403);
    await test.set({ origins: [] });
  });

  it('says that Apple’s server refuses', async () => {
    status = 417;
    const answer = await ask(SESSION);
    expect(inShort(answer)).toEqual({ status: 503, code: '500.100.401' });
    status = 200;
  });
});

describe('the sandbox’s page', () => {
  const open = async (brand: string, headers: Record<string, string> = {}) => {
    const checkoutId = await test.createCheckout();
    return test.call(`/v1/checkouts/${checkoutId}/wallets/${brand}`, undefined, {
      headers: { referer: `${ORIGIN}/`, ...headers },
    });
  };

  it('is there for a wallet without a merchant at the vendor, in a frame of a page that may hold it', async () => {
    await test.set({ origins: [ORIGIN] });
    const { status, headers, body } = await open('GOOGLEPAY');
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${ORIGIN}`);
    expect(body).toContain(`data-embedder="${ORIGIN}"`);
    expect((await open('GOOGLEPAY', { referer: 'https://other.example/' })).status).toBe(403);
    await test.set({ origins: [] });
  });

  it('is none of other brands, of a channel with the vendor’s wallet, or of a live one', async () => {
    expect((await open('PAYPAL')).status).toBe(400);
    const { body } = await test.call('/v1/checkouts', {
      entityId: test.entityId,
      createRegistration: 'true',
    });
    const ofNoAmount = `/v1/checkouts/${body.id}/wallets/GOOGLEPAY`;
    expect((await test.call(ofNoAmount)).status).toBe(400);
    expect((await open('APPLEPAY')).status).toBe(400);
    const checkoutId = await test.createCheckout();
    await test.set({ mode: 'live' });
    const path = `/v1/checkouts/${checkoutId}/wallets/GOOGLEPAY`;
    const { status } = await test.call(path, undefined, { headers: { referer: `${ORIGIN}/` } });
    expect(status).toBe(400);
  });
});
