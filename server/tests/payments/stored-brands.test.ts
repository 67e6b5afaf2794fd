/** What shoppers agree to with brands that are no cards: kept, charged again, ended. */
import { afterAll, describe, expect, it } from 'vitest';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { call, entityId } = test;
const { visitWallet } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const MONEY = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const currencyOf = (brand: string) =>
  OTHER_BRANDS.get(brand)?.currencies?.includes('EUR') === false ? 'PLN' : 'EUR';

/** Pays by a server, with what is to be kept of it. */
async function keep(paymentBrand: string, outcome = 'accept', fields: Fields = {}) {
  const { body } = await call('/v1/payments', {
    entityId,
    ...MONEY,
    currency: currencyOf(paymentBrand),
    paymentBrand,
    createRegistration: 'true',
    recurringType: 'INITIAL',
    shopperResultUrl: 'https://shop.example/result',
    ...fields,
  });
  expect(body).not.toHaveProperty('registrationId');
  await visitWallet(body.redirect.url, outcome);
  return (await call(`/v1/payments/${body.id}`)).body;
}

const charge = (id: string, fields: Fields = {}) =>
  call(`/v1/registrations/${id}/payments`, { entityId, ...MONEY, ...fields });
const refer = (id: string, fields: Fields) =>
  call(`/v1/payments/${id}`, { entityId, amount: '92.00', currency: 'EUR', ...fields });

const countRegistrations = async () =>
  (await test.gateway.db.selectFrom('registrations').select('id').execute()).length;

/** Those that lead to a page; of direct debits: direct-debit.test.ts. */
const REGISTRABLE = [...OTHER_BRANDS].filter(
  ([, { registrable, family }]) => registrable && family !== 'directDebit',
);

it.each(REGISTRABLE)(
  '%s is kept, charged again without the shopper, refunded and ended',
  async (brand) => {
    const currency = currencyOf(brand);
    const first = await keep(brand);
    expect(first).toMatchObject({
      paymentBrand: brand,
      recurringType: 'INITIAL',
      registrationId: expect.stringMatching(/^[0-9a-f]{32}$/),
      result: { code: SUCCESS },
      resultDetails: { acquirerTxId9: expect.stringMatching(/^\d{15}$/) },
    });
    const { registrationId } = first;
    const later = await charge(registrationId, {
      currency,
      recurringType: 'REPEATED',
      'customParameters[NTR]': first.resultDetails.acquirerTxId9,
    });
    expect(later.body).toMatchObject({
      paymentBrand: brand,
      registrationId,
      result: { code: SUCCESS },
    });
    expect(later.body).not.toHaveProperty('redirect');
    expect(later.body).not.toHaveProperty('card');
    const refund = await refer(later.body.id, { paymentType: 'RF', currency });
    expect(refund.body.result.code).toBe(SUCCESS);

    const path = `/v1/registrations/${registrationId}?entityId=${entityId}`;
    const deleted = await call(path, undefined, { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: { referencedId: registrationId } });
    const over = await charge(registrationId, { currency, recurringType: 'REPEATED' });
    expect([over.status, over.body.result.code]).toEqual([404, '100.150.200']);
  },
);

describe('an agreement', () => {
  it('is not made where the shopper declines, or does not pay', async () => {
    const before = await countRegistrations();
    for (const outcome of ['decline', 'cancel', 'pend']) {
      expect(await keep('PAYPAL', outcome)).not.toHaveProperty('registrationId');
    }
    expect(await countRegistrations()).toBe(before);
  });

  it('reserves and captures where the brand can', async () => {
    const { registrationId } = await keep('PAYPAL');
    const reserved = await charge(registrationId, { paymentType: 'PA' });
    expect(reserved.body.result.code).toBe(SUCCESS);
    const captured = await refer(reserved.body.id, { paymentType: 'CP' });
    expect(captured.body).toMatchObject({
      referencedId: reserved.body.id,
      result: { code: SUCCESS },
    });
    const { registrationId: bank } = await keep('TRUSTLY');
    const { body } = await charge(bank, { paymentType: 'PA' });
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'paymentType',
        value: 'PA',
        message: 'must be DB with TRUSTLY: it reserves no money',
      },
    ]);
  });

  it('is of one brand, in its currencies', async () => {
    const { registrationId } = await keep('BLIK');
    const euro = await charge(registrationId, { recurringType: 'REPEATED' });
    expect(euro.body.result.parameterErrors).toEqual([
      { name: 'currency', value: 'EUR', message: 'must be PLN with BLIK' },
    ]);
    const other = await charge(registrationId, { currency: 'PLN', paymentBrand: 'VISA' });
    expect(other.body.result.parameterErrors).toMatchObject([
      { name: 'paymentBrand', message: 'must be that of the registration, BLIK' },
    ]);
  });

  it.runIf(THROUGH === 'INTERNAL')('has no expiry date to bring up to date', async () => {
    const { registrationId } = await keep('PAYPAL');
    const { status, body } = await call(`/sandbox/registrations/${registrationId}/update`, {
      'card.expiryMonth': '12',
      'card.expiryYear': '2035',
    });
    expect([status, body.result.code]).toEqual([400, '600.200.800']);
    expect(body.result.description).toContain('PAYPAL has no expiry date');
  });

  it.runIf(THROUGH !== 'INTERNAL')('that its processor has lost is not paid with', async () => {
    const { registrationId } = await keep('PAYPAL');
    await test.gateway.db.deleteFrom('upstream_registrations').execute();
    const { status, body } = await charge(registrationId, { recurringType: 'REPEATED' });
    expect([status, body.result.code]).toEqual([400, '100.150.200']);
    expect(body).not.toHaveProperty('redirect');
  });

  it('takes no later payment without it', async () => {
    const { body } = await call('/v1/payments', {
      entityId,
      ...MONEY,
      paymentBrand: 'PAYPAL',
      recurringType: 'REPEATED',
      shopperResultUrl: 'https://shop.example/result',
    });
    expect(body.result.parameterErrors).toMatchObject([
      { name: 'recurringType', value: 'REPEATED' },
    ]);
  });
});

