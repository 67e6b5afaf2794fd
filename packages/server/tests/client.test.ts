/** The client with a real gateway. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withinOneDay } from '../../../server/tests/support/one-window.ts';
import { startAlone } from '../../../server/tests/support/test-gateway.ts';
import {
  createClient,
  InvalidRequestError,
  NotFoundError,
  type Notice,
  outcomeOf,
  type Parameters,
} from '../src/index.ts';

beforeAll(() => withinOneDay(), 90_000);
const gateway = await startAlone();
afterAll(() => gateway[Symbol.asyncDispose]());
const { url, entityId, token: accessToken } = gateway;
const notices: Notice[] = [];
const client = createClient({ url, entityId, accessToken, onNotice: (one) => notices.push(one) });

const CARD = {
  paymentBrand: 'VISA',
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
} as const;
const PAYMENT = { amount: '92.00', currency: 'EUR', paymentType: 'DB', ...CARD } as const;
const pay = (more: Partial<Parameters> = {}) => client.payments.create({ ...PAYMENT, ...more });

describe('a merchant’s server', () => {
  it('lets a shopper pay in a checkout, and reads what came of it', async () => {
    const { paymentBrand: _, ...money } = { ...PAYMENT };
    const { id, integrity } = await client.checkouts.create({
      amount: money.amount,
      currency: money.currency,
      paymentType: 'DB',
      integrity: true,
    });
    expect(integrity).toMatch(/^sha384-/);
    expect(outcomeOf(await client.checkouts.payment(id))).toMatchObject({ category: 'pending' });
    await client.checkouts.pay(id, { ...CARD, shopperResultUrl: 'https://shop.example/result' });
    const payment = await client.checkouts.payment(id);
    expect(payment).toMatchObject({
      amount: '92.00',
      currency: 'EUR',
      card: { last4Digits: '0000' },
    });
    expect(outcomeOf(payment)).toEqual({
      category: 'success',
      code: '000.100.110',
      group: 'SUCCESS',
      needsReview: false,
    });
  });

  it('reserves, captures in parts, refunds and reverses', async () => {
    const { id } = await pay({ paymentType: 'PA' });
    const part = await client.payments.capture(id, { amount: '50.00', currency: 'EUR' });
    expect(part).toMatchObject({ paymentType: 'CP', referencedId: id });
    const refund = await client.payments.refund(part.id, { amount: '10.00', currency: 'EUR' });
    // @ts-expect-error: how much is to be given back?
    await expect(client.payments.refund(part.id)).rejects.toThrow(/amount is required/);
    expect(outcomeOf(refund).category).toBe('success');
    const other = await pay({ paymentType: 'PA' });
    expect(await client.payments.reverse(other.id)).toMatchObject({ paymentType: 'RV' });
    const read = await client.payments.read(other.id);
    expect(read.amount).toBe('92.00');
  });

  it('stores a card, pays with it, and forgets it', async () => {
    const { id } = await client.registrations.create(CARD);
    const { category } = outcomeOf(
      await client.registrations.pay(id, { amount: '1.00', currency: 'EUR', paymentType: 'DB' }),
    );
    expect(category).toBe('success');
    await client.registrations.delete(id);
    await expect(client.registrations.read(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it.each([
    ['4200000000001016', { category: 'declined', code: '800.100.152', advice: 'use-another-card' }],
    ['4200000000001032', { category: 'declined', code: '800.100.157', advice: 'check-card' }],
    ['4200000000001040', { category: 'declined', code: '800.100.159', advice: 'do-not-retry' }],
    ['4200000000001073', { category: 'error', code: '999.999.999' }],
  ])('is answered when a payment fails: %s', async (number, outcome) => {
    const payment = await pay({ 'card.number': number });
    expect(payment.id).toMatch(/^[0-9a-f]{32}$/);
    expect(outcomeOf(payment)).toMatchObject(outcome);
  });

  it('pays once, however often it says so under one key', async () => {
    const once = () => client.payments.create(PAYMENT, { idempotencyKey: 'order-4711' });
    const [one, two] = await Promise.all([once(), once()]);
    expect(two.id).toBe(one.id);
  });

  it('is told of a wrong name in an error and in a notice', async () => {
    const { amount: _, ...rest } = PAYMENT;
    const wrong = client.payments.create({ ...rest, ammount: '92.00' } as never);
    await expect(wrong).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(wrong).rejects.toMatchObject({
      parameterErrors: [{ name: 'amount' }],
      parameterHints: [{ name: 'ammount', nearest: 'amount' }],
    });
    await pay({ 'customer.mail': 'a@shop.example' } as never);
    expect(notices.at(-1)).toEqual({
      request: 'POST /v1/payments',
      message:
        'was made without parameters that it does not read: customer.mail\n' +
        '  customer.mail is not a parameter: did you mean customer.email?',
    });
  });

  it('reads all payments of a period, page by page', async () => {
    const { id } = await pay({ merchantTransactionId: 'order-of-the-list' });
    const day = new Date().toISOString().slice(0, 10);
    const found: string[] = [];
    for await (const payment of client.payments.list({
      'date.from': `${day} 00:00:00`,
      'date.to': `${day} 23:59:59`,
      limit: '2',
    })) {
      found.push(payment.id);
    }
    expect(found).toContain(id);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(4);
    const { payments } = await client.payments.byReference({
      merchantTransactionId: 'order-of-the-list',
    });
    expect(payments).toMatchObject([{ id }]);
  });

  it('reads what was settled, and plays the outside', async () => {
    const { id } = await pay();
    await client.sandbox.moveClock({ advance: '60' });
    expect((await client.sandbox.chargeBack(id, {})).paymentType).toBe('CB');
    const { resultCodes } = await client.open.resultCodes();
    expect(resultCodes.length).toBeGreaterThan(500);
    expect(await client.open.script({ checkoutId: 'x' })).toContain('wpwl');
  });
});
