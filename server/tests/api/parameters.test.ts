/** Every row of every parameter table of the API document, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPending, isSuccess } from '../../../contract/result-codes.ts';
import {
  brief,
  CARD,
  echoOf,
  expectInvalid,
  ignoredIn,
  inShort,
  PAYMENT,
  SUCCESS,
  startMerchant,
} from '../support/merchant.ts';
import { type Answer, CHECKOUT, type Fields } from '../support/test-gateway.ts';
import { CONDITIONS, type Operation, type Row, TABLES } from './parameter-tables.ts';

const merchant = await startMerchant();
afterAll(() => merchant[Symbol.asyncDispose]());
const { call, entityId, payment, paymentId, refer, register, payStored } = merchant;

let registrationId: string;
beforeAll(async () => {
  registrationId = (await register()).body.id;
});

const AUTHORISED: Fields = { amount: '9999999999.99', paymentType: 'PA' };

/** A request that is accepted, with what is given on top. */
const OPERATIONS: Record<Operation, (fields: Fields) => Promise<Answer>> = {
  payment: (fields) => payment(fields),
  checkout: (fields) => call('/v1/checkouts', { entityId, ...CHECKOUT, ...fields }),
  registration: (fields) => register(fields),
  stored: (fields) => payStored(registrationId, fields),
  reference: async (fields) =>
    refer(await paymentId(AUTHORISED), {
      amount: '1.00',
      currency: 'EUR',
      paymentType: 'CP',
      ...fields,
    }),
};

const code = (operation: Operation) => (operation === 'checkout' ? '000.200.100' : SUCCESS);

const casesOf = (rows: readonly Row[], values: (row: Row) => readonly string[]) =>
  rows.flatMap((row) =>
    row.on.flatMap((operation) =>
      values(row).map((value) => ({
        row,
        operation,
        value,
        title: `${operation}: ${row.name}=${brief(value)}`,
      })),
    ),
  );

