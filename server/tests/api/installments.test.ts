/** Installments: counts, minimums and the plan, by the document's table of limits, which is read here. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTable } from '../../../conformance/statements.ts';
import {
  ACCEPTED,
  CARD,
  expectInvalid,
  inShort,
  type Merchant,
  startMerchant,
} from '../support/merchant.ts';
import type { Answer, Fields } from '../support/test-gateway.ts';

const COUNT = 'recurring.numberOfInstallments';

const LIMITS = new Map(
  readTable('gateway-api', 'Limits').map(({ Limit = '', Value = '' }) => [Limit, Value]),
);
/** What the document says of a limit. */
const limit = (name: string, value: RegExp): string[] => {
  const found = [...(LIMITS.get(name) ?? '').matchAll(new RegExp(value, 'g'))];
  if (found.length === 0) throw new Error(`the limit "${name}" has no ${value}`);
  return found.map(([all, group = all]) => group);
};
const [MOST = ''] = limit('Installments, technical maximum', /^\d+/);
const [LEAST_PART = ''] = limit('Installment amount, Brazil', /\d+\.\d\d/);

const anywhere = await startMerchant();
const brazil = await startMerchant({ country: 'BR' });
const mexico = await startMerchant({ country: 'MX' });
afterAll(async () => {
  for (const each of [anywhere, brazil, mexico]) await each[Symbol.asyncDispose]();
});

const CURRENCY = new Map<Merchant, string>([
  [anywhere, 'EUR'],
  [brazil, 'BRL'],
  [mexico, 'MXN'],
]);

const pay = (at: Merchant, amount: string, count: number | string, fields: Fields = {}) =>
  at.payment({ amount, currency: CURRENCY.get(at), [COUNT]: String(count), ...fields });

const written = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const cents = (amount: string) => Number(amount.replace('.', ''));

/** The total divided and rounded half up; the whole difference, of either sign, to the first part. */
const planOf = (total: number, count: number): number[] => {
  const part = Math.floor((2 * total + count) / (2 * count));
  return [total - part * (count - 1), ...Array.from({ length: count - 1 }, () => part)];
};

const partsOf = ({ body }: Answer): number[] =>
  body.recurring.installments.map(({ amount }: { amount: string }) => cents(amount));

