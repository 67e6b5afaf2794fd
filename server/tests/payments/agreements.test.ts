/** Wallets and banks that are kept without a payment: asked for at their page, charged, ended. */
import { afterAll, describe, expect, it } from 'vitest';
import { isAgreedElsewhere, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import { endOverduePayments } from '../../gateway/undecided/index.ts';
import { CARD_FIELDS } from '../support/payment-fields.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { asSubmitted, type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { call, entityId } = test;
const { browse, visitWallet } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const PENDING = '000.200.000';
const RESULT_PAGE = 'https://shop.example/result?order=1';
const AGREED = [...OTHER_BRANDS.keys()].filter(isAgreedElsewhere);

const register = (paymentBrand: string, fields: Fields = {}) =>
  call('/v1/registrations', {
    entityId,
    paymentBrand,
    shopperResultUrl: RESULT_PAGE,
    ...fields,
  });
const read = async (id: string) =>
  (await call(`/v1/registrations/${id}?entityId=${entityId}`)).body;
const remove = (id: string) =>
  call(`/v1/registrations/${id}?entityId=${entityId}`, undefined, { method: 'DELETE' });
const charge = (id: string, brand = 'PAYPAL', fields: Fields = {}) =>
  call(`/v1/registrations/${id}/payments`, {
    entityId,
    amount: '92.00',
    currency: OTHER_BRANDS.get(brand)?.currencies?.[0] ?? 'EUR',
    paymentType: 'DB',
    recurringType: 'REPEATED',
    ...fields,
  });

it.each(AGREED)('%s is kept at its page, charged without the shopper, and ended', async (brand) => {
  const { status, body } = await register(brand, { merchantTransactionId: `keep-${brand}` });
  expect([status, body.result.code]).toEqual([200, PENDING]);
  expect(body).toMatchObject({
    paymentBrand: brand,
    merchantTransactionId: `keep-${brand}`,
    redirect: { url: expect.stringContaining('/v1/redirects/'), method: 'GET' },
  });
  expect(await read(body.id)).toMatchObject({
    result: { code: PENDING },
    redirect: { url: body.redirect.url },
  });
  expect((await charge(body.id, brand)).body.result.code).toBe('100.150.200');

  const back = await visitWallet(body.redirect.url, 'accept');
  const led = new URL(back.headers.get('location') ?? '');
  expect(led.origin + led.pathname).toBe('https://shop.example/result');
  expect(Object.fromEntries(led.searchParams)).toEqual({
    order: '1',
    id: body.id,
    resourcePath: `/v1/registrations/${body.id}`,
  });

  const stored = await read(body.id);
  expect(stored).toMatchObject({ id: body.id, paymentBrand: brand, result: { code: SUCCESS } });
  expect(stored).not.toHaveProperty('redirect');
  expect(stored).not.toHaveProperty('card');
  const paid = await charge(body.id, brand);
  expect(paid.body).toMatchObject({
    paymentBrand: brand,
    registrationId: body.id,
    result: { code: SUCCESS },
  });
  expect(paid.body).not.toHaveProperty('redirect');

  expect((await remove(body.id)).status).toBe(200);
  const over = await charge(body.id, brand);
  expect([over.status, over.body.result.code]).toEqual([404, '100.150.200']);
  expect((await read(body.id)).result.code).toBe('100.150.200');
});

describe('an account that its shopper does not want kept', () => {
  it.each([
    ['decline', '100.397.102'],
    ['cancel', '100.396.101'],
  ])('is not stored: %s', async (outcome, code) => {
    const { body } = await register('PAYPAL');
    await visitWallet(body.redirect.url, outcome);
    const { status, body: refused } = await call(
      `/v1/registrations/${body.id}?entityId=${entityId}`,
    );
    expect([status, refused.result.code]).toEqual([400, code]);
    expect(refused).not.toHaveProperty('redirect');
    expect((await charge(body.id)).body.result.code).toBe('100.150.200');
    expect((await remove(body.id)).status).toBe(404);
  });

  // A live channel's clock cannot be moved.
  it.runIf(THROUGH !== 'LIVE')('is given up half an hour later', async () => {
    const { body } = await register('PAYPAL');
    await call('/sandbox/clock', { entityId, advance: String(31 * 60) });
    await endOverduePayments(test.gateway);
    expect((await read(body.id)).result.code).toBe(RESULT.pendingTimedOut);
  });
});

it.runIf(THROUGH === 'INTERNAL')('a brand that takes its time is settled later', async () => {
  for (const [result, code] of [
    ['accept', SUCCESS],
    ['decline', '100.397.102'],
  ] as const) {
    const { body } = await register('TRUSTLY');
    await visitWallet(body.redirect.url, 'pend');
    const waiting = await read(body.id);
    expect(waiting.result.code).toBe(PENDING);
    expect(waiting).not.toHaveProperty('redirect');
    await call(`/sandbox/registrations/${body.id}/settle`, { entityId, result });
    expect((await read(body.id)).result.code).toBe(code);
    const again = await call(`/sandbox/registrations/${body.id}/settle`, { entityId, result });
    expect(again.status).toBe(result === 'accept' ? 404 : 400);
  }
});

it('nothing of it is a payment', async () => {
  const fields = { merchantTransactionId: 'no-payment' };
  const { body } = await register('PAYPAL', fields);
  await visitWallet(body.redirect.url, 'accept');
  expect((await call(`/v1/payments/${body.id}?entityId=${entityId}`)).status).toBe(404);
  expect((await call(`/v1/threeDSecure/${body.id}?entityId=${entityId}`)).status).toBe(404);
  for (const paymentType of ['CP', 'RF', 'RV']) {
    const money = paymentType === 'RV' ? {} : { amount: '1.00', currency: 'EUR' };
    const operation = { entityId, paymentType, ...money };
    const refused = await call(`/v1/payments/${body.id}`, operation);
    expect(refused.status).toBe(400);
    expect(refused.body.result.code).toMatch(/^700\.[34]00\./);
  }
  const listed = await call(
    `/v1/query?entityId=${entityId}&merchantTransactionId=${fields.merchantTransactionId}`,
  );
  expect(listed.body.result.code).toBe('700.400.580');
  const reported = await call(
    `/v3/query?entityId=${entityId}&merchantTransactionId=${fields.merchantTransactionId}`,
  );
  expect(reported.body.records).toEqual([]);
});

it.each<[why: string, brand: string, Fields, name: string, message: string]>([
  ['no result page', 'PAYPAL', { shopperResultUrl: undefined }, 'shopperResultUrl', 'is required'],
  ['a card', 'PAYPAL', { 'bankAccount.iban': 'DE89370400440532013000' }, 'bankAccount.iban', ''],
  ['a wrong code', 'BLIK', { 'virtualAccount.password': '12' }, 'virtualAccount.password', ''],
])('with %s it is refused by name', async (_, brand, fields, name, message) => {
  const { status, body } = await register(brand, fields);
  expect(status).toBe(400);
  expect(body.result.parameterErrors).toContainEqual(
    expect.objectContaining({ name, message: expect.stringContaining(message) }),
  );
});

it('asked for twice under one key it is one', async () => {
  const options = { headers: { 'idempotency-key': 'keep-once' } };
  const fields = { entityId, paymentBrand: 'PAYPAL', shopperResultUrl: RESULT_PAGE };
  const first = await call('/v1/registrations', fields, options);
  const again = await call('/v1/registrations', fields, options);
  expect(again.body.id).toBe(first.body.id);
  expect(again.body.redirect.url).toBe(first.body.redirect.url);
});

describe('a checkout that only stores', () => {
  const NO_MONEY: Fields = { amount: undefined, currency: undefined, paymentType: undefined };
  const checkout = (fields: Fields = {}) =>
    test.createCheckout({ createRegistration: 'true', ...NO_MONEY, ...fields });
  const post = (id: string, paymentBrand = 'PAYPAL') =>
    call(`/v1/checkouts/${id}/registration`, { paymentBrand, shopperResultUrl: RESULT_PAGE });
  const outcome = (id: string) => call(`/v1/checkouts/${id}/registration?entityId=${entityId}`);

  it('keeps a wallet, which is charged then', async () => {
    // A payment type of the brand is for its payments: here none is made.
    const id = await checkout({ recurringType: 'INITIAL', 'overridePaymentType[PAYPAL]': 'DB' });
    const begun = await post(id);
    expect([begun.status, begun.body.result.code]).toEqual([200, PENDING]);
    // The same post again leads to the same page.
    expect((await post(id)).body.redirect.url).toBe(begun.body.redirect.url);
    expect((await outcome(id)).body).toMatchObject({
      result: { code: PENDING },
      redirect: { url: begun.body.redirect.url },
    });
    const back = await visitWallet(begun.body.redirect.url, 'accept');
    expect(back.headers.get('location')).toContain(
      encodeURIComponent(`/v1/checkouts/${id}/registration`),
    );
    const { body: stored } = await outcome(id);
    expect(stored).toMatchObject({ paymentBrand: 'PAYPAL', result: { code: SUCCESS } });
    expect((await charge(stored.id)).body.result.code).toBe(SUCCESS);
    // It is over, and the same post again hears so.
    expect((await post(id)).body.redirect.url).toContain('https://shop.example/result');
    expect((await post(id, 'TRUSTLY')).status).toBe(400);
    const { body: form } = await call(`/v1/checkouts/${id}/form`);
    expect(JSON.stringify(form.instead)).toContain('alreadyPaid');
    expect(form.texts.alreadyPaid).toBe('Your account has been saved.');
    expect((await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`)).body.result.code).toBe(
      PENDING,
    );
  });

  it('may be tried again after the shopper has said no', async () => {
    const id = await checkout();
    const begun = await post(id);
    await visitWallet(begun.body.redirect.url, 'decline');
    const refused = await outcome(id);
    expect([refused.status, refused.body.result.code]).toEqual([400, '100.397.102']);
    const again = await post(id);
    expect(again.body.redirect.url).not.toBe(begun.body.redirect.url);
    await visitWallet(again.body.redirect.url, 'accept');
    expect((await outcome(id)).body.result.code).toBe(SUCCESS);
  });

  it('goes on with another brand when the shopper has come back without an answer', async () => {
    const id = await checkout();
    const begun = await post(id);
    const other = await post(id, 'KLARNA_PAYMENTS_ONE');
    expect(other.body.result.code).toBe(PENDING);
    // Its page is left: it only leads back.
    const left = await browse(begun.body.redirect.url);
    expect(left.headers.get('location')).toContain('https://shop.example/result');
    await visitWallet(other.body.redirect.url, 'accept');
    expect((await outcome(id)).body.paymentBrand).toBe('KLARNA_PAYMENTS_ONE');
  });

  it('stores a card in place of a wallet that was begun before, once the card can be stored', async () => {
    const id = await checkout();
    const begun = await post(id);
    const store = async (fields: Fields = {}) => {
      const sent = { ...CARD_FIELDS, shopperResultUrl: RESULT_PAGE, ...fields };
      return call(`/v1/checkouts/${id}/registration`, await asSubmitted(test, id, sent));
    };
    const mistyped = await store({ 'card.number': '4200000000000001' });
    expect(mistyped.status).toBe(400);
    expect((await outcome(id)).body.redirect?.url).toBe(begun.body.redirect.url);
    const stored = await store();
    expect(stored.status, JSON.stringify(stored.body)).toBe(200);
    // Its page is left: it only leads back.
    const left = await browse(begun.body.redirect.url);
    expect(left.headers.get('location')).toContain('https://shop.example/result');
    const kept = await test.gateway.db
      .selectFrom('registrations')
      .select('brand')
      .where('checkout_id', '=', id)
      .execute();
    expect(kept).toEqual([{ brand: 'VISA' }]);
    expect((await outcome(id)).body.paymentBrand).toBe('VISA');
  });

  it('offers the form every brand that it can keep', async () => {
    const id = await checkout();
    const { body: form } = await call(
      `/v1/checkouts/${id}/form?brands=VISA,PAYPAL,TRUSTLY,EPS,OXXO`,
    );
    expect(Object.keys(form.brands)).toEqual(['VISA', 'PAYPAL', 'TRUSTLY']);
  });
});
