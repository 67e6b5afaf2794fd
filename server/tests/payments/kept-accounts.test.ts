/** Bank accounts that are kept without a payment, with their mandate; and what cannot be kept at all. */
import { afterAll, describe, expect, it } from 'vitest';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { call, entityId } = test;
afterAll(() => test[Symbol.asyncDispose]());

const TAKEN = '800.400.501';
const IBAN = 'DE89370400440532013000';
const ACCOUNT: Fields = {
  paymentBrand: 'DIRECTDEBIT_SEPA',
  'bankAccount.holder': 'Jane Jones',
  'bankAccount.iban': 'DE89 3704 0044 0532 0130 00',
};
const NO_CARD: Fields = {
  'card.number': undefined,
  'card.holder': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
  'card.cvv': undefined,
};

const register = (fields: Fields = {}) =>
  call('/v1/registrations', { entityId, ...ACCOUNT, ...fields });
const charge = (id: string, recurringType = 'REPEATED') =>
  call(`/v1/registrations/${id}/payments`, {
    entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    recurringType,
  });

it('a chain that begins with a bank account needs no CVV, which it has not', async () => {
  const { body } = await register();
  const first = await charge(body.id, 'INITIAL');
  expect([first.status, first.body.result.code], JSON.stringify(first.body)).toEqual([200, TAKEN]);
  const { body: card } = await call('/v1/registrations', { entityId, ...CARD });
  const refused = await charge(card.id, 'INITIAL');
  expect(refused.body.result.parameterErrors).toMatchObject([{ name: 'card.cvv' }]);
});

it('a bank account is stored by the server, debited by its mandate, and ended', async () => {
  const { status, body } = await register({ 'bankAccount.mandate.id': 'MANDATE-1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    paymentBrand: 'DIRECTDEBIT_SEPA',
    result: { code: SUCCESS },
    bankAccount: {
      holder: 'Jane Jones',
      iban: 'DE••••3000',
      country: 'DE',
      mandate: { id: 'MANDATE-1', dateOfSignature: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    },
  });
  expect(body).not.toHaveProperty('card');
  expect(JSON.stringify(body)).not.toContain(IBAN);
  const debit = await charge(body.id);
  expect(debit.body).toMatchObject({
    registrationId: body.id,
    result: { code: TAKEN },
    bankAccount: { iban: 'DE••••3000', mandate: { id: 'MANDATE-1' } },
  });
  const path = `/v1/registrations/${body.id}?entityId=${entityId}`;
  expect((await call(path)).body.bankAccount.iban).toBe('DE••••3000');
  expect((await call(path, undefined, { method: 'DELETE' })).status).toBe(200);
  expect((await charge(body.id)).body.result.code).toBe('100.150.200');
});

it.each(['merchantTransactionId', 'bankAccount.mandate.id'])(
  '%s does not hold the IBAN that is stored, nor that of a payment',
  async (name) => {
    const fields = { [name]: `X${IBAN}` };
    const refused = [{ name, value: null, message: 'must not hold the IBAN' }];
    expect((await register(fields)).body.result.parameterErrors).toEqual(refused);
    const paid = await call('/v1/payments', {
      entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      ...ACCOUNT,
      ...fields,
    });
    expect(paid.body.result.parameterErrors).toEqual(refused);
  },
);

describe('a checkout that only stores', () => {
  const checkout = () =>
    test.createCheckout({
      createRegistration: 'true',
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
    });
  const store = (id: string, fields: Fields) =>
    call(`/v1/checkouts/${id}/registration`, {
      shopperResultUrl: 'https://shop.example/result',
      ...fields,
    });

  it('does not store again what is stored: its mandate would outlive its end', async () => {
    const { body } = await register();
    const id = await test.createCheckout({
      createRegistration: 'true',
      'registrations[0].id': body.id,
      amount: undefined,
      currency: undefined,
      paymentType: undefined,
    });
    const again = await store(id, { registrationId: body.id });
    expect(again.status).toBe(400);
    expect(again.body.result.parameterErrors).toEqual([
      { name: 'registrationId', value: null, message: 'is stored already' },
    ]);
    const { body: data } = await call(`/v1/checkouts/${id}/form`);
    expect(data.registrations).toBeUndefined();
  });

  // A live channel takes it sealed: e2e/direct-debit.test.ts.
  it.runIf(THROUGH !== 'LIVE')('keeps a bank account, which is debited then', async () => {
    const id = await checkout();
    const { status, body } = await store(id, ACCOUNT);
    expect(status).toBe(200);
    expect(body.redirect.url).toContain(encodeURIComponent(`/v1/checkouts/${id}/registration`));
    const stored = (await call(`/v1/checkouts/${id}/registration`)).body;
    expect(stored).toMatchObject({
      paymentBrand: 'DIRECTDEBIT_SEPA',
      bankAccount: { country: 'DE' },
    });
    expect((await charge(stored.id)).body.result.code).toBe(TAKEN);
    // The same post again hears the same.
    expect((await store(id, ACCOUNT)).body.redirect.url).toBe(body.redirect.url);
    const form = await call(`/v1/checkouts/${id}/form`);
    expect(form.body.texts.alreadyPaid).toBe('Your account has been saved.');
    // And leads on to where the post led.
    expect(form.body.instead[1][1].href).toBe(body.redirect.url);
  });

  it('offers it in the form, with the mandate for that', async () => {
    const id = await checkout();
    const form = await call(`/v1/checkouts/${id}/form?brands=VISA,DIRECTDEBIT_SEPA,PAYPAL,EPS`);
    expect(Object.keys(form.body.brands)).toEqual(['VISA', 'DIRECTDEBIT_SEPA', 'PAYPAL']);
    const inputs = JSON.stringify(form.body.brands.DIRECTDEBIT_SEPA.inputs);
    expect(inputs).toContain('debitMandateKept');
    expect(inputs).not.toContain('debitReference');
    expect(form.body.texts.payWith).toBe('Save {{brand}} for my next purchase');
  });

  it('says that it cannot keep EPS', async () => {
    const { status, body } = await store(await checkout(), { paymentBrand: 'EPS' });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      { name: 'paymentBrand', value: 'EPS', message: 'EPS cannot be stored' },
    ]);
  });
});