describe('the plan', () => {
  it.each([
    ['92.00', 1, ['92.00']],
    ['92.00', 2, ['46.00', '46.00']],
    ['100.00', 3, ['33.34', '33.33', '33.33']],
    ['92.00', 3, ['30.66', '30.67', '30.67']],
    ['200.00', 3, ['66.66', '66.67', '66.67']],
    ['100.01', 2, ['50.00', '50.01']],
    ['100.00', 7, ['14.26', ...Array(6).fill('14.29')]],
    ['100.00', 12, ['8.37', ...Array(11).fill('8.33')]],
    ['9999999999.99', 12, ['833333333.36', ...Array(11).fill('833333333.33')]],
  ] as const)('of %s in %i parts', async (amount, count, parts) => {
    const answer = await pay(anywhere, amount, count);
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body.amount).toBe(amount);
    expect(answer.body.recurring).toEqual({
      numberOfInstallments: count,
      installments: parts.map((part) => ({ amount: part })),
    });
    expect((await anywhere.read(answer.body.id)).body.recurring).toEqual(answer.body.recurring);
  });

  it('adds up to the total, for any total and count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 100, max: 999_999_999_999 }),
        fc.integer({ min: 1, max: 12 }),
        async (total, count) => {
          const answer = await pay(anywhere, written(total), count);
          expect(inShort(answer)).toEqual(ACCEPTED);
          const parts = partsOf(answer);
          expect(parts).toEqual(planOf(total, count));
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
          expect(Math.min(...parts)).toBeGreaterThan(0);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['JPY', '100', ['34.00', '33.00', '33.00']],
    ['KWD', '10.00', ['3.34', '3.33', '3.33']],
  ])('in %s has parts that can be written and paid', async (currency, amount, parts) => {
    const answer = await pay(anywhere, amount, 3, { currency });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(answer.body.recurring.installments).toEqual(parts.map((part) => ({ amount: part })));
  });

  it('has no part below nothing, however small the total', async () => {
    for (let total = 1; total < 100; total += 1) {
      const answer = await pay(anywhere, written(total), 12);
      if (answer.status === 200) {
        expect(partsOf(answer)).toEqual(planOf(total, 12));
        expect(Math.min(...partsOf(answer)), written(total)).toBeGreaterThanOrEqual(0);
      } else {
        expectInvalid(answer, COUNT);
      }
    }
  });

  it('is absent without installments', async () => {
    expect((await anywhere.payment()).body).not.toHaveProperty('recurring');
  });

  it('of a checkout is read with its status', async () => {
    const id = await anywhere.createCheckout({ [COUNT]: '3' });
    await anywhere.pay(id);
    const { body } = await anywhere.call(
      `/v1/checkouts/${id}/payment?entityId=${anywhere.entityId}`,
    );
    expect(body.recurring).toEqual({
      numberOfInstallments: 3,
      installments: [{ amount: '30.66' }, { amount: '30.67' }, { amount: '30.67' }],
    });
  });

  it('may be the shopper’s choice', async () => {
    const id = await anywhere.createCheckout();
    await anywhere.pay(id, { [COUNT]: '2' });
    const { body } = await anywhere.call(
      `/v1/checkouts/${id}/payment?entityId=${anywhere.entityId}`,
    );
    expect(body.recurring.installments).toEqual([{ amount: '46.00' }, { amount: '46.00' }]);
  });
});

describe('the maximum', () => {
  it.each([String(Number(MOST) + 1), '0', '99'])('%s is refused', async (count) => {
    expectInvalid(await pay(anywhere, '92.00', count), COUNT);
  });

  it('itself is accepted', async () => {
    expect(inShort(await pay(anywhere, '92.00', MOST))).toEqual(ACCEPTED);
  });

  it('of the channel may be lower', async () => {
    await anywhere.set({ maxInstallments: 6 });
    const [six, seven] = [await pay(anywhere, '92.00', 6), await pay(anywhere, '92.00', 7)];
    await anywhere.set({ maxInstallments: 12 });
    expect(inShort(six)).toEqual(ACCEPTED);
    expectInvalid(seven, COUNT);
  });

  it.each([
    ['3', ACCEPTED],
    ['13', undefined],
  ])('holds for an authentication of %s as for the payment that comes later', async (count, as) => {
    const answer = await brazil.call('/v1/threeDSecure', {
      ...{ entityId: brazil.entityId, ...CARD, amount: '92.00', currency: 'BRL', [COUNT]: count },
      shopperResultUrl: 'https://shop.example/result',
    });
    if (!as) return expectInvalid(answer, COUNT);
    expect(answer.body.result.parameterErrors).toBeUndefined();
    expect(answer.status).toBe(200);
  });

  it('holds for stored cards', async () => {
    const { body } = await anywhere.register();
    expectInvalid(await anywhere.payStored(body.id, { [COUNT]: '13' }), COUNT);
  });

  it('refuses a checkout as well', async () => {
    const answer = await anywhere.call('/v1/checkouts', {
      entityId: anywhere.entityId,
      amount: '92.00',
      currency: 'EUR',
      paymentType: 'DB',
      [COUNT]: '13',
    });
    expectInvalid(answer, COUNT);
  });
});

