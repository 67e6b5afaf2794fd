/** What the simulator tells beside the result, each letter of the document; and what is filled in. */
import { afterAll, describe, expect, it } from 'vitest';
import { readTable } from '../../../conformance/statements.ts';
import {
  ACCEPTED,
  CARD,
  DECLINE,
  DECLINED_CARD,
  expectInvalid,
  inShort,
  SUCCESS,
  startMerchant,
  THROUGH,
} from '../support/merchant.ts';
import { shopperOf } from '../support/shopper.ts';
import type { Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { payment, refer, read } = merchant;

/** The answer, and what is read afterwards, which must agree. */
async function paid(fields: Fields) {
  const answer = await payment(fields);
  expect(inShort(answer)).toEqual(ACCEPTED);
  const fresh = (await read(answer.body.id)).body;
  const { result, resultDetails, risk, descriptor } = answer.body;
  expect({
    result: fresh.result,
    resultDetails: fresh.resultDetails,
    risk: fresh.risk,
    descriptor: fresh.descriptor,
  }).toEqual({ result, resultDetails, risk, descriptor });
  return answer.body;
}

/** The letters that the document has for a field of the result. */
const lettersOf = (field: string): string[] => {
  const row = readTable('gateway-api', 'Payment response fields', 'Field').find(
    (each) => each['Field'] === field,
  );
  return [...(row?.['Meaning'] ?? '').matchAll(/\b([A-Z]) \(/g)].map(([, letter = '']) => letter);
};

describe('result.avsResponse', () => {
  const CASES: readonly (readonly [meaning: string, fields: Fields, letter: string])[] = [
    ['A: the address matches, the postcode does not', { 'billing.postcode': '10111' }, 'A'],
    ['Z: the postcode matches, the address does not', { 'billing.postcode': '10112' }, 'Z'],
    ['N: neither matches', { 'billing.postcode': '10113' }, 'N'],
    ['U: not applicable', { 'billing.postcode': '10114' }, 'U'],
    ['F: both match', { 'billing.postcode': '10115' }, 'F'],
    ['F, with a letter at the end', { 'billing.postcode': 'SW1A 1AA' }, 'F'],
    ['F, with a street alone', { 'billing.street1': 'High Street' }, 'F'],
    ['one of both', { 'billing.street1': 'High Street 9', 'billing.postcode': '3' }, 'N'],
  ];

  it('has every letter of the document', () => {
    const letters = new Set(CASES.map(([, , letter]) => letter));
    expect(letters).toEqual(new Set(lettersOf('result.avsResponse')));
  });

  it.each(CASES)('%s', async (_meaning, fields, letter) => {
    expect((await paid(fields)).result.avsResponse).toBe(letter);
  });

  it.each<[string, Fields]>([
    ['an address', {}],
    ['street and postcode', { 'billing.city': 'Berlin', 'billing.country': 'DE' }],
    ['a billing address', { 'shipping.postcode': '10111', 'shipping.street1': 'High Street' }],
  ])('is absent without %s', async (_without, fields) => {
    expect((await paid(fields)).result).not.toHaveProperty('avsResponse');
  });
});

describe('result.cvvResponse', () => {
  const CASES = [
    ['M: match', '123', 'M'],
    ['M: match', '120', 'M'],
    ['N: no match', '126', 'N'],
    ['P: not processed', '127', 'P'],
    ['S: should be on the card, but is not', '128', 'S'],
    ['U: unsupported by the issuer', '129', 'U'],
  ] as const;

  it('has every letter of the document', () => {
    const letters = new Set<string>(CASES.map(([, , letter]) => letter));
    expect(letters).toEqual(new Set(lettersOf('result.cvvResponse')));
  });

  it.each(CASES)('%s, for %s', async (_meaning, cvv, letter) => {
    expect((await paid({ 'card.cvv': cvv })).result.cvvResponse).toBe(letter);
  });

  it('by the last of four digits', async () => {
    const fields = { paymentBrand: 'AMEX', 'card.number': '377777777777770', 'card.cvv': '6127' };
    expect((await paid(fields)).result.cvvResponse).toBe('P');
  });

  it.each([
    ['has yet to ask the shopper', '4200000000000018', '000.200.000'],
    ['has not authenticated the shopper', '4200003000000079', '100.390.118'],
    ['is not there to authenticate', '4012001037141112', '000.400.102'],
  ])('is absent, as is the address, where the issuer %s', async (_, number, code) => {
    const fields = { 'card.number': number, 'billing.postcode': '10117', 'card.cvv': '123' };
    const { body } = await payment({ ...fields, shopperResultUrl: 'https://shop.example/result' });
    expect(body.result).toEqual({ code, description: expect.any(String) });
  });

  it('is absent without a CVV', async () => {
    expect((await paid({ 'card.cvv': undefined })).result).not.toHaveProperty('cvvResponse');
  });
});

describe('risk', () => {
  it.each([
    ['50', '50'],
    ['0', '0'],
    ['-1', '-1'],
    ['99999', '99999'],
    ['-99999', '-99999'],
    ['100000', '0'],
    ['-100000', '0'],
    ['high', '0'],
  ])('risk.parameters[score]=%s is scored %s', async (sent, score) => {
    expect((await paid({ 'risk.parameters[score]': sent })).risk.score).toBe(score);
  });

  it('is looked at for a preauthorisation as for a debit', async () => {
    const { risk } = await paid({ paymentType: 'PA', 'risk.parameters[score]': '50' });
    expect(risk.score).toBe('50');
  });

  it('is scored 0 without that parameter', async () => {
    expect((await paid({ 'risk.accountToken': 'token' })).risk.score).toBe('0');
  });

  it('is absent where nothing was sent for it', async () => {
    expect(await paid({})).not.toHaveProperty('risk');
  });

  it('brand and time are filled in', async () => {
    const { risk } = await paid({ 'risk.accountToken': 'token' });
    expect(risk.brand).toBe('VISA');
    expect(risk.orderTimestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const time = Date.parse(`${risk.orderTimestamp.replace(' ', 'T')}Z`);
    expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
  });

  it('brand is the one that the number tells', async () => {
    const { risk } = await paid({
      paymentBrand: undefined,
      'card.number': '5454545454545454',
      'risk.accountToken': 'token',
    });
    expect(risk.brand).toBe('MASTER');
  });

  it('brand and time are the merchant’s where it sends them', async () => {
    const { risk } = await paid({
      'risk.brand': 'OTHER',
      'risk.orderTimestamp': '2026-01-31 23:59:59',
    });
    expect(risk).toMatchObject({ brand: 'OTHER', orderTimestamp: '2026-01-31 23:59:59' });
  });
});

describe('resultDetails', () => {
  it('AcquirerResponse is the acquirer’s own code', async () => {
    expect((await paid({})).resultDetails.AcquirerResponse).toMatch(/^.{1,2048}$/);
    const declined = await payment({ 'card.number': DECLINED_CARD });
    expect(inShort(declined)).toEqual({ status: 400, code: DECLINE });
    expect(declined.body.resultDetails.AcquirerResponse).toMatch(/^.{1,2048}$/);
    expect(declined.body.resultDetails.AcquirerResponse).not.toBe('00');
  });

  describe('AcquirerResponse is absent where no acquirer was asked', () => {
    const wallet = () =>
      payment({
        ...Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined])),
        paymentBrand: 'PAYPAL',
        shopperResultUrl: 'https://shop.example/result',
      });

    it.each([
      ['cancelled', 'cancel', '100.396.101', undefined],
      ['declined by its bank', 'decline', '100.397.102', '05'],
      ['accepted', 'accept', SUCCESS, '00'],
    ])('a wallet that is %s', async (_how, outcome, code, said) => {
      const { body } = await wallet();
      expect(body.resultDetails).not.toHaveProperty('AcquirerResponse');
      await shopperOf(merchant).visitWallet(body.redirect.url, outcome);
      const { result, resultDetails } = (await merchant.read(body.id)).body;
      expect([result.code, resultDetails.AcquirerResponse]).toEqual([code, said]);
    });

    // What another gateway has pending is settled there.
    it.runIf(THROUGH === 'INTERNAL')('one that is settled as declined has its no', async () => {
      const { body } = await wallet();
      const settled = await merchant.call(`/sandbox/payments/${body.id}/settle`, {
        result: 'decline',
      });
      expect(settled.body.result.code).toBe('100.397.102');
      expect(settled.body.resultDetails.AcquirerResponse).toBe('05');
    });

    it.each([
      ['000.200.000', undefined],
      ['100.380.401', undefined],
      ['100.400.500', undefined],
      ['900.100.100', undefined],
      ['700.400.530', undefined],
      ['800.100.155', '51'],
      ['800.100.165', '05'],
      ['300.100.100', '05'],
    ])('a result of %s: %s', async (code, said) => {
      const { body } = await payment({ 'customParameters[simulator.result]': code });
      expect(body.result.code).toBe(code);
      expect(body.resultDetails.AcquirerResponse).toBe(said);
    });
  });

  it('acquirerTxId9 is there for the first payment of a chain', async () => {
    const { resultDetails } = await paid({ recurringType: 'INITIAL' });
    expect(resultDetails.acquirerTxId9).toMatch(/^.{1,2048}$/);
  });
});

