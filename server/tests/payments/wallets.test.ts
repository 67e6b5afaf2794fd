/** Apple Pay and Google Pay: what a token pays, and which tokens pay nothing. */
import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  createWalletKey,
  listWalletKeys,
  removeWalletKey,
} from '../../gateway/wallets/wallet-keys.ts';
import { openSandboxWallet } from '../../wallets/sandbox-wallet.ts';
import { inShort, namesOf } from '../support/merchant.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { type Fields, startTestGateway } from '../support/test-gateway.ts';
import {
  setUpWallets,
  type TokenInput,
  tokenFor,
  type VendorBrand,
  vendorRoots,
  WALLET_CARD,
} from '../support/wallet-vendor.ts';

const test = await startTestGateway({ wallets: await vendorRoots() });
await setUpWallets(test);
afterAll(() => test[Symbol.asyncDispose]());

const { call, entityId } = test;
const BRANDS = ['APPLEPAY', 'GOOGLEPAY'] as const;
const PARAMETER = {
  APPLEPAY: 'applePay.paymentToken',
  GOOGLEPAY: 'googlePay.paymentToken',
} as const;
const RESULT_PAGE = 'https://shop.example/result';
const MINUTE_MS = 60_000;

const payWith = (brand: VendorBrand, token: string | undefined, fields: Fields = {}) =>
  call('/v1/payments', {
    entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand: brand,
    [PARAMETER[brand]]: token,
    ...fields,
  });
const pay = async (brand: VendorBrand, wishes: TokenInput = {}, fields: Fields = {}) =>
  payWith(brand, await tokenFor(test, brand, wishes), fields);
const payInForm = async (checkoutId: string, brand: VendorBrand, token?: string) =>
  call(`/v1/checkouts/${checkoutId}/payment`, {
    paymentBrand: brand,
    [PARAMETER[brand]]: token,
    shopperResultUrl: RESULT_PAGE,
  });
const refer = (id: string, fields: Fields) => call(`/v1/payments/${id}`, { entityId, ...fields });

