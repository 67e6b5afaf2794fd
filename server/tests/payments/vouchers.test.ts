/** Vouchers, which are paid elsewhere: what the shopper gets, what comes, and what happens then. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { isBrazilianTaxNumber } from '../../../contract/brazilian-tax-number.ts';
import { isPrepayment, OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { type Fields, startTestGateway } from '../support/test-gateway.ts';

const test = await startTestGateway();
afterAll(() => test[Symbol.asyncDispose]());

const PAID = '000.100.110';
const WAITING = '800.400.500';
const EXPIRED = '100.396.103';
const CANCELLED = '100.396.201';
const HOUR_S = 3_600;

const PAYER: Fields = {
  'customer.givenName': 'Ana',
  'customer.surname': 'Souza',
  'customer.identificationDocType': 'TAXSTATEMENT',
  'customer.identificationDocId': '529.982.247-25',
};
const BRANDS = [...OTHER_BRANDS].filter(([code]) => isPrepayment(code));
/** Of each: what its answer tells the shopper. */
const TOLD: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  BOLETO: { BoletoLine: /^\d{5}\.\d{5} /, BoletoBarcode: /^\d{44}$/ },
  OXXO: { OxxoReference: /^\d{14}$/ },
  PIX: { PixCode: /^000201010212.*br\.gov\.bcb\.pix.*540592\.00.*6304[0-9A-F]{4}$/ },
  PREPAYMENT: { TransferIban: /^DE/, TransferBic: /./, TransferReference: /^RF\d\d/ },
  SIBS_MULTIBANCO: { MultibancoEntity: /^\d{5}$/, MultibancoReference: /^\d{9}$/ },
};

const order = (fields: Fields = {}) =>
  test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'BRL',
    paymentType: 'PA',
    paymentBrand: 'PIX',
    shopperResultUrl: 'https://shop.example/result',
    ...fields,
  });
/** An open voucher. */
const issue = async (fields?: Fields) => (await order(fields)).body;
const read = async (id: string) => (await test.call(`/v1/payments/${id}`)).body;
const receive = (id: string, fields: Fields = {}) =>
  test.call(`/sandbox/payments/${id}/receipt`, { entityId: test.entityId, ...fields });
const refer = (id: string, paymentType: string, fields: Fields = {}) =>
  test.call(`/v1/payments/${id}`, {
    entityId: test.entityId,
    paymentType,
    ...(fields['amount'] && { currency: 'BRL' }),
    ...fields,
  });
const linked = async (id: string) =>
  (await test.call(`/v3/query/${id}?includeLinkedTransactions=true`)).body.records;
/** Epoch milliseconds. */
const channelTime = async () => {
  const clock = await test.call('/sandbox/clock', { entityId: test.entityId, advance: '0' });
  return Date.parse(clock.body.channelTime.replace(/(\+\d\d)(\d\d)$/, '$1:$2'));
};
/** Until the voucher's time is over, and what that makes due is done. */
const expire = async (brand: string) => {
  const { payableHours = 0 } = OTHER_BRANDS.get(brand) ?? {};
  await test.call('/sandbox/clock', {
    entityId: test.entityId,
    advance: String(payableHours * HOUR_S + 1),
  });
  await endOverduePayments(test.gateway);
};

