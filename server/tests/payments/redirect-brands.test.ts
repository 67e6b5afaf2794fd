/** Wallets and banks that the shopper is sent to, as a merchant's server and a browser see them. */
import { afterAll, describe, expect, it } from 'vitest';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { endOverduePayments } from '../../gateway/undecided/recovery.ts';
import { SUCCESS, THROUGH } from '../support/processor-gateway.ts';
import { shopperOf } from '../support/shopper.ts';
import { type Fields, startTestGateway } from '../support/test-gateway.ts';
import { withoutIds } from '../support/without-ids.ts';

const test = await startTestGateway();
const { browse, visitWallet } = shopperOf(test);
afterAll(() => test[Symbol.asyncDispose]());

const PENDING = '000.200.000';
const ACCOUNT: Fields = {
  paymentBrand: 'PAYSAFECARD',
  currency: 'EUR',
  'virtualAccount.accountId': 'jane',
  'virtualAccount.password': 'secret-word',
};
/** Every brand by itself, and those that take something of the shopper with it. */
const BRANDS: readonly Fields[] = [
  ...[...OTHER_BRANDS]
    // These send their shopper nowhere: direct-debit.test.ts, vouchers.test.ts.
    .filter(([, { family }]) => family !== 'directDebit' && family !== 'prepayment')
    .map(([paymentBrand, { currencies }]) => ({
      paymentBrand,
      currency: currencies?.includes('EUR') === false ? currencies[0] : 'EUR',
    })),
  ACCOUNT,
  { paymentBrand: 'BLIK', currency: 'PLN', 'virtualAccount.password': '654321' },
];

const CARDLESS: Fields = {
  'card.number': undefined,
  'card.cvv': undefined,
  'card.holder': undefined,
  'card.expiryMonth': undefined,
  'card.expiryYear': undefined,
};

const payment = (fields: Fields = {}) =>
  test.call('/v1/payments', {
    entityId: test.entityId,
    amount: '92.00',
    currency: 'EUR',
    paymentType: 'DB',
    paymentBrand: 'PAYPAL',
    shopperResultUrl: 'https://shop.example/result?order=7',
    ...fields,
  });
const read = (id: string) => test.call(`/v1/payments/${id}`);

it.each(BRANDS)('$paymentBrand is paid after the shopper came back', async (fields) => {
  const { body, status } = await payment(fields);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    result: { code: PENDING },
    redirect: { method: 'GET', url: expect.stringContaining('/v1/redirects/') },
  });
  expect(withoutIds(body)).not.toMatch(/secret-word|654321/);
  const back = await visitWallet(body.redirect.url, 'accept');
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(
    `https://shop.example/result?order=7&id=${body.id}&resourcePath=%2Fv1%2Fpayments%2F${body.id}`,
  );
  expect((await read(body.id)).body.result.code).toBe(SUCCESS);
});

it.each([
  [
    'https://shop.example/نتيجة?طلب=٧',
    'https://shop.example/%D9%86%D8%AA%D9%8A%D8%AC%D8%A9?%D8%B7',
  ],
  ['https://bücher.example/r', 'https://xn--bcher-kva.example/r?id='],
  // What two readers of a header might take for two hosts is written in one way.
  ['https://shop.example\\@evil.example/r', 'https://shop.example/@evil.example/r?id='],
])('leads back to %s, in the letters that a header has', async (shopperResultUrl, expected) => {
  const { body } = await payment({ shopperResultUrl });
  const back = await visitWallet(body.redirect.url, 'accept');
  expect(back.status).toBe(303);
  expect(back.headers.get('location')?.startsWith(expected)).toBe(true);
  expect(back.headers.get('cache-control')).toBe('no-store');
  const late = await browse(body.redirect.url);
  expect(late.headers.get('location')).toBe(back.headers.get('location'));
});

describe('at the wallet the shopper', () => {
  it.each([
    ['decline', '100.397.102', 400],
    ['cancel', '100.396.101', 400],
    ['pend', PENDING, 200],
  ])('can %s: %s', async (outcome, code, status) => {
    const { body } = await payment();
    expect((await visitWallet(body.redirect.url, outcome)).status).toBe(303);
    const final = await read(body.id);
    expect(final.status).toBe(status);
    expect(final.body.result.code).toBe(code);
    expect(final.body.redirect).toBeUndefined();
  });

  it('comes back a second time without effect', async () => {
    const { body } = await payment();
    await visitWallet(body.redirect.url, 'pend');
    const again = await browse(body.redirect.url);
    expect(again.headers.get('location')).toContain('https://shop.example/result');
    expect((await read(body.id)).body.result.code).toBe(PENDING);
  });
});