const UNFIT = [...OTHER_BRANDS].filter(([, { registrable }]) => !registrable);

it.each(UNFIT)('%s cannot be stored, and the error says so', async (brand) => {
  const { status, body } = await register({
    ...NO_CARD,
    'bankAccount.holder': undefined,
    'bankAccount.iban': undefined,
    paymentBrand: brand,
  });
  expect(status).toBe(400);
  expect(body.result.parameterErrors).toContainEqual({
    name: 'paymentBrand',
    value: brand,
    message: `${brand} cannot be stored`,
  });
});

it.each<[why: string, Fields, string, string]>([
  [
    'wrong check digits',
    { 'bankAccount.iban': 'DE88370400440532013000' },
    'bankAccount.iban',
    'has wrong check digits',
  ],
  ['no holder', { 'bankAccount.holder': undefined }, 'bankAccount.holder', 'is required'],
  ['no IBAN', { 'bankAccount.iban': undefined }, 'bankAccount.iban', 'is required'],
  [
    'another country',
    { 'bankAccount.country': 'FR' },
    'bankAccount.country',
    'must be that of bankAccount.iban, DE',
  ],
  [
    'a card as well',
    { 'card.number': '4200000000000000' },
    'card.number',
    'must not be sent with DIRECTDEBIT_SEPA: it is for cards only',
  ],
  [
    'a card holder as well',
    { 'card.holder': 'Jane Jones' },
    'card.holder',
    'must not be sent with DIRECTDEBIT_SEPA: it is for cards only',
  ],
])('an account with %s is refused by name', async (_, fields, name, message) => {
  const { status, body } = await register(fields);
  expect(status).toBe(400);
  expect(body.result.parameterErrors).toContainEqual(expect.objectContaining({ name, message }));
  expect(JSON.stringify(body)).not.toContain('370400440532013000');
});

it('a card with an IBAN is refused', async () => {
  const { body } = await register({ paymentBrand: 'VISA' });
  expect(body.result.parameterErrors).toContainEqual(
    expect.objectContaining({ name: 'bankAccount.iban' }),
  );
});