describe('Brazil', () => {
  it.each(['DB', 'PA'])('%s is paid in parts of at least 5.00', async (paymentType) => {
    const answer = await pay(brazil, '60.00', 12, { paymentType });
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(partsOf(answer)).toEqual(Array(12).fill(500));
  });

  it('a preauthorisation in parts is captured', async () => {
    const { body } = await pay(brazil, '100.00', 3, { paymentType: 'PA' });
    const capture = { paymentType: 'CP', amount: '100.00', currency: 'BRL' };
    expect(inShort(await brazil.refer(body.id, capture))).toEqual(ACCEPTED);
  });

  it.each([
    ['59.99', 12],
    ['9.99', 2],
    ['14.99', 3],
    ['34.98', 7],
  ])('%s in %i parts is refused: one would be below 5.00', async (amount, count) => {
    expectInvalid(await pay(brazil, amount, count), COUNT);
  });

  it('takes exactly those totals of which each part is at least 5.00', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: -60, max: 60 }),
        async (count, aside) => {
          const total = cents(LEAST_PART) * count + aside;
          const answer = await pay(brazil, written(total), count);
          const plan = planOf(total, count);
          if (Math.min(...plan) < cents(LEAST_PART)) return expectInvalid(answer, COUNT);
          expect(inShort(answer)).toEqual(ACCEPTED);
          expect(partsOf(answer)).toEqual(plan);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('a credit cannot be paid in parts', async () => {
    expectInvalid(await pay(brazil, '60.00', 2, { paymentType: 'CD' }), COUNT);
  });

  it.each(['EUR', 'USD', 'MXN'])('only in its own currency: %s is refused', async (currency) => {
    expectInvalid(await pay(brazil, '60.00', 2, { currency }), 'currency');
  });

  it('without parts it is an ordinary channel', async () => {
    for (const fields of [{}, { paymentType: 'CD' }, { amount: '1.00' }, { currency: 'BRL' }]) {
      expect(inShort(await brazil.payment(fields))).toEqual(ACCEPTED);
    }
  });
});

describe('Mexico', () => {
  const COUNTS = limit('Installment total, Mexico', /for (\d+)/);
  const TOTALS = limit('Installment total, Mexico', /(\d+\.\d\d) for/);
  const MINIMUM = COUNTS.map((count, n) => [count, TOTALS[n] ?? ''] as const);
  const [UNSUPPORTED = ''] = limit('Installments, Mexico', /Other counts \(([\d, ]+)\)/);

  it('takes the counts of the document', () => {
    const [counts] = limit('Installments, Mexico', /^Exactly (.+) installments/);
    expect(COUNTS).toEqual(counts?.split(/, | or /));
  });

  it.each(MINIMUM)('in %s parts from %s on', async (count, amount) => {
    const answer = await pay(mexico, amount, count);
    expect(inShort(answer)).toEqual(ACCEPTED);
    expect(partsOf(answer)).toEqual(Array(Number(count)).fill(10_000));
  });

  it.each(MINIMUM)('in %s parts, less than %s is refused', async (count, minimum) => {
    const answer = await pay(mexico, written(cents(minimum) - 1), count);
    expectInvalid(answer, COUNT);
  });

  // By rounding the first part of some is a few cents below the others: it is the total that counts.
  it.each(MINIMUM)('in %s parts from %s on, cent by cent', async (count, amount) => {
    for (let more = 1; more < Number(count); more += 1) {
      const answer = await pay(mexico, written(cents(amount) + more), count);
      expect(inShort(answer)).toEqual(ACCEPTED);
      expect(partsOf(answer)).toEqual(planOf(cents(amount) + more, Number(count)));
    }
  });

  it.each(UNSUPPORTED.split(', ').map(Number))('%i parts are refused', async (count) => {
    expectInvalid(await pay(mexico, '5000.00', count), COUNT);
  });

  it.each(['PA', 'CD'])('%s is refused', async (paymentType) => {
    for (const card of [CARD, { paymentBrand: 'MASTER', 'card.number': '5454545454545454' }]) {
      expectInvalid(await pay(mexico, '5000.00', 3, { paymentType, ...card }), COUNT);
    }
  });

  it.each(['EUR', 'USD', 'BRL'])('only in its own currency: %s is refused', async (currency) => {
    expectInvalid(await pay(mexico, '5000.00', 3, { currency }), 'currency');
  });

  it('takes exactly the counts and totals of the document', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 20_000, max: 140_000 }),
        async (count, total) => {
          const answer = await pay(mexico, written(total), count);
          if (count % 3 !== 0 || total < count * 10_000) return expectInvalid(answer, COUNT);
          expect(inShort(answer)).toEqual(ACCEPTED);
          expect(partsOf(answer)).toEqual(planOf(total, count));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the channel’s maximum holds as well', async () => {
    await mexico.set({ maxInstallments: 6 });
    const [six, nine] = [await pay(mexico, '5000.00', 6), await pay(mexico, '5000.00', 9)];
    await mexico.set({ maxInstallments: 12 });
    expect(inShort(six)).toEqual(ACCEPTED);
    expectInvalid(nine, COUNT);
  });

  it('without parts a preauthorisation is ordinary', async () => {
    expect(inShort(await mexico.payment({ paymentType: 'PA' }))).toEqual(ACCEPTED);
  });
});

