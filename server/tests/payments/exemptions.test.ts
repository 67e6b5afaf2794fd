/** Exemptions from authentication: asked for, granted or refused by the issuer, and who is liable. */
import { afterAll, describe, expect, it } from 'vitest';
import { SUCCESS } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
const { answerChallenge } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const CHALLENGE = { 'card.number': '4200000000000018' };
const PENDING = '000.200.000';
const flag = (value: string): Fields => ({ 'threeDSecure.exemptionFlag': value });
const MONEY: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
/** Of an authentication elsewhere. */
const PROOF: Fields = { 'threeDSecure.verificationId': 'AAACAgSRBklmQCFgMpEGAAAAAAA=' };
const MASTERCARD: Fields = { paymentBrand: 'MASTER', 'card.number': '5454545454545454' };
const payment = (fields: Fields = {}) =>
  test.call('/v1/payments', { entityId: test.entityId, ...MONEY, ...CARD, ...fields });
const read = async (id: string) => (await test.call(`/v1/payments/${id}`)).body;

describe('an exemption', () => {
  it.each([
    ['01', '30.00', 'EUR'],
    ['1', '30.00', 'USD'],
    ['02', '500.00', 'EUR'],
    ['03', '1000.00', 'EUR'],
    ['04', '1000.00', 'JPY'],
  ])('%s of %s %s is granted: nobody is asked, and the merchant is liable', async (...asked) => {
    const [value, amount, currency] = asked;
    const { body } = await payment({ ...CHALLENGE, ...flag(value), amount, currency });
    expect(body.result.code).toBe(SUCCESS);
    expect(body.threeDSecure).toEqual({
      exemptionFlag: value,
      exemptionResult: 'granted',
      liabilityShift: false,
    });
  });

  it.each([
    ['01', '30.01'],
    ['02', '500.01'],
  ])('%s of %s is refused: the shopper is asked, and the issuer is liable', async (...asked) => {
    const [value, amount] = asked;
    const { body } = await payment({ ...flag(value), amount });
    expect(body.result.code).toBe(PENDING);
    expect(body.threeDSecure).toMatchObject({ exemptionResult: 'refused', softDeclined: true });
    expect(body.threeDSecure.liabilityShift).toBeUndefined();
    await answerChallenge(body.redirect.url, 'Y');
    const final = await read(body.id);
    expect(final.result.code).toBe(SUCCESS);
    expect(final.threeDSecure).toMatchObject({
      exemptionFlag: value,
      exemptionResult: 'refused',
      softDeclined: true,
      eci: '05',
      liabilityShift: true,
    });
  });

  it('is refused by an issuer that wants to ask in any case', async () => {
    const { body } = await payment({ 'card.number': '4200000000001107', ...flag('03') });
    expect(body.threeDSecure).toMatchObject({ exemptionResult: 'refused', softDeclined: true });
  });

  it('says nothing of whether there is money', async () => {
    const { body } = await payment({ 'card.number': '4200000000001024', ...flag('03') });
    expect(body.result.code).toBe('800.100.155');
    expect(body.threeDSecure).toEqual({ exemptionFlag: '03', exemptionResult: 'granted' });
  });

  it.each<[string, Fields]>([
    ['a challenge is mandated', { 'threeDSecure.challengeIndicator': '04' }],
    ['the merchant has authenticated the shopper', { 'threeDSecure.eci': '05' }],
    ['the shopper is not there', { recurringType: 'REPEATED', 'card.cvv': undefined }],
    ['it pays the shopper', { paymentType: 'CD', 'card.cvv': undefined }],
  ])('is no question where %s', async (_, fields) => {
    const { body } = await payment({ ...flag('01'), ...fields });
    expect(body.threeDSecure.exemptionFlag).toBe('01');
    expect(body.threeDSecure.exemptionResult).toBeUndefined();
  });

  it('is asked for by a checkout, and its shopper may pay in another way', async () => {
    const checkout = () => test.createCheckout({ ...flag('03') });
    const id = await checkout();
    expect((await test.pay(id, CHALLENGE)).body.result.code).toBe(SUCCESS);
    const { body } = await test.call(`/v1/checkouts/${id}/payment`);
    expect(body.threeDSecure).toMatchObject({ exemptionResult: 'granted' });
    const wallet = await test.call(`/v1/checkouts/${await checkout()}/payment`, {
      paymentBrand: 'PAYPAL',
      shopperResultUrl: CARD['shopperResultUrl'],
    });
    expect(wallet.body.result.code).toBe(PENDING);
  });
});

describe('liability', () => {
  it.each([
    ['authenticated', '4200000000000026', true],
    ['attempted', '4200000000000059', true],
    ['not asked about', '4200000000000000', undefined],
  ])('of a payment that was %s', async (_, number, liabilityShift) => {
    const { body } = await payment({ 'card.number': number });
    expect(body.result.code).toBe(SUCCESS);
    expect(body.threeDSecure?.liabilityShift).toBe(liabilityShift);
  });

  it.each([
    ['05', true],
    ['07', false],
  ])('of one that the merchant authenticated, with ECI %s', async (eci, liabilityShift) => {
    const { body } = await payment({ 'threeDSecure.eci': eci, ...PROOF });
    expect(body.threeDSecure.liabilityShift).toBe(liabilityShift);
  });

  it.each<[string, Fields]>([
    ['no proof is sent', { 'threeDSecure.verificationId': undefined }],
    ['the value is another brand’s', { 'threeDSecure.eci': '02' }],
    ['the merchant begins the payment', { 'standingInstruction.source': 'MIT' }],
    ['money goes to the card', { paymentType: 'CD' }],
    ['Mastercard exempts its acquirer', { ...MASTERCARD, 'threeDSecure.eci': '06' }],
  ])('does not shift where %s', async (_, fields) => {
    const { body } = await payment({ 'threeDSecure.eci': '05', ...PROOF, ...fields });
    expect(body.result.code).toBe(SUCCESS);
    expect(body.threeDSecure.liabilityShift).toBe(false);
  });

  it('of one that failed is none', async () => {
    const { body } = await payment({ 'card.number': '4200003000000079' });
    expect('liabilityShift' in body.threeDSecure).toBe(false);
  });
});

describe('what is no exemption', () => {
  it.each(['05', '0', '00', 'LOW_VALUE', '01 '])('%o is refused', async (value) => {
    const { body, status } = await payment(flag(value));
    expect(status).toBe(400);
    const [error] = body.result.parameterErrors;
    expect(error).toEqual({
      name: 'threeDSecure.exemptionFlag',
      value,
      message: 'must match ^0?[1-4]$ (1 to 4, or 01 to 04)',
    });
  });

  it.each<[string, Fields]>([
    ['/v1/payments', { shopperResultUrl: CARD['shopperResultUrl'] }],
    ['/v1/checkouts', {}],
  ])('with what is no card it is refused by %s', async (path, fields) => {
    const { body, status } = await test.call(path, {
      entityId: test.entityId,
      ...MONEY,
      paymentBrand: 'PAYPAL',
      ...flag('01'),
      ...fields,
    });
    expect(status).toBe(400);
    expect(body.result.parameterErrors).toEqual([
      {
        name: 'threeDSecure.exemptionFlag',
        value: '01',
        message: 'must not be sent with PAYPAL: it is for cards only',
      },
    ]);
  });
});