describe.each(BRANDS)('%s', (brand) => {
  it('pays with the card in the token, and says which it was', async () => {
    const { status, body } = await pay(brand);
    expect({ status, code: body.result.code }).toEqual({ status: 200, code: SUCCESS });
    expect(body).toMatchObject({
      paymentBrand: brand,
      card: {
        bin: '420000',
        last4Digits: '0000',
        expiryMonth: '05',
        expiryYear: '2034',
        brand: 'VISA',
        numberType: 'DPAN',
      },
    });
    expect(JSON.stringify(body)).not.toContain('aymentToken');
    expect(test.log.join('\n')).not.toContain('signedMessage');
  });

  it('pays a checkout', async () => {
    const checkoutId = await test.createCheckout();
    const { status, body } = await payInForm(checkoutId, brand, await tokenFor(test, brand));
    expect({ status, code: body.result.code }).toEqual({ status: 200, code: SUCCESS });
    const read = await call(`/v1/checkouts/${checkoutId}/payment?entityId=${entityId}`);
    expect(read.body).toMatchObject({ paymentBrand: brand, card: { brand: 'VISA' } });
  });

  it('repeats the answer of the same post', async () => {
    const checkoutId = await test.createCheckout();
    const token = await tokenFor(test, brand);
    const first = await payInForm(checkoutId, brand, token);
    expect(inShort(await payInForm(checkoutId, brand, token))).toEqual(inShort(first));
  });

  it('reserves, is captured, and refunded', async () => {
    const { body } = await pay(brand, {}, { paymentType: 'PA' });
    const captured = await refer(body.id, { paymentType: 'CP', amount: '92.00', currency: 'EUR' });
    expect(captured.body.result.code).toBe(SUCCESS);
    const refunded = await refer(captured.body.id, {
      paymentType: 'RF',
      amount: '92.00',
      currency: 'EUR',
    });
    expect(refunded.body).toMatchObject({ paymentBrand: brand, result: { code: SUCCESS } });
  });

  it('is reversed', async () => {
    const { body } = await pay(brand, {}, { paymentType: 'PA' });
    const reversed = await refer(body.id, { paymentType: 'RV' });
    expect(reversed.body.result.code).toBe(SUCCESS);
  });

  it('stores the card for later payments of a chain', async () => {
    const { body } = await pay(brand, {}, { createRegistration: 'true', recurringType: 'INITIAL' });
    expect(body.result.code).toBe(SUCCESS);
    const later = await call(`/v1/registrations/${body.registrationId}/payments`, {
      entityId,
      amount: '10.00',
      currency: 'EUR',
      paymentType: 'DB',
      recurringType: 'REPEATED',
    });
    expect(later.body).toMatchObject({ paymentBrand: 'VISA', result: { code: SUCCESS } });
  });

  it('is declined where the card is', async () => {
    const { status, body } = await pay(brand, { card: { number: '4200000000001016' } });
    expect({ status, code: body.result.code }).toEqual({ status: 400, code: '800.100.152' });
  });

  it('takes a token once', async () => {
    const token = await tokenFor(test, brand);
    await payWith(brand, token);
    const again = await payWith(brand, token);
    expect(again.body.result.parameterErrors).toEqual([
      { name: PARAMETER[brand], value: null, message: 'was used before: a token pays once' },
    ]);
    const checkoutId = await test.createCheckout();
    expect(namesOf(await payInForm(checkoutId, brand, token))).toEqual([PARAMETER[brand]]);
  });

  it('takes a token once of two requests at the same moment', async () => {
    const token = await tokenFor(test, brand);
    const answers = await Promise.all([payWith(brand, token), payWith(brand, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('takes tokens for the old key and the new one, until the old one is removed', async () => {
    const tokens = [await tokenFor(test, brand), await tokenFor(test, brand)];
    const wallet = { channelId: entityId, wallet: brand, use: 'payment' } as const;
    const [old] = await listWalletKeys(test.gateway.db, entityId, brand);
    await createWalletKey(test.gateway, wallet);
    expect((await payWith(brand, tokens[0])).body.result.code).toBe(SUCCESS);
    expect((await pay(brand)).body.result.code).toBe(SUCCESS);
    await removeWalletKey(test.gateway.db, brand, old?.id ?? '');
    const refused = await payWith(brand, tokens[1]);
    expect(refused.body.result.parameterErrors[0].message).toBe(
      'is encrypted to another key than those of this channel',
    );
  });

  it('is there when it is asked for again under its key, though its token opens no more', async () => {
    const token = await tokenFor(test, brand);
    const fields = { entityId, amount: '92.00', currency: 'EUR', paymentType: 'DB' };
    const ask = () =>
      call(
        '/v1/payments',
        { ...fields, paymentBrand: brand, [PARAMETER[brand]]: token },
        { headers: { 'idempotency-key': `again ${brand}` } },
      );
    const first = await ask();
    expect(first.body.result.code).toBe(SUCCESS);
    // Its answer was lost before it was kept.
    await test.gateway.db
      .updateTable('idempotency_keys')
      .set({ answer: null, lease_until: 0 })
      .execute();
    const [old] = await listWalletKeys(test.gateway.db, entityId, brand);
    await createWalletKey(test.gateway, { channelId: entityId, wallet: brand, use: 'payment' });
    await removeWalletKey(test.gateway.db, brand, old?.id ?? '');
    expect((await ask()).body).toMatchObject({ id: first.body.id, result: first.body.result });
  });

  it.each(['threeDSecure.eci', 'threeDSecure.verificationId'])(
    'refuses %s beside a token that proves the shopper itself',
    async (name) => {
      const { status, body } = await pay(brand, {}, { [name]: '05' });
      expect(status).toBe(400);
      expect(body.result.parameterErrors).toMatchObject([{ name, value: null }]);
    },
  );

  const OTHERS = openSandboxWallet((use) => createHash('sha256').update(`x${use}`).digest('hex'));
  const BAD: readonly (readonly [string, TokenInput, RegExp])[] = [
    ['another merchant', { merchantId: 'merchant.other' }, /another merchant|not signed for/],
    ['other roots', { vendor: OTHERS }, /Apple's chain|root key of Google/],
    ['the day before', { at: Date.now() - 25 * 60 * MINUTE_MS }, /chain|ago|expired/],
  ];
  it.each(BAD)('refuses a token of %s', async (_, wishes, why) => {
    const { status, body } = await pay(brand, wishes);
    expect({ status, code: body.result.code }).toEqual({ status: 400, code: '200.300.404' });
    expect(body.result.parameterErrors).toEqual([
      { name: PARAMETER[brand], value: null, message: expect.stringMatching(why) },
    ]);
  });

  it('refuses a token that was tampered with, is no token, or missing', async () => {
    const token = await tokenFor(test, brand);
    for (const wrong of [token.replace(/.{9}(?="[^"]*$)/, 'AAAAAAAAA'), 'token', '{}', undefined]) {
      const { body } = await payWith(brand, wrong);
      expect(body.result.parameterErrors, String(wrong)).toMatchObject([
        { name: PARAMETER[brand], value: null },
      ]);
      const checkoutId = await test.createCheckout();
      expect(namesOf(await payInForm(checkoutId, brand, wrong))).toEqual([PARAMETER[brand]]);
    }
  });

  it.each([
    [{ paymentType: 'CD' }, 'paymentType'],
    [{ recurringType: 'REPEATED' }, 'recurringType'],
    [{ 'card.number': '4200000000000000' }, 'card.number'],
  ])('refuses %o beside', async (fields, name) => {
    expect(namesOf(await pay(brand, {}, fields))).toEqual([name]);
  });

  it('is no brand of a checkout that only stores, which does not offer it either', async () => {
    const stores = { amount: undefined, currency: undefined, paymentType: undefined };
    const id = await test.createCheckout({ ...stores, createRegistration: 'true' });
    const { body: form } = await call(`/v1/checkouts/${id}/form?brands=VISA,${brand}`);
    expect(Object.keys(form.brands)).toEqual(['VISA']);
    const posted = await call(`/v1/checkouts/${id}/registration`, {
      ...{ paymentBrand: brand, shopperResultUrl: RESULT_PAGE },
      [PARAMETER[brand]]: await tokenFor(test, brand),
    });
    expect(posted.status).toBe(400);
    expect(namesOf(posted)).toEqual(['paymentBrand']);
  });

  it('is no brand of a registration, and its token none of another brand', async () => {
    const registration = await call('/v1/registrations', { entityId, paymentBrand: brand });
    expect(namesOf(registration)).toContain('paymentBrand');
    const token = await tokenFor(test, brand);
    const other = await payWith(brand, token, {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: RESULT_PAGE,
    });
    expect(namesOf(other)).toEqual([PARAMETER[brand]]);
  });
});

describe('Apple Pay', () => {
  it.each([{ amount: 9100 }, { currency: 'USD' }])('refuses a token for %o', async (wishes) => {
    const { body } = await pay('APPLEPAY', wishes);
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'applePay.paymentToken',
        value: null,
        message: 'is for another amount or currency than the payment',
      },
    ]);
  });

  it('refuses a token of six minutes ago', async () => {
    const { body } = await pay('APPLEPAY', { at: Date.now() - 6 * MINUTE_MS });
    expect(body.result.parameterErrors[0].message).toBe('was signed more than 5 minutes ago');
  });
});

describe('a card itself in Google Pay', () => {
  it('is authenticated by its issuer, as a typed one is', async () => {
    const card = { number: '4200000000000018', isPlain: true };
    const { body } = await pay('GOOGLEPAY', { card }, { shopperResultUrl: RESULT_PAGE });
    expect(body).toMatchObject({ result: { code: '000.200.000' }, card: { brand: 'VISA' } });
    expect(body.card.numberType).toBeUndefined();
    const shopper = shopperOf(test);
    await shopper.answerChallenge(body.redirect.url, 'Y');
    const read = await call(`/v1/payments/${body.id}?entityId=${entityId}`);
    expect(read.body.result.code).toBe(SUCCESS);
  });

  it('is not asked where a cryptogram proves the shopper', async () => {
    const { body } = await pay(
      'GOOGLEPAY',
      { card: { number: '4200000000000018' } },
      { shopperResultUrl: RESULT_PAGE },
    );
    expect(body.result.code).toBe(SUCCESS);
  });
});

describe('a card that was decrypted by the merchant', () => {
  it('is paid with as a card, and named as the wallet’s', async () => {
    const { body } = await call('/v1/payments', {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: 'VISA',
      'card.number': WALLET_CARD.number,
      'card.holder': 'Jane Jones',
      'card.expiryMonth': '05',
      'card.expiryYear': '2034',
      'threeDSecure.verificationId': 'AAECAwQFBgcICQoLDA0ODxAREhM=',
      'threeDSecure.eci': '05',
      'applePay.source': 'web',
      recurringType: 'INITIAL',
    });
    expect(body).toMatchObject({ applePay: { source: 'web' }, result: { code: SUCCESS } });
  });
});

it.runIf(THROUGH === 'INTERNAL')('a channel without a key says which it lacks', async () => {
  await using bare = await startTestGateway({ wallets: await vendorRoots() });
  await bare.set({ applePay: { merchantId: 'merchant.shop' }, googlePay: { merchantId: '1' } });
  for (const brand of BRANDS) {
    const { status, body } = await bare.call('/v1/payments', {
      entityId: bare.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      paymentBrand: brand,
      [PARAMETER[brand]]: '{}',
    });
    expect({ status, code: body.result.code }).toEqual({ status: 400, code: '600.200.500' });
    expect(body.result.description).toMatch(/this channel has no key for (Apple|Google) Pay/);
  }
});