/** The pattern that a value has to match, as a refusal tells it. */
const patternIn = (message: string): RegExp | undefined => {
  const [, source] = /^must match (\^.*\$) \(/.exec(message) ?? [];
  return source === undefined ? undefined : new RegExp(source, 'u');
};

const isOfAnotherCurrency = ({ row, operation, value }: ReturnType<typeof casesOf>[number]) =>
  operation === 'reference' && row.name === 'currency' && value !== 'EUR';

describe.each(TABLES)('$title', ({ rows }) => {
  const accepted = casesOf(rows, (row) => row.accepted).filter(
    (each) => !isOfAnotherCurrency(each),
  );
  const refused = casesOf(rows, (row) => row.refused);
  const required = rows.flatMap((row) =>
    (row.required ?? []).map((operation) => ({ row, operation })),
  );

  it.each(accepted)('$title is accepted', async ({ row, operation, value }) => {
    const answer = await OPERATIONS[operation]({ ...row.along, [row.name]: value });
    const expected = row.answered ?? code(operation);
    const isFine = isSuccess(expected) || isPending(expected);
    expect({ ...inShort(answer), errors: answer.body.result.parameterErrors }).toEqual({
      status: isFine ? 200 : 400,
      code: expected,
      errors: isFine ? undefined : answer.body.result.parameterErrors,
    });
    expect(ignoredIn(answer)).toEqual([]);
    if (row.echoed && operation === 'payment') {
      const echo = row.echoed === true ? value : row.echoed(value);
      expect(echoOf(answer.body, row.name)).toEqual(echo);
      const read = await merchant.read(answer.body.id);
      expect(echoOf(read.body, row.name)).toEqual(echo);
    }
  });

  it.each(refused)('$title is refused by name', async ({ row, operation, value }) => {
    const before = await merchant.countPayments();
    const answer = await OPERATIONS[operation]({ ...row.along, [row.name]: value });
    expectInvalid(answer, row.name);
    const [error] = answer.body.result.parameterErrors;
    // A card number in the wrong field is not repeated either.
    const isHidden = row.secret || value === CARD['card.number'];
    expect(error.value).toBe(row.shown ?? (isHidden ? null : value));
    expect(error.message).toMatch(/\w/);
    if (!isHidden) expect(patternIn(error.message)?.test(value)).not.toBe(true);
    expect(await merchant.countPayments()).toBe(before + (operation === 'reference' ? 1 : 0));
  });

  if (required.length > 0) {
    it.each(required)('$operation: $row.name is required', async ({ row, operation }) => {
      for (const missing of [undefined, '']) {
        const answer = await OPERATIONS[operation]({ ...row.along, [row.name]: missing });
        expectInvalid(answer, row.name);
        expect(answer.body.result.parameterErrors[0].value).toBe(null);
      }
    });
  }
});

describe('parameters that depend on each other', () => {
  it.each(CONDITIONS)('$rule', async ({ on, send, named, answered = {}, where }) => {
    if (where) await merchant.set(where);
    const answer = await OPERATIONS[on](send);
    if (where) {
      await merchant.set(Object.fromEntries(Object.keys(where).map((name) => [name, false])));
    }
    if (named.length > 0) return expectInvalid(answer, ...named);
    expect(inShort(answer)).toEqual({ status: 200, code: code(on) });
    for (const [name, value] of Object.entries(answered)) {
      expect(echoOf(answer.body, name)).toEqual(value);
    }
  });
});

describe('parameters of another operation are never taken in silence', () => {
  it.each<[operation: Operation, fields: Fields]>([
    ['registration', { 'overridePaymentType[VISA]': 'PA' }],
    ['registration', { amount: '92.00' }],
    ['registration', { paymentType: 'DB' }],
    ['payment', { 'shipping.customer.browserFingerprint.id': 'x' }],
    ['payment', { nonsense: 'x' }],
    ['stored', { 'card.number': '4111111111111111' }],
    ['stored', { createRegistration: 'true' }],
    ['reference', { 'card.number': '4111111111111111' }],
    ['reference', { createRegistration: 'true' }],
  ])('%s: %o', async (operation, fields) => {
    const answer = await OPERATIONS[operation](fields);
    expect(inShort(answer)).toEqual({ status: 200, code: SUCCESS });
    expect(ignoredIn(answer)).toEqual(Object.keys(fields));
  });

  it.each(['payment', 'stored'] as const)(
    '%s: a payment type for one brand is refused, where it would be charged',
    async (operation) => {
      const before = await merchant.countPayments();
      const answer = await OPERATIONS[operation]({ 'overridePaymentType[VISA]': 'PA' });
      expectInvalid(answer, 'overridePaymentType[VISA]');
      expect(answer.body.result.parameterErrors[0].value).toBe('PA');
      expect(await merchant.countPayments()).toBe(before);
    },
  );

  it('a payment type for one brand is for new checkouts only: an update ignores it', async () => {
    const id = await merchant.createCheckout();
    const update = { entityId, 'overridePaymentType[VISA]': 'PA' };
    expect(ignoredIn(await call(`/v1/checkouts/${id}`, update))).toEqual([
      'overridePaymentType[VISA]',
    ]);
    await merchant.pay(id);
    const { body } = await call(`/v1/checkouts/${id}/payment?entityId=${entityId}`);
    expect(body.paymentType).toBe('DB');
  });

  it.each(Object.keys(CARD).filter((name) => name.startsWith('card.')))(
    'checkout: %s is refused',
    async (name) => {
      const answer = await OPERATIONS.checkout({ [name]: CARD[name] });
      expectInvalid(answer, name);
    },
  );
});

describe('parameters stand', () => {
  it('in the body of a post: its address is not read', async () => {
    const answer = await call('/v1/payments?amount=92.00', {
      entityId,
      ...PAYMENT,
      amount: undefined,
    });
    expectInvalid(answer, 'amount');
  });

  it('in the address of a GET and of a DELETE, with entityId and testMode', async () => {
    const id = await paymentId();
    const { body } = await register();
    const paths = [`/v1/payments/${id}`, `/v1/registrations/${body.id}`];
    for (const [index, method] of ['GET', 'DELETE'].entries()) {
      const at = (query: string) => call(`${paths[index]}?${query}`, undefined, { method });
      expectInvalid(await at(`entityId=${'f'.repeat(32)}`), 'entityId');
      expect((await at(`entityId=${entityId}&testMode=INTERNAL`)).status).toBe(200);
    }
  });
});

describe('a card that cannot be right', () => {
  it.each<[why: string, fields: Fields, code: string, name: string]>([
    ['against Luhn', { 'card.number': '4200000000000001' }, '100.100.101', 'card.number'],
    [
      'of a length that its brand lacks',
      { 'card.number': '42000000000000' },
      '100.100.101',
      'card.number',
    ],
    ['expired', { 'card.expiryYear': '1999' }, '100.100.303', 'card.expiryYear'],
    ['of another brand', { paymentBrand: 'MASTER' }, '100.100.700', 'paymentBrand'],
    ['with a CVV of four digits on Visa', { 'card.cvv': '1234' }, '100.100.601', 'card.cvv'],
  ])('%s', async (_why, fields, expected, name) => {
    for (const operation of ['payment', 'registration'] as const) {
      const answer = await OPERATIONS[operation](fields);
      expect(inShort(answer)).toEqual({ status: 400, code: expected });
      expect(answer.body.result.parameterErrors).toMatchObject([{ name }]);
      expect(JSON.stringify(answer.body)).not.toContain(
        fields['card.number'] ?? CARD['card.number'],
      );
    }
  });

  it.each(['X', 'MASTERCARD', 'X'.repeat(32)])('of the unknown brand %s', async (paymentBrand) => {
    const { status, body } = await payment({ paymentBrand });
    expect(status).toBe(400);
    expect(body.result.code).toMatch(/^600\.200\.[58]00$/);
    expect(body.result.parameterErrors).toMatchObject([{ name: 'paymentBrand' }]);
  });
});

describe('a request says all that is wrong with it', () => {
  it('in one answer, in the order of the document', async () => {
    const answer = await payment({
      amount: '1.5',
      currency: 'euro',
      'card.number': '4200',
      'card.cvv': '12',
      'customer.status': 'OLD',
      'risk.brand': 'x'.repeat(256),
    });
    expectInvalid(
      answer,
      'amount',
      'currency',
      'card.number',
      'card.cvv',
      'customer.status',
      'risk.brand',
    );
    expect(JSON.stringify(answer.body.result)).not.toContain('4200');
  });

  it('and everything at once is accepted, but streets beside house numbers', async () => {
    const fields = Object.fromEntries(
      TABLES.flatMap(({ rows }) => rows)
        .filter(({ on, accepted, answered }) => on.includes('payment') && accepted[0] && !answered)
        .filter(({ name }) => !(name in PAYMENT))
        .map(({ name, accepted }) => [name, accepted[0]]),
    );
    const answer = await payment({
      ...fields,
      recurringType: 'INITIAL',
      'standingInstruction.mode': 'INITIAL',
      'standingInstruction.source': 'CIT',
      'customParameters[payment_retrial]': 'false',
    });
    expect({ ...inShort(answer), errors: answer.body.result.parameterErrors }).toEqual({
      status: 200,
      code: SUCCESS,
      errors: undefined,
    });
    expect(ignoredIn(answer)).toEqual(['billing.street2', 'shipping.street2']);
  });
});

describe('who is asking', () => {
  it.each([
    ['no header', '', 401],
    ['Basic instead of Bearer', 'Basic dTpw', 401],
    ['an empty token', 'Bearer ', 401],
    ['an unknown token', `Bearer ${'x'.repeat(43)}`, 403],
  ])('%s', async (_name, authorization, status) => {
    const headers = { authorization };
    for (const answer of [
      await payment({}, { headers }),
      await refer('0'.repeat(32), { paymentType: 'RV' }, { headers }),
      await call(`/v1/payments/${'0'.repeat(32)}`, undefined, { headers }),
      await register({}, { headers }),
      await payStored('0'.repeat(32), {}, { headers }),
      await call(`/v1/registrations/${'0'.repeat(32)}`, undefined, { method: 'DELETE', headers }),
      await call('/v1/query?merchantTransactionId=order-4711', undefined, { headers }),
    ]) {
      expect(inShort(answer)).toEqual({ status, code: '800.900.300' });
    }
  });
});