describe('merchant.bankAccount', () => {
  const bankAccount = {
    holder: 'Shop Ltd',
    number: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    country: 'DE',
  };

  it('is told with what succeeds, where the channel has one', async () => {
    await merchant.set({ bankAccount });
    const debit = await payment();
    const refund = { paymentType: 'RF', amount: '92.00', currency: 'EUR' };
    const answers = [
      debit,
      await payment({ paymentType: 'PA' }),
      await refer(debit.body.id, refund),
      await read(debit.body.id),
    ];
    const declined = await payment({ 'card.number': DECLINED_CARD });
    const wrong = await payment({ amount: 'much' });
    await merchant.set({ bankAccount: undefined });
    for (const { body } of answers) expect(body.merchant.bankAccount).toEqual(bankAccount);
    expect(declined.body.merchant?.bankAccount).toBeUndefined();
    expect(wrong.body).not.toHaveProperty('merchant');
  });

  it('is absent where it has none', async () => {
    expect((await paid({})).merchant?.bankAccount).toBeUndefined();
  });
});

describe('descriptor', () => {
  it('is what was sent', async () => {
    expect((await paid({ descriptor: 'Shop 4711' })).descriptor).toBe('Shop 4711');
  });

  it('is the merchant’s name where one is sent', async () => {
    const fields = { 'merchant.name': 'Shop*Lamps', 'merchant.city': 'Berlin' };
    expect((await paid(fields)).descriptor).toBe('Shop*Lamps');
    expect((await paid({ ...fields, descriptor: 'Shop 4711' })).descriptor).toBe('Shop*Lamps');
  });

  it('otherwise has a number and the channel’s name', async () => {
    expect((await paid({})).descriptor).toMatch(/^\d{4}\.\d{4}\.\d{4} Test channel$/);
  });
});

describe('where there is no payment', () => {
  it('there are no details', async () => {
    const answer = await payment({ amount: 'much', 'billing.postcode': '10111' });
    expectInvalid(answer, 'amount');
    expect(answer.body).not.toHaveProperty('resultDetails');
    expect(answer.body.result).not.toHaveProperty('avsResponse');
  });
});
