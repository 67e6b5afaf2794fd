/** The chain of a recurring payment: INITIAL with the shopper, REPEATED without. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looksLikeCardNumber } from '../../../contract/free-text.ts';
import { ACCEPTED, expectInvalid, inShort, startMerchant } from '../support/merchant.ts';
import type { Fields } from '../support/test-gateway.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { payment, payStored } = merchant;

const NTR = 'customParameters[NTR]';
const REPEATED: Fields = { recurringType: 'REPEATED' };

describe('the first payment', () => {
  it.each<[how: string, fields: Fields]>([
    ['recurringType=INITIAL', { recurringType: 'INITIAL' }],
    ['standingInstruction.mode=INITIAL', { 'standingInstruction.mode': 'INITIAL' }],
    [
      'both, initiated by the cardholder',
      {
        recurringType: 'INITIAL',
        'standingInstruction.mode': 'INITIAL',
        'standingInstruction.source': 'CIT',
        'standingInstruction.type': 'RECURRING',
      },
    ],
  ])('%s answers what the next ones refer to', async (_how, fields) => {
    for (const paymentType of ['DB', 'PA']) {
      const { body } = await payment({ ...fields, paymentType });
      expect(body.resultDetails.acquirerTxId9).toMatch(/^.{1,2048}$/);
      expect(body.recurringType).toBe(fields['recurringType']);
      const read = await merchant.read(body.id);
      expect(read.body.resultDetails.acquirerTxId9).toBe(body.resultDetails.acquirerTxId9);
    }
  });

  it('has a reference of its own', async () => {
    const [one, two] = [
      await payment({ recurringType: 'INITIAL' }),
      await payment({ recurringType: 'INITIAL' }),
    ];
    expect(one.body.resultDetails.acquirerTxId9).not.toBe(two.body.resultDetails.acquirerTxId9);
  });

  it('needs the CVV', async () => {
    expectInvalid(await payment({ recurringType: 'INITIAL', 'card.cvv': undefined }), 'card.cvv');
    expectInvalid(await payment({ recurringType: 'INITIAL', 'card.cvv': '' }), 'card.cvv');
  });

  it('on a stored card answers the reference as well, and needs the CVV', async () => {
    const { body } = await merchant.register();
    const answer = await payStored(body.id, { recurringType: 'INITIAL', 'card.cvv': '123' });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body.resultDetails.acquirerTxId9).toMatch(/./);
    expectInvalid(await payStored(body.id, { recurringType: 'INITIAL' }), 'card.cvv');
  });

  it('a payment without recurringType needs no CVV', async () => {
    expect(inShort(await payment({ 'card.cvv': undefined }))).toEqual(ACCEPTED);
  });
});

describe('the next payments', () => {
  let registrationId: string;
  let reference: string;
  beforeAll(async () => {
    const { body } = await payment({ recurringType: 'INITIAL', createRegistration: 'true' });
    registrationId = body.registrationId;
    reference = body.resultDetails.acquirerTxId9;
  });

  it('carry the reference of the first', async () => {
    for (let i = 0; i < 2; i++) {
      const answer = await payStored(registrationId, { ...REPEATED, [NTR]: reference });
      expect(inShort(answer)).toEqual(ACCEPTED);
      expect(answer.body).toMatchObject({
        recurringType: 'REPEATED',
        amount: '92.00',
        customParameters: { NTR: reference },
      });
    }
  });

  it('or leave it out', async () => {
    expect(inShort(await payStored(registrationId, REPEATED))).toEqual(ACCEPTED);
  });

  it('of another amount, currency and type', async () => {
    const answer = await payStored(registrationId, {
      ...REPEATED,
      amount: '5.00',
      currency: 'USD',
      paymentType: 'PA',
    });
    expect(answer.body).toMatchObject({ amount: '5.00', currency: 'USD', paymentType: 'PA' });
  });

  it.each([
    ['made up', () => 'no-such-reference'],
    ['with a character more', () => `${reference}0`],
    ['with a character less', () => reference.slice(0, -1)],
    [
      'of another chain',
      async () =>
        (await payment({ recurringType: 'INITIAL' })).body.resultDetails.acquirerTxId9 as string,
    ],
  ])('refuse a reference %s', async (_which, wrong) => {
    const before = await merchant.countPayments();
    const value = await wrong();
    const made = (await merchant.countPayments()) - before;
    const answer = await payStored(registrationId, { ...REPEATED, [NTR]: value });
    expectInvalid(answer, NTR);
    // One in a hundred of such references looks like a card number, and those are never echoed.
    const echoed = looksLikeCardNumber(value) ? null : value;
    expect(answer.body.result.parameterErrors[0].value).toBe(echoed);
    expect(await merchant.countPayments()).toBe(before + made);
  });

  it('refuse the CVV, which no merchant may have kept', async () => {
    const stored = await payStored(registrationId, { ...REPEATED, 'card.cvv': '123' });
    expectInvalid(stored, 'card.cvv');
    expect(stored.body.result.parameterErrors[0].value).toBe(null);
    expectInvalid(await payment(REPEATED), 'card.cvv');
  });

  it('are accepted with card data, too', async () => {
    const answer = await payment({ ...REPEATED, 'card.cvv': undefined });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body.recurringType).toBe('REPEATED');
    expect(answer.body.result).not.toHaveProperty('cvvResponse');
  });

  it('of a chain that a shopper started in a checkout', async () => {
    const id = await merchant.createCheckout({
      recurringType: 'INITIAL',
      createRegistration: 'true',
    });
    await merchant.pay(id);
    const { body } = await merchant.call(
      `/v1/checkouts/${id}/payment?entityId=${merchant.entityId}`,
    );
    expect(body.recurringType).toBe('INITIAL');
    const next = { ...REPEATED, [NTR]: body.resultDetails.acquirerTxId9 };
    expect(inShort(await payStored(body.registrationId, next))).toEqual(ACCEPTED);
  });

  it('of a chain that a registration started', async () => {
    const { body } = await merchant.register({ recurringType: 'INITIAL' });
    expect(inShort(await payStored(body.id, REPEATED))).toEqual(ACCEPTED);
  });
});

describe('card-on-file', () => {
  it('without the shopper there is no CVV', async () => {
    const fields = { 'standingInstruction.source': 'MIT', 'standingInstruction.mode': 'REPEATED' };
    expectInvalid(await payment(fields), 'card.cvv');
    expect(inShort(await payment({ ...fields, 'card.cvv': undefined }))).toEqual(ACCEPTED);
  });

  it('MIT alone forbids neither a CVV nor the first payment', async () => {
    const mit = { 'standingInstruction.source': 'MIT' };
    expect(inShort(await payment(mit))).toEqual(ACCEPTED);
    expect(inShort(await payment({ ...mit, 'card.cvv': undefined }))).toEqual(ACCEPTED);
    expect(inShort(await payment({ ...mit, recurringType: 'INITIAL' }))).toEqual(ACCEPTED);
    expectInvalid(
      await payment({ ...mit, recurringType: 'INITIAL', 'card.cvv': undefined }),
      'card.cvv',
    );
  });

  it('a repeated payment carries no authentication data', async () => {
    expectInvalid(await payment({ 'standingInstruction.mode': 'REPEATED' }), 'card.cvv');
  });

  it('the first payment carries the CVV', async () => {
    expectInvalid(
      await payment({ 'standingInstruction.mode': 'INITIAL', 'card.cvv': undefined }),
      'card.cvv',
    );
  });

  it.each(['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'])(
    'type %s, with a stored card',
    async (type) => {
      const first = await payment({
        createRegistration: 'true',
        'standingInstruction.type': type,
        'standingInstruction.mode': 'INITIAL',
        'standingInstruction.source': 'CIT',
      });
      expect(inShort(first)).toEqual(ACCEPTED);
      const again = await payStored(first.body.registrationId, {
        'standingInstruction.type': type,
        'standingInstruction.mode': 'REPEATED',
        'standingInstruction.source': 'MIT',
      });
      expect(inShort(again)).toEqual(ACCEPTED);
    },
  );
});