describe('in a checkout', () => {
  const payStored = (checkoutId: string, registrationId: string) =>
    call(`/v1/checkouts/${checkoutId}/payment`, {
      registrationId,
      shopperResultUrl: 'https://shop.example/result',
    });

  it('a shopper keeps a wallet, and pays with it again without leaving', async () => {
    const id = await test.createCheckout({ createRegistration: 'true' });
    const begun = await call(`/v1/checkouts/${id}/payment`, {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: 'https://shop.example/result',
    });
    await visitWallet(begun.body.redirect.url, 'accept');
    const { registrationId } = (await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`))
      .body;

    // The later payment of a chain, too: no CVV is asked of what has none.
    const next = await test.createCheckout({
      'registrations[0].id': registrationId,
      'standingInstruction.mode': 'REPEATED',
      'standingInstruction.source': 'CIT',
    });
    const { body: form } = await call(`/v1/checkouts/${next}/form?brands=VISA`);
    expect(form.registrations).toEqual([{ id: registrationId, brand: 'PAYPAL', expired: false }]);
    expect(form.brands.PAYPAL.name).toBe('PayPal');
    expect(JSON.stringify(form.storedCards)).not.toContain('cvv');
    expect((await payStored(next, registrationId)).body.redirect.url).toContain('shop.example');
    const paid = await call(`/v1/checkouts/${next}/payment?entityId=${entityId}`);
    expect(paid.body).toMatchObject({
      paymentBrand: 'PAYPAL',
      registrationId,
      result: { code: SUCCESS },
    });
  });

  it('what is kept asks for no exemption, and is shown only where it can be paid with', async () => {
    const { registrationId } = await keep('PAYPAL');
    const offered = { 'registrations[0].id': registrationId };
    const shownIn = async (fields: Fields) => {
      const id = await test.createCheckout({ ...offered, ...fields });
      return (await call(`/v1/checkouts/${id}/form`)).body.registrations;
    };
    expect(await shownIn({ paymentType: 'CD' })).toBeUndefined();
    await test.set({ brands: { VISA: ['DB'] } });
    expect(await shownIn({})).toBeUndefined();
    await test.set({ brands: null });
    expect(await shownIn({})).toMatchObject([{ id: registrationId }]);
    const id = await test.createCheckout({ ...offered, 'threeDSecure.exemptionFlag': '02' });
    expect((await payStored(id, registrationId)).body.result.code).toBe(SUCCESS);
    const paid = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect(paid.body.threeDSecure).toBeUndefined();
  });

  it('what is kept is not paid with where the channel wants the CVV of what is stored', async () => {
    const { registrationId } = await keep('PAYPAL');
    const id = await test.createCheckout({ 'registrations[0].id': registrationId });
    await test.set({ storedCardCvv: 'required' });
    const { body: form } = await call(`/v1/checkouts/${id}/form`);
    expect(form).not.toHaveProperty('registrations');
    const { body } = await payStored(id, registrationId);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'registrationId' }]);
    await test.set({ storedCardCvv: 'optional' });
    expect((await payStored(id, registrationId)).status).toBe(200);
  });

  it('a brand that cannot be kept is paid once, and one that does not fit is not shown', async () => {
    const id = await test.createCheckout({ createRegistration: 'true' });
    const { body } = await call(`/v1/checkouts/${id}/payment`, {
      paymentBrand: 'IDEAL',
      shopperResultUrl: 'https://shop.example/result',
    });
    await visitWallet(body.redirect.url, 'accept');
    const paid = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect(paid.body.result.code).toBe(SUCCESS);
    expect(paid.body).not.toHaveProperty('registrationId');

    const { registrationId } = await keep('BLIK');
    const inEuro = await test.createCheckout({ 'registrations[0].id': registrationId });
    const { body: form } = await call(`/v1/checkouts/${inEuro}/form`);
    expect(form).not.toHaveProperty('registrations');
    const refused = await payStored(inEuro, registrationId);
    expect(refused.body.result.parameterErrors).toMatchObject([{ name: 'currency' }]);
  });
});
