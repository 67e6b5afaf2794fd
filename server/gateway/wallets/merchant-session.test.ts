/** What is asked of Apple in a merchant's name, where, and what its answers become. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotSentError, type Outgoing } from '../../outgoing/guarded-client.ts';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import { issueCertificate, newAuthority } from '../../tests/support/certificates.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import { appleSession } from './merchant-session.ts';
import { createWalletKey, identityOf, importCertificate } from './wallet-keys.ts';

const { db, vault, drop, channelId } = await openSubscribedChannel();
afterAll(drop);
const call = vi.fn<Outgoing['call']>();
const gateway = { ...simulatedGateway(db, vault), outgoing: { call, check: vi.fn() } };

const { id: keyId } = await createWalletKey(gateway, {
  ...{ channelId, wallet: 'APPLEPAY', use: 'identity' },
});
const { public_key: key } = await db
  .selectFrom('wallet_keys')
  .select('public_key')
  .where('id', '=', keyId)
  .executeTakeFirstOrThrow();
const authority = await newAuthority();
const pem = await issueCertificate(authority, 'merchant.shop', Buffer.from(key, 'base64'));
await importCertificate(db, channelId, Buffer.from(pem));
const identity = await identityOf(gateway, channelId);

const APPLE = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';
const applePay = { merchantId: 'merchant.shop' };
const channelOf = (settings: Parameters<typeof channelWith>[0] = { applePay }, name = 'Shop') => ({
  ...channelWith(settings),
  ...{ id: channelId, name },
});
const ask = (
  validationUrl = APPLE,
  channel = channelOf(),
  wallets?: { readonly validationHosts: readonly string[] },
) =>
  appleSession({ ...gateway, ...(wallets && { wallets }) }, channel, {
    ...{ validationUrl, domain: 'shop.example' },
  });
const sent = () => JSON.parse(call.mock.calls[0]?.[1].body ?? '');

beforeEach(() => {
  call.mockReset();
  call.mockResolvedValue({ status: 200, headers: {}, body: '{"nonce":"n"}' });
});

it('asks Apple for a session of the merchant, for the domain of the page', async () => {
  expect(await ask()).toEqual({ nonce: 'n' });
  expect(call).toHaveBeenCalledExactlyOnceWith(APPLE, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      merchantIdentifier: 'merchant.shop',
      displayName: 'Shop',
      initiative: 'web',
      initiativeContext: 'shop.example',
    }),
    about: channelId,
    timeLimitMs: 15_000,
    keptBytes: 65_536,
    clientCertificate: identity,
  });
  expect(identity?.cert).toBe(pem);
});

it('calls the shop what the setting says, or the channel, in 64 whole characters', async () => {
  await ask(APPLE, channelOf({ applePay: { ...applePay, displayName: 'Lamps' } }));
  expect(sent().displayName).toBe('Lamps');
  call.mockClear();
  await ask(APPLE, channelOf({ applePay }, `${'x'.repeat(63)}🏮🏮`));
  expect(sent().displayName).toBe(`${'x'.repeat(63)}🏮`);
});

describe('the address', () => {
  it.each([
    'apple-pay-gateway.apple.com',
    'apple-pay-gateway-cert.apple.com',
    'apple-pay-gateway-nc-pod1.apple.com',
    'apple-pay-gateway-nc-pod5.apple.com',
    'apple-pay-gateway-pr-pod3.apple.com',
    'cn-apple-pay-gateway.apple.com',
    'cn-apple-pay-gateway-cert.apple.com',
    'cn-apple-pay-gateway-sh-pod1.apple.com',
    'cn-apple-pay-gateway-tj-pod3.apple.com',
    'apple-pay-gateway.apple.com:443',
  ])('may be at %s', async (host) => {
    expect(await ask(`https://${host}/paymentservices/startSession`)).toEqual({ nonce: 'n' });
    expect(call.mock.calls[0]?.[0]).toBe(
      `https://${host.replace(':443', '')}/paymentservices/startSession`,
    );
  });

  it.each([
    'http://apple-pay-gateway.apple.com/x',
    'ftp://apple-pay-gateway.apple.com/x',
    'https://user@apple-pay-gateway.apple.com/x',
    'https://:secret@apple-pay-gateway.apple.com/x',
    'https://apple-pay-gateway.apple.com:8443/x',
    'https://apple-pay-gateway.apple.com./x',
    'https://apple-pay-gateway.apple.com.evil.example/x',
    'https://apple-pay-gateway.apple.com@evil.example/x',
    'https://evil.example/apple-pay-gateway.apple.com',
    'https://evil-apple-pay-gateway.apple.com/x',
    'https://xcn-apple-pay-gateway.apple.com/x',
    'https://apple-pay-gateway-nc-pod6.apple.com/x',
    'https://apple-pay-gateway-nc-pod0.apple.com/x',
    'https://apple-pay-gateway-xx-pod1.apple.com/x',
    'https://apple-pay-gateway-sh-pod1.apple.com/x',
    'https://cn-apple-pay-gateway-sh-pod4.apple.com/x',
    'https://cn-apple-pay-gateway-nc-pod1.apple.com/x',
    'https://apple-pay-gatewayxapple.com/x',
    'https://apple-pay-gateway.applexcom/x',
    'https://apple.com/x',
    'https://169.254.169.254/latest',
    'nonsense',
    '',
  ])('is none at %s', async (address) => {
    expect(await refusedBy(() => ask(address))).toEqual({
      status: 400,
      code: '200.300.404',
      description: expect.any(String),
      errors: [
        {
          name: 'validationURL',
          value: null,
          message: "must be an https address of Apple's payment servers",
        },
      ],
    });
    expect(call).not.toHaveBeenCalled();
  });

  it('may be at other hosts in tests alone', async () => {
    const host = 'localhost:8443';
    await ask(`https://${host}/x`, channelOf(), { validationHosts: [host] });
    expect(call.mock.calls[0]?.[0]).toBe(`https://${host}/x`);
    const elsewhere = () => ask('https://localhost/x', channelOf(), { validationHosts: [host] });
    expect(await refusedBy(elsewhere)).toMatchObject({ status: 400 });
    const plain = () => ask(`http://${host}/x`, channelOf(), { validationHosts: [host] });
    expect(await refusedBy(plain)).toMatchObject({ status: 400 });
  });
});

it('is not asked for by a channel without a merchant at Apple, or its certificate', async () => {
  const lacks = (what: string) => ({
    ...{ status: 400, code: '600.200.500', errors: [] },
    description: expect.stringContaining(
      `this channel has no ${what} for Apple Pay: see docs/wallets.md`,
    ),
  });
  expect(await refusedBy(() => ask(APPLE, channelOf({})))).toEqual(lacks('setting applePay'));
  const another = { ...channelOf(), id: 'd'.repeat(32) };
  expect(await refusedBy(() => ask(APPLE, another))).toEqual(
    lacks('merchant identity certificate'),
  );
  expect(call).not.toHaveBeenCalled();
});

describe('Apple’s server', () => {
  const UNAVAILABLE = { status: 503, code: '500.100.401', errors: [] };

  it.each([
    ['cannot be reached', new NotSentError('refused')],
    ['does not answer', new Error('timeout')],
  ])('%s', async (why, error) => {
    call.mockRejectedValue(error);
    const description = expect.stringContaining(`Apple's server ${why}`);
    expect(await refusedBy(() => ask())).toEqual({ ...UNAVAILABLE, description });
  });

  it.each([
    [417, '{"nonce":"n"}', "Apple's server answers with 417"],
    [302, '{"nonce":"n"}', "Apple's server answers with 302"],
    [200, '<html>', "Apple's server answers with no JSON"],
  ])('answers with %i and %s', async (status, body, why) => {
    call.mockResolvedValue({ status, headers: {}, body });
    const description = expect.stringContaining(why);
    expect(await refusedBy(() => ask())).toEqual({ ...UNAVAILABLE, description });
  });
});