describe('the hosted form in Mexico', () => {
  let id: string;
  beforeAll(async () => {
    id = await mexico.createCheckout({ amount: '600.00', currency: 'MXN' });
  });

  it('refuses a choice that is not offered, and takes another', async () => {
    expectInvalid(await mexico.pay(id, { [COUNT]: '4' }), COUNT);
    expect((await mexico.pay(id, { [COUNT]: '6' })).status).toBe(200);
    const { body } = await mexico.call(`/v1/checkouts/${id}/payment?entityId=${mexico.entityId}`);
    expect(body.recurring).toEqual({
      numberOfInstallments: 6,
      installments: Array(6).fill({ amount: '100.00' }),
    });
  });
});

describe('other ways to pay cannot be paid in parts', () => {
  const CARDLESS = Object.fromEntries(Object.keys(CARD).map((name) => [name, undefined]));
  const BRANDS: [brand: string, fields: Fields][] = [
    ['PAYPAL', {}],
    ['PAYSAFECARD', { 'virtualAccount.accountId': 'jane', 'virtualAccount.password': 'secret' }],
  ];
  const shopperResultUrl = 'https://shop.example/result';

  it.each(BRANDS)('%s of a server', async (paymentBrand, fields) => {
    const before = await anywhere.countPayments();
    const all = { ...CARDLESS, ...fields, shopperResultUrl, paymentBrand };
    const answer = await pay(anywhere, '92.00', 3, all);
    expectInvalid(answer, COUNT);
    expect(answer.body.result.parameterErrors[0]).toMatchObject({
      value: '3',
      message: expect.stringContaining(`${paymentBrand}: it is for cards only`),
    });
    expect(await anywhere.countPayments()).toBe(before);
  });

  it.each(BRANDS)('%s of a checkout that is made for it', async (paymentBrand) => {
    const { entityId, call } = anywhere;
    const money = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
    const answer = await call('/v1/checkouts', { entityId, ...money, paymentBrand, [COUNT]: '3' });
    expectInvalid(answer, COUNT);
  });

  it.each(BRANDS)('%s of a checkout with a fixed number', async (paymentBrand, fields) => {
    const id = await anywhere.createCheckout({ [COUNT]: '3' });
    const { brands } = (await anywhere.call(`/v1/checkouts/${id}/form?brands=VISA,${paymentBrand}`))
      .body;
    expect(Object.keys(brands)).toEqual(['VISA']);
    expectInvalid(await anywhere.pay(id, { ...CARDLESS, ...fields, paymentBrand }), COUNT);
  });

  it.each(BRANDS)('%s with a number of the shopper’s', async (paymentBrand, fields) => {
    const id = await anywhere.createCheckout();
    const answer = await anywhere.pay(id, { ...CARDLESS, ...fields, paymentBrand, [COUNT]: '3' });
    expectInvalid(answer, COUNT);
  });
});