describe.each(BRANDS)('%s', (paymentBrand, { currencies }) => {
  const currency = currencies?.[0] ?? 'EUR';
  const fields = { paymentBrand, currency, ...(paymentBrand === 'BOLETO' && PAYER) };

  it('tells what to pay and until when, and is paid when that has come', async () => {
    const voucher = await issue(fields);
    expect(voucher).toMatchObject({
      paymentType: 'PA',
      result: { code: WAITING },
      redirect: { method: 'GET', url: expect.stringContaining('/v1/vouchers/') },
    });
    for (const [name, pattern] of Object.entries(TOLD[paymentBrand] ?? { none: /$^/ })) {
      expect(voucher.resultDetails[name]).toMatch(pattern);
    }
    const left = Date.parse(voucher.resultDetails.PayableUntil) - (await channelTime());
    const hours = OTHER_BRANDS.get(paymentBrand)?.payableHours ?? 0;
    expect(Math.round(left / HOUR_S / 1000)).toBe(hours);

    const receipt = await receive(voucher.id);
    expect(receipt.status).toBe(200);
    expect(receipt.body).toMatchObject({
      paymentType: 'RC',
      paymentBrand,
      referencedId: voucher.id,
      amount: '92.00',
      result: { code: PAID },
    });
    const paid = await read(voucher.id);
    expect(paid.result.code).toBe(PAID);
    expect(paid.redirect).toBeUndefined();
    // What the shopper was told stays in the answer.
    expect(paid.resultDetails).toMatchObject(voucher.resultDetails);
    expect((await linked(voucher.id)).map(({ paymentType }: Fields) => paymentType)).toEqual([
      'PA',
      'RC',
    ]);
  });

  it('expires, and can be tried again with another way to pay', async () => {
    const { id } = await issue(fields);
    await expire(paymentBrand);
    expect((await read(id)).result.code).toBe(EXPIRED);
  });

  it('is cancelled, and nothing comes for it any more', async () => {
    const { id } = await issue(fields);
    const reversal = await refer(id, 'RV');
    expect(reversal.body).toMatchObject({ paymentType: 'RV', result: { code: PAID } });
    expect((await read(id)).result.code).toBe(CANCELLED);
    const refused = await receive(id);
    expect(refused.status).toBe(400);
    expect(refused.body.result.description).toContain('goes back to its payer');
    expect((await linked(id)).map(({ paymentType }: Fields) => paymentType)).toEqual(['PA', 'RV']);
  });
});

it('a voucher is cancelled for as long as it waits: the cut-off is for what was processed', async () => {
  const { id } = await issue({ paymentBrand: 'PREPAYMENT', currency: 'EUR' });
  await test.call('/sandbox/clock', { entityId: test.entityId, advance: String(25 * HOUR_S) });
  expect((await read(id)).result.code).toBe(WAITING);
  const { body } = await refer(id, 'RV');
  expect(body).toMatchObject({ paymentType: 'RV', result: { code: PAID } });
  expect((await read(id)).result.code).toBe(CANCELLED);
});

