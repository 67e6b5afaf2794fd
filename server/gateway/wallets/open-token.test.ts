/** The card in a wallet's token: for which channel and order it is one, and what is said where it is none. */
import { createPublicKey } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { PROOFS } from '../../../contract/parameter-rules.ts';
import type { ParameterSet } from '../../../contract/parameters.ts';
import { channelWith, refusedBy } from '../../tests/support/a-channel.ts';
import { simulatedGateway } from '../../tests/support/simulated-gateway.ts';
import { openSubscribedChannel } from '../../tests/support/subscribed-channel.ts';
import type { TestGateway } from '../../tests/support/test-gateway.ts';
import {
  GOOGLE_SIGNERS,
  MERCHANT_IDS,
  setUpWallets,
  type TokenInput,
  tokenFor,
  VENDOR,
  type VendorBrand,
  vendorRoots,
  WALLET_CARD,
} from '../../tests/support/wallet-vendor.ts';
import { googleToken } from '../../wallets/sandbox-wallet.ts';
import { changeSettings, createEntity, existingChannel } from '../entities/index.ts';
import { cardBrandsInWallets, cardInToken } from './open-token.ts';
import { issueSandboxToken } from './sandbox-tokens.ts';
import { createWalletKey, privateKeysOf } from './wallet-keys.ts';

const { db, vault, drop, merchantId, channelId } = await openSubscribedChannel();
afterAll(drop);
const gateway = { ...simulatedGateway(db, vault), wallets: await vendorRoots() };
const place = { gateway, entityId: channelId } as Pick<TestGateway, 'gateway' | 'entityId'>;
await setUpWallets(place);
const channel = await existingChannel(db, channelId);

const PARAMETER = {
  APPLEPAY: 'applePay.paymentToken',
  GOOGLEPAY: 'googlePay.paymentToken',
} as const;
const BRANDS = ['APPLEPAY', 'GOOGLEPAY'] as const;
const EUR_92 = { amount: '92.00', currency: 'EUR' };

const open = (brand: VendorBrand, token: string, more: ParameterSet = {}, of = channel) =>
  cardInToken(gateway, of, { paymentBrand: brand, [PARAMETER[brand]]: token, ...EUR_92, ...more });
const give = async (brand: VendorBrand, input: TokenInput = {}, more: ParameterSet = {}) =>
  open(brand, await tokenFor(place, brand, input), more);

/** As the list of result codes has it. */
const NOT_CONFIGURED = 'Invalid payment data (not configured for this currency, country or brand)';
const badToken = (brand: VendorBrand, message: string) => ({
  ...{ status: 400, code: '200.300.404', description: expect.any(String) },
  errors: [{ name: PARAMETER[brand], value: null, message }],
});
const notSetUp = (what: string) => ({
  ...{ status: 400, code: '600.200.500', errors: [] },
  description: expect.stringContaining(`this channel has no ${what}: see docs/wallets.md`),
});