describe('a payment that the bank left pending', () => {
  // What another gateway has decided is told by it: relay.test.ts.
  it.runIf(THROUGH === 'INTERNAL').each([
    ['accept', SUCCESS],
    ['decline', '100.397.102'],
  ])('is settled from the sandbox: %s', async (result, code) => {
    const { body } = await payment();
    await visitWallet(body.redirect.url, 'pend');
    const settled = await test.call(`/sandbox/payments/${body.id}/settle`, { result });
    expect(settled.body.result.code).toBe(code);
    const twice = await test.call(`/sandbox/payments/${body.id}/settle`, { result });
    expect(twice.body.result.description).toContain('this payment is not pending');
  });

  it('keeps its checkout from being paid again', async () => {
    const id = await test.createCheckout();
    const { body } = await test.pay(id, { ...CARDLESS, paymentBrand: 'PAYPAL' });
    await visitWallet(body.redirect.url, 'pend');
    const again = await test.pay(id);
    expect(again.body.result.description).toContain('a payment of this checkout is pending');
  });

  it('is not the shopper’s to cancel any more', async () => {
    const { body } = await payment();
    await visitWallet(body.redirect.url, 'pend');
    const { status } = await test.call(
      body.redirect.url.replace(test.url, '').replace('/start/', '/cancel/'),
      '',
    );
    expect(status).toBe(200);
    expect((await read(body.id)).body.result.code).toBe(PENDING);
  });
});