describe('money for a voucher', () => {
  it.each(['abc', '0x10', '1e0', '1e3', '-5', '1.0.5'])(
    'that is no amount, %s, is none',
    async (amount) => {
      const { id } = await issue();
      const { status, body } = await receive(id, { amount });
      expect([status, body.result.code]).toEqual([400, '200.300.404']);
      expect(body.result.parameterErrors).toMatchObject([{ name: 'amount', value: amount }]);
      expect(await linked(id)).toHaveLength(1);
    },
  );

  it('that is too little waits for the rest', async () => {
    const { id } = await issue({ paymentBrand: 'PREPAYMENT', currency: 'EUR' });
    expect((await receive(id, { amount: '90.00' })).body).toMatchObject({ amount: '90.00' });
    expect((await read(id)).result.code).toBe(WAITING);
    expect((await receive(id)).body).toMatchObject({ amount: '2.00', result: { code: PAID } });
    expect((await read(id)).result.code).toBe(PAID);
  });

  it('that is too much is not booked, and what is left is said', async () => {
    const { id } = await issue();
    const refused = await receive(id, { amount: '92.01' });
    expect(refused.status).toBe(400);
    expect(refused.body.result).toEqual({
      code: '700.400.100',
      description: expect.stringContaining('92.00 BRL is left of the voucher'),
    });
    expect((await read(id)).result.code).toBe(WAITING);
  });

  it('that comes twice is booked once: a Pix code is used up', async () => {
    const { id } = await issue();
    await receive(id, { reference: 'E2E-1' });
    const second = await receive(id, { reference: 'E2E-2', amount: '92.00' });
    expect(second.status).toBe(400);
    expect(second.body.result.description).toContain('0.00 BRL is left of the voucher');
    expect(await linked(id)).toHaveLength(2);
  });

  it('that is told twice, even at once, is the same receipt', async () => {
    const { id } = await issue();
    const told = await Promise.all(
      Array.from({ length: 5 }, () => receive(id, { reference: 'E2E-1', amount: '92.00' })),
    );
    expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(told.map(({ body }) => body.id)).size).toBe(1);
    expect(await linked(id)).toHaveLength(2);
  });

  it('that is sent again under its key, because no answer came, is the same receipt', async () => {
    const { id } = await issue();
    const send = () =>
      test.call(
        `/sandbox/payments/${id}/receipt`,
        { entityId: test.entityId, amount: '30.00' },
        { headers: { 'idempotency-key': `receipt of ${id}` } },
      );
    const first = await send();
    // As if the instance had died before it could answer.
    const unanswered = { answer: null, lease_until: 0 };
    await test.gateway.db.updateTable('idempotency_keys').set(unanswered).execute();
    expect((await send()).body.id).toBe(first.body.id);
    expect(await linked(id)).toHaveLength(2);
  });

  it('of several payers at once is booked up to its amount', async () => {
    const { id } = await issue();
    const told = await Promise.all(
      Array.from({ length: 6 }, (_, n) => receive(id, { reference: `E2E-${n}`, amount: '46.00' })),
    );
    expect(told.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await read(id)).result.code).toBe(PAID);
  });

  it('that meets a reversal in the same moment waits for what comes of it', async () => {
    const { id } = await issue();
    const set = (state: 'in_doubt' | 'pending') =>
      test.gateway.db.updateTable('payments').set({ state }).where('id', '=', id).execute();
    await set('in_doubt');
    const told = receive(id);
    // Its processor does not let go of it; later than the receipt, or there is nothing to wait for.
    await setTimeout(200);
    await set('pending');
    expect((await told).body).toMatchObject({ paymentType: 'RC', result: { code: PAID } });
    expect((await read(id)).result.code).toBe(PAID);
  });

  it('that comes too late is booked and marked, and the voucher stays expired', async () => {
    const { id } = await issue();
    await expire('PIX');
    const late = await receive(id);
    expect(late.body).toMatchObject({
      paymentType: 'RC',
      result: { code: PAID },
      resultDetails: { LateReceipt: 'true' },
    });
    expect((await read(id)).result.code).toBe(EXPIRED);
    expect((await refer(late.body.id, 'RF', { amount: '92.00' })).body.result.code).toBe(PAID);
  });

  it('is refunded with its receipt, in parts, and no further', async () => {
    const { id } = await issue();
    const receipt = (await receive(id)).body;
    const onVoucher = await refer(id, 'RF', { amount: '10.00' });
    expect(onVoucher.status).toBe(400);
    expect(onVoucher.body.result.description).toContain('is refunded with its RC');
    expect((await refer(receipt.id, 'RF', { amount: '40.00' })).body).toMatchObject({
      referencedId: receipt.id,
      result: { code: PAID },
    });
    const beyond = await refer(receipt.id, 'RF', { amount: '52.01' });
    expect(beyond.body.result.code).toBe('700.400.200');
    expect((await refer(receipt.id, 'RF', { amount: '52.00' })).body.result.code).toBe(PAID);
  });

  it('that has come keeps the voucher from being reversed', async () => {
    const { id } = await issue();
    await receive(id, { amount: '1.00' });
    expect((await refer(id, 'RV')).body.result.code).toBe('700.300.700');
    await receive(id);
    expect((await refer(id, 'RV')).body.result.code).toBe('700.300.700');
  });

  it('stands in the settlement, with a refund of it', async () => {
    const { id } = await issue({ paymentBrand: 'PREPAYMENT', currency: 'CHF' });
    const receipt = (await receive(id)).body;
    await refer(receipt.id, 'RF', { amount: '2.00', currency: 'CHF' });
    const day = new Date(await channelTime()).toISOString().slice(0, 10);
    const query = { entityId: test.entityId, 'date.from': day, 'date.to': day, currency: 'CHF' };
    const { body } = await test.call(
      `/reports/v1/reconciliations/aggregations?${new URLSearchParams(query)}`,
    );
    expect(body.aggregations[0].summary).toContainEqual({
      reconciliationType: 'SETTLED',
      count: 2,
      amount: '90.00',
    });
  });

  it('comes for no payment that is no voucher', async () => {
    const { id } = (await order({ paymentBrand: 'PAYPAL', paymentType: 'DB', currency: 'EUR' }))
      .body;
    const refused = await receive(id);
    expect(refused.status).toBe(400);
    expect(refused.body.result.description).toContain('this payment is no voucher');
  });

  it('is what the sandbox decides an open voucher by', async () => {
    const accepted = (await issue()).id;
    const settle = (id: string, result: string) =>
      test.call(`/sandbox/payments/${id}/settle`, { entityId: test.entityId, result });
    expect((await settle(accepted, 'accept')).body).toMatchObject({
      paymentType: 'PA',
      result: { code: PAID },
    });
    expect(await linked(accepted)).toHaveLength(2);
    const declined = (await issue()).id;
    await settle(declined, 'decline');
    expect((await read(declined)).result.code).toBe('100.397.102');
  });
});