describe.each(BRANDS)('a token of %s', (brand) => {
  it('is a card for the connector, and a token that pays once', async () => {
    const opened = await give(brand);
    expect(opened).toEqual({
      card: {
        ...WALLET_CARD,
        wallet: { brand, cardBrand: 'VISA', cryptogram: expect.stringMatching(/^.{28}$/) },
      },
      token: {
        name: PARAMETER[brand],
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        endsAt: expect.any(Number),
      },
      parameters: {},
    });
  });

  it('is required', async () => {
    const without = () => cardInToken(gateway, channel, { paymentBrand: brand, ...EUR_92 });
    expect(await refusedBy(without)).toEqual(badToken(brand, 'is required'));
  });

  it('that is not taken is told by its parameter, and nothing of it repeated', async () => {
    expect(await refusedBy(() => open(brand, 'secret'))).toEqual(
      badToken(brand, "must be the wallet's token: it is no JSON object"),
    );
  });

  it.each(['threeDSecure.id', ...PROOFS])('comes with no %s beside its own', async (name) => {
    expect((await refusedBy(() => give(brand, {}, { [name]: '05' }))).errors).toEqual([
      {
        ...{ name, value: null },
        message: `must not be sent: the token of ${brand} brings a proof of its own`,
      },
    ]);
  });

  it('is of a brand that the channel offers', async () => {
    const token = await tokenFor(place, brand);
    const offers = (...brands: readonly string[]) => ({
      ...channel,
      settings: channelWith({
        applePay: { merchantId: MERCHANT_IDS.APPLEPAY },
        googlePay: { merchantId: MERCHANT_IDS.GOOGLEPAY },
        brands: Object.fromEntries(brands.map((each) => [each, ['DB']])),
      }).settings,
    });
    expect(await open(brand, token, {}, offers('MASTER', 'VISA'))).toBeDefined();
    expect(await refusedBy(() => open(brand, token, {}, offers('MASTER')))).toEqual({
      ...{ status: 400, code: '600.200.500', description: NOT_CONFIGURED },
      errors: [
        {
          ...{ name: 'paymentBrand', value: null },
          message: 'the card in the wallet is of a brand that is not offered here',
        },
      ],
    });
  });

  it('is none for a channel of another name, key or root', async () => {
    const { id } = await createEntity(db, { kind: 'channel', name: 'Other', parentId: merchantId });
    await changeSettings(db, id, {
      applePay: { merchantId: MERCHANT_IDS.APPLEPAY },
      googlePay: { merchantId: MERCHANT_IDS.GOOGLEPAY },
    });
    await createWalletKey(gateway, { channelId: id, wallet: brand, use: 'payment' });
    const other = await existingChannel(db, id);
    const token = await tokenFor(place, brand);
    expect(await refusedBy(() => open(brand, token, {}, other))).toEqual(
      badToken(brand, 'is encrypted to another key than those of this channel'),
    );
  });

  it('needs what the channel has set up', async () => {
    const wallet = brand === 'APPLEPAY' ? 'Apple Pay' : 'Google Pay';
    const [setting, root] =
      brand === 'APPLEPAY'
        ? (['applePay', 'APPLE_PAY_ROOT'] as const)
        : (['googlePay', 'GOOGLE_PAY_ROOT_KEYS'] as const);
    const token = await tokenFor(place, brand);
    const live = { ...channelWith({ mode: 'live' }), id: channelId };
    expect(await refusedBy(() => open(brand, token, {}, live))).toEqual(
      notSetUp(`setting ${setting} for ${wallet}`),
    );
    for (const wallets of [undefined, {}]) {
      const bare = { ...simulatedGateway(db, vault), ...(wallets && { wallets }) };
      const opened = () =>
        cardInToken(bare, channel, {
          ...{ paymentBrand: brand, [PARAMETER[brand]]: token },
          ...EUR_92,
        });
      expect(await refusedBy(opened)).toEqual(notSetUp(`${root} for ${wallet}`));
    }
    const keyless = { ...channel, id: 'd'.repeat(32) };
    expect(await refusedBy(() => open(brand, token, {}, keyless))).toEqual(
      notSetUp(`key for ${wallet}`),
    );
  });

  it('is opened by an older key too, and by none that is for another use', async () => {
    const token = await tokenFor(place, brand);
    await createWalletKey(gateway, { channelId, wallet: brand, use: 'payment' });
    expect((await open(brand, token))?.card.number).toBe(WALLET_CARD.number);
  });

  it('is one of the sandbox where a test channel has no merchant at the vendor', async () => {
    const testChannel = { ...channelWith(), id: 'e'.repeat(32) };
    const order = { channelId: testChannel.id, amount: 92_00, currency: 'EUR' };
    const now = Date.now();
    const token = await issueSandboxToken(vault, brand, WALLET_CARD, order, now);
    const opened = await open(brand, token, {}, testChannel);
    expect(opened?.card).toMatchObject({ ...WALLET_CARD, wallet: { brand } });
    // Neither is a token of the sandbox one of the vendor, nor for another channel.
    const another = { ...channelWith(), id: 'f'.repeat(32) };
    for (const elsewhere of [another, channel]) {
      const refused = await refusedBy(() => open(brand, token, {}, elsewhere));
      expect(refused.errors.map(({ name }) => name)).toEqual([PARAMETER[brand]]);
    }
  });
});

describe('a token of Apple Pay', () => {
  it.each<[string, ParameterSet, TokenInput]>([
    ['amount', { amount: '91.00' }, {}],
    ['currency', { currency: 'USD' }, {}],
    ['amount in the smallest unit', { amount: '92', currency: 'JPY' }, { currency: 'JPY' }],
  ])('for another %s than the payment is none', async (_, more, input) => {
    expect(await refusedBy(() => give('APPLEPAY', input, more))).toEqual(
      badToken('APPLEPAY', 'is for another amount or currency than the payment'),
    );
  });

  it('is for the sum in smallest units', async () => {
    const yen = { amount: '9200', currency: 'JPY' };
    expect(await give('APPLEPAY', { currency: 'JPY' }, yen)).toBeDefined();
  });

  it('is for the merchant of the channel', async () => {
    const refused = await refusedBy(() => give('APPLEPAY', { merchantId: 'merchant.other' }));
    expect(refused).toEqual(badToken('APPLEPAY', 'is encrypted for another merchant'));
  });
});