describe('in a checkout', () => {
  const paymentsOf = (id: string) =>
    test.gateway.db
      .selectFrom('payments')
      .select(['id', 'state', 'brand', 'result_code'])
      .where('checkout_id', '=', id)
      .orderBy('created_at')
      .execute();

  it.each(BRANDS)('$paymentBrand is begun once by two clicks, or in two tabs', async (fields) => {
    const { currency, ...sent } = fields;
    const id = await test.createCheckout({ currency });
    const post = () => test.pay(id, { ...CARDLESS, ...sent });
    const [first, second] = await Promise.all([post(), post()]);
    const third = await post();
    expect(first.body.redirect.url).toContain('/v1/redirects/');
    expect(second.body.redirect).toEqual(first.body.redirect);
    expect(third.body.redirect).toEqual(first.body.redirect);
    expect(await paymentsOf(id)).toMatchObject([{ state: 'pending' }]);
    await visitWallet(first.body.redirect.url, 'accept');
    // The other tab comes to the wallet when it is over there.
    const late = await browse(third.body.redirect.url);
    expect(late.headers.get('location')).toContain(`id=${id}`);
    expect(await paymentsOf(id)).toMatchObject([{ state: 'succeeded' }]);
    // A client that lost the answer gets this payment; one that wants another does not get it.
    expect((await post()).body.result.code).toBe(SUCCESS);
    const other = await test.pay(id);
    expect(other.body.result.description).toContain('already paid');
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  it('a wallet that was cancelled is begun anew by the same click', async () => {
    const id = await test.createCheckout();
    const post = () => test.pay(id, { ...CARDLESS, paymentBrand: 'PAYPAL' });
    const first = await post();
    await visitWallet(first.body.redirect.url, 'cancel');
    const second = await post();
    expect(second.body.redirect.url).not.toBe(first.body.redirect.url);
    await visitWallet(second.body.redirect.url, 'accept');
    expect((await test.call(`/v1/checkouts/${id}/payment`)).body.result.code).toBe(SUCCESS);
  });

  it('another wallet, or a card, ends the visit to the first', async () => {
    const id = await test.createCheckout();
    const first = await test.pay(id, { ...CARDLESS, paymentBrand: 'PAYPAL' });
    const second = await test.pay(id, { ...CARDLESS, paymentBrand: 'IDEAL' });
    expect(second.body.redirect.url).not.toBe(first.body.redirect.url);
    const third = await test.pay(id);
    expect(third.body.result.code).toBe(SUCCESS);
    expect(await paymentsOf(id)).toMatchObject([
      { brand: 'PAYPAL', result_code: '100.396.101' },
      { brand: 'IDEAL', result_code: '100.396.101' },
      { brand: 'VISA', state: 'succeeded' },
    ]);
  });

  it.runIf(THROUGH !== 'LIVE')(
    'a shopper who never comes back leaves it expired, half an hour later',
    async () => {
      const id = await test.createCheckout();
      const { body } = await test.pay(id, { ...CARDLESS, paymentBrand: 'PAYPAL' });
      await test.call('/sandbox/clock', { entityId: test.entityId, advance: '1800' });
      await endOverduePayments(test.gateway);
      expect(await paymentsOf(id)).toMatchObject([{ state: 'failed', result_code: '100.396.103' }]);
      const late = await browse(body.redirect.url);
      expect(late.status).toBe(303);
      expect(late.headers.get('location')).toContain('https://shop.example/result');
    },
  );

  it('keeps a password in no row', async () => {
    const id = await test.createCheckout();
    const { currency: _, ...account } = ACCOUNT;
    await test.pay(id, { ...CARDLESS, ...account });
    const { db } = test.gateway;
    const kept = [
      await db.selectFrom('payments').selectAll().where('checkout_id', '=', id).execute(),
      await db.selectFrom('submissions').selectAll().where('checkout_id', '=', id).execute(),
      await db.selectFrom('simulator_undecided').selectAll().execute(),
    ];
    expect(JSON.stringify(kept)).not.toContain('secret-word');
  });
});

it('names what is missing', async () => {
  const { body } = await payment({ shopperResultUrl: undefined });
  expect(body.result.parameterErrors).toEqual([
    { name: 'shopperResultUrl', value: null, message: 'is required' },
  ]);
  const { body: account } = await payment({ ...ACCOUNT, 'virtualAccount.accountId': undefined });
  expect(account.result.parameterErrors).toMatchObject([{ name: 'virtualAccount.accountId' }]);
});

it('is refused where the channel does not offer the brand, or for a credit', async () => {
  const credit = await payment({ paymentType: 'CD' });
  expect(credit.body.result.code).toBe('600.200.800');
});

describe('what a brand cannot do is refused with its rule', () => {
  const GIROPAY = { paymentBrand: 'GIROPAY' };
  const CURRENCY = { name: 'currency', value: 'USD', message: 'must be EUR with GIROPAY' };

  it('of a server, all of it at once', async () => {
    const { body } = await payment({ ...GIROPAY, currency: 'USD', createRegistration: 'true' });
    expect(body.result.parameterErrors).toMatchObject([CURRENCY, { name: 'createRegistration' }]);
  });

  it('of a checkout together with what its shopper sends', async () => {
    const id = await test.createCheckout({ currency: 'USD' });
    const { body } = await test.pay(id, { ...CARDLESS, ...GIROPAY });
    expect(body.result.parameterErrors).toEqual([CURRENCY]);
    const read = await test.call(`/v1/checkouts/${id}/form?brands=GIROPAY,PAYPAL,VISA`);
    expect(Object.keys(read.body.brands)).toEqual(['PAYPAL', 'VISA']);
    if (THROUGH !== 'LIVE') {
      expect(read.body.notes).toContain(
        '"GIROPAY" is not a brand of this checkout. Of the checkout, currency must be EUR with GIROPAY.',
      );
    }
  });
});

describe('a refund', () => {
  const paidWith = async (fields: Fields) => {
    const { body } = await payment(fields);
    await visitWallet(body.redirect.url, 'accept');
    return body.id;
  };
  const refund = (id: string) =>
    test.call(`/v1/payments/${id}`, {
      entityId: test.entityId,
      amount: '10.00',
      currency: 'EUR',
      paymentType: 'RF',
    });

  it('is made of a brand that gives money back, and refused of one that does not', async () => {
    const brand = OTHER_BRANDS.get('STC_PAY');
    if (!brand) throw new Error('there is no STC_PAY');
    const id = await paidWith({ paymentBrand: 'STC_PAY' });
    expect((await refund(id)).body.result.code).toBe(SUCCESS);
    // No row of the table says no so far.
    Object.assign(brand, { refundable: false });
    try {
      const { status, body } = await refund(id);
      expect([status, body.result.code]).toEqual([400, '600.200.400']);
      expect(body.result.description).toContain('STC_PAY gives no money back');
    } finally {
      Object.assign(brand, { refundable: true });
    }
  });
});

describe('a brand whose page is wanted in the shop’s', () => {
  const inline = async () => {
    const id = await test.createCheckout();
    const fields = { ...CARDLESS, paymentBrand: 'KLARNA_PAYMENTS_PAYLATER', inlineFlow: 'true' };
    return { id, ...(await test.pay(id, fields)) };
  };
  const questionIn = (page: string) => {
    const [, sent = ''] = /name="order" value="([^"]+)"/.exec(page) ?? [];
    return JSON.parse(decodeURIComponent(atob(sent.split('.')[0] ?? '')));
  };

  // Another gateway leads to its page in the tab.
  it.runIf(THROUGH === 'INTERNAL')('is held by a page of the gateway, and ends in it', async () => {
    const { id, body } = await inline();
    expect(body.redirect.url).toContain('/v1/threeDSecure/');
    expect(JSON.stringify(body)).not.toContain('inlineFlow');
    const held = await browse(body.redirect.url);
    expect(held.body).toContain('data-step="hold"');
    const { transactionId, returnUrl } = questionIn(held.body);
    const receipt = writeMessage(test.bankKey, 'answer', { transactionId, outcome: 'accept' });
    const back = await browse(`${returnUrl}?${new URLSearchParams({ receipt })}`);
    expect(back.status).toBe(200);
    expect(back.body).toContain('data-step="inner"');
    // What is loaded again stays in the frame, too.
    const late = await browse(`${returnUrl}?${new URLSearchParams({ receipt })}`);
    expect(late.body).toContain('data-step="inner"');
    expect((await browse(body.redirect.url)).body).toContain('data-step="done"');
    const { body: paid } = await test.call(`/v1/checkouts/${id}/payment`);
    expect(paid.result.code).toBe(SUCCESS);
    expect(JSON.stringify(paid)).not.toContain('inlineFlow');
  });

  it.skipIf(THROUGH === 'INTERNAL')('leads on to a processor in the tab', async () => {
    const { id, body } = await inline();
    expect(body.redirect.url).toContain('/v1/redirects/');
    await visitWallet(body.redirect.url, 'accept');
    expect((await test.call(`/v1/checkouts/${id}/payment`)).body.result.code).toBe(SUCCESS);
  });
});