describe('a request that makes no sense', () => {
  const BOLETO = { paymentBrand: 'BOLETO', ...PAYER };
  const CARD = {
    'card.number': '4200000000000000',
    'card.expiryMonth': '05',
    'card.expiryYear': '2034',
    'card.holder': 'Ana Souza',
    'card.cvv': '123',
  };

  it.each<[string, Fields, RegExp]>([
    [
      'a CPF with a wrong check digit',
      { ...BOLETO, 'customer.identificationDocId': '529.982.247-24' },
      /customer\.identificationDocId must be a CPF or CNPJ with right check digits with BOLETO/,
    ],
    [
      'a CNPJ with a wrong check digit',
      { ...BOLETO, 'customer.identificationDocId': '11.222.333/0001-82' },
      /customer\.identificationDocId must be a CPF or CNPJ/,
    ],
    [
      'no tax number',
      { paymentBrand: 'BOLETO', 'customer.givenName': 'Ana', 'customer.surname': 'Souza' },
      /customer\.identificationDocId is required/,
    ],
    ['another currency', { ...BOLETO, currency: 'EUR' }, /currency must be BRL with BOLETO/],
    ['a debit', { paymentType: 'DB' }, /paymentType must be PA with PIX.*received later \(RC\)/],
    ['an amount of zero', { amount: '0.00' }, /amount must be more than 0/],
    ['to be stored', { createRegistration: 'true' }, /createRegistration must not be true/],
    ['the first of a chain', { recurringType: 'INITIAL' }, /recurringType must not be INITIAL/],
    ['a later one', { recurringType: 'REPEATED' }, /recurringType must not be REPEATED/],
    [
      'installments',
      { 'recurring.numberOfInstallments': '3' },
      /numberOfInstallments must not be sent with PIX: it is for cards only/,
    ],
    [
      'a receipt',
      { paymentType: 'RC' },
      /must be one of PA, DB, CD: RC is made by the gateway, when the money of a voucher has come/,
    ],
  ])('%s is refused by name', async (_, fields, expected) => {
    const { status, body } = await order(fields);
    expect(status).toBe(400);
    const said = body.result.parameterErrors.map(
      ({ name, message }: Fields) => `${name} ${message}`,
    );
    expect(said.join('; ')).toMatch(expected);
  });

  it('a card with a Boleto is refused, and its number not repeated', async () => {
    const { status, body } = await order({ ...BOLETO, ...CARD });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).not.toContain('4200000000000000');
  });

  it('a receipt of a voucher cannot be asked for', async () => {
    const { id } = await issue();
    for (const type of ['RC', 'RB']) {
      const { status, body } = await refer(id, type, { amount: '92.00', currency: 'BRL' });
      expect(status).toBe(400);
      const [error] = body.result.parameterErrors;
      expect(error).toMatchObject({ name: 'paymentType', value: type });
      expect(error.message).toMatch(/^must be one of CP, RV, RF: R[CB] is (made|reported) by/);
    }
  });

  it('a voucher is not captured', async () => {
    const { id } = await issue();
    const { body } = await refer(id, 'CP', { amount: '92.00', currency: 'BRL' });
    expect(body.result.code).toBe('700.400.510');
    await receive(id);
    const after = await refer(id, 'CP', { amount: '92.00', currency: 'BRL' });
    expect(after.body.result.description).toContain('PIX is not captured');
  });
});

it('takes the CPF that its tests send', () => {
  expect(isBrazilianTaxNumber(String(PAYER['customer.identificationDocId']))).toBe(true);
});