describe('a token of Google Pay', () => {
  it('that is the card itself proves nothing: the merchant may, and no ECI is known', async () => {
    const plain = { card: { isPlain: true } };
    const opened = await give('GOOGLEPAY', plain, { 'threeDSecure.eci': '05' });
    expect(opened?.card.wallet).toEqual({ brand: 'GOOGLEPAY', cardBrand: 'VISA' });
  });

  const publicKeyOf = async () => {
    const [key] = await privateKeysOf(gateway, channelId, 'GOOGLEPAY', 'payment');
    if (!key) throw new Error('the channel has no key');
    return createPublicKey(key);
  };

  it('says by its ECI how the shopper was authenticated', async () => {
    const message = {
      messageExpiration: String(Date.now() + 60_000),
      paymentMethod: 'CARD',
      paymentMethodDetails: {
        ...{ pan: WALLET_CARD.number, expirationMonth: 5, expirationYear: 2034 },
        ...{ authMethod: 'CRYPTOGRAM_3DS', cryptogram: 'AAECAwQF', eciIndicator: '5' },
      },
    };
    const recipient = { id: 'merchant:12345', publicKey: await publicKeyOf() };
    const token = googleToken(message, recipient, GOOGLE_SIGNERS, Date.now());
    const opened = await open('GOOGLEPAY', token);
    expect(opened?.card.wallet).toEqual({
      ...{ brand: 'GOOGLEPAY', cardBrand: 'VISA', cryptogram: 'AAECAwQF', eci: '05' },
    });
    expect(opened?.parameters).toEqual({ 'threeDSecure.eci': '05' });
  });

  it('is for the merchant, or for the gateway and its channel', async () => {
    const publicKey = await publicKeyOf();
    const forGateway = (gatewayMerchantId?: string) =>
      VENDOR.issueGoogle(
        WALLET_CARD,
        { id: 'gateway:ours', publicKey, ...(gatewayMerchantId && { gatewayMerchantId }) },
        Date.now(),
      );
    const { settings } = channel;
    const googlePay = { merchantId: '12345', gateway: 'ours' };
    const ofGateway = { ...channel, settings: { ...settings, googlePay } };
    expect(await open('GOOGLEPAY', forGateway(channelId), {}, ofGateway)).toBeDefined();
    for (const token of [forGateway(), forGateway('another')]) {
      expect(await refusedBy(() => open('GOOGLEPAY', token, {}, ofGateway))).toEqual(
        badToken('GOOGLEPAY', 'is for another merchant of this gateway'),
      );
    }
    expect(await refusedBy(() => open('GOOGLEPAY', forGateway(channelId)))).toEqual(
      badToken('GOOGLEPAY', 'is not signed for merchant:12345 by its own signing key'),
    );
    expect(await refusedBy(() => give('GOOGLEPAY', { merchantId: 'other' }))).toEqual(
      badToken('GOOGLEPAY', 'is not signed for merchant:12345 by its own signing key'),
    );
  });
});

it('no other brand has a card in a token', async () => {
  const parameters = { 'applePay.paymentToken': '{}', ...EUR_92 };
  expect(await cardInToken(gateway, channel, parameters)).toBeUndefined();
  expect(
    await cardInToken(gateway, channel, { ...parameters, paymentBrand: 'VISA' }),
  ).toBeUndefined();
});

it('an error that is not of the token is none of its refusals', async () => {
  const broken = {
    ...gateway,
    vault: {
      ...vault,
      unwrapText: () => {
        throw new Error('the vault is locked');
      },
    },
  };
  const token = await tokenFor(place, 'GOOGLEPAY');
  await expect(
    cardInToken(broken, channel, {
      ...{ paymentBrand: 'GOOGLEPAY', 'googlePay.paymentToken': token },
      ...EUR_92,
    }),
  ).rejects.toThrow('the vault is locked');
});

it('card brands in wallets are those that the channel offers, or all where it offers none', () => {
  const of = (brands: Record<string, ['DB']>) =>
    cardBrandsInWallets(channelWith({ brands }).settings);
  const DB: ['DB'] = ['DB'];
  expect(of({ VISA: DB, PAYPAL: DB, APPLEPAY: DB })).toEqual(['VISA']);
  expect(of({ APPLEPAY: DB })).toContain('MASTER');
  expect(of({ APPLEPAY: DB })).not.toContain('PAYPAL');
});
