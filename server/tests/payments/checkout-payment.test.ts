import { afterAll, describe, expect, it } from 'vitest';
import { APPROVED } from '../../../contract/payment-mode.ts';
import { TEST_CARDS } from '../../../contract/test-cards.ts';
import { SUCCESS, SUCCESS_WORDS, THROUGH } from '../support/processor-gateway.ts';
import { sealer } from '../support/seal.ts';
import { asSubmitted, CARD, type Fields, startTestGateway } from '../support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());
const { call, createCheckout, pay } = gateway;
const status = (id: string) => call(`/v1/checkouts/${id}/payment?entityId=${gateway.entityId}`);
const payments = (checkoutId: string) =>
  gateway.gateway.db
    .selectFrom('payments')
    .selectAll()
    .where('checkout_id', '=', checkoutId)
    .execute();

/** A channel does not go live while a payment is open. */
const settleAll = async (checkoutId: string) => {
  for (const payment of await payments(checkoutId)) {
    await call(`/sandbox/payments/${payment.id}/settle`, { result: 'decline' });
  }
};

describe('a checkout is paid', () => {
  it('and the shopper is sent back with id and resourcePath', async () => {
    const id = await createCheckout();
    const answer = await pay(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      result: {
        code: SUCCESS,
        description: SUCCESS_WORDS,
      },
      ndc: id,
      redirect: {
        url: `https://shop.example/result?id=${id}&resourcePath=${encodeURIComponent(`/v1/checkouts/${id}/payment`)}`,
        parameters: [],
      },
    });
  });

  it('and the merchant reads everything that was sent, but no card', async () => {
    const sent = {
      merchantTransactionId: 'order-4711',
      merchantInvoiceId: 'invoice-4711',
      descriptor: 'Shop 4711',
      'customer.givenName': 'J'.repeat(50),
      'customer.email': 'jane@shop.example',
      'billing.street1': 'High Street',
      'billing.street2': 'ignored with a house number',
      'billing.houseNumber1': '1',
      'billing.country': 'GB',
      'shipping.city': 'São Paulo',
      'shipping.customer.surname': 'Jones',
      'cart.items[1].name': 'Lamp',
      'cart.items[0].name': 'Mug',
      'cart.items[0].quantity': '2',
      'customParameters[order.colour]': 'blue & green',
    };
    const id = await createCheckout(sent);
    await pay(id);
    const { status: http, body } = await status(id);
    expect(http).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      paymentType: 'DB',
      paymentBrand: 'VISA',
      amount: '92.00',
      currency: 'EUR',
      merchantTransactionId: 'order-4711',
      merchantInvoiceId: 'invoice-4711',
      descriptor: 'Shop 4711',
      result: {
        code: SUCCESS,
        description: expect.any(String),
        avsResponse: 'F',
        cvvResponse: 'M',
      },
      resultDetails: { AcquirerResponse: '00', ConnectorTxID1: expect.any(String) },
      card: {
        bin: '420000',
        last4Digits: '0000',
        holder: 'Jane Jones',
        expiryMonth: '05',
        expiryYear: '2034',
      },
      customer: {
        givenName: 'J'.repeat(48),
        email: 'jane@shop.example',
        ip: '127.0.0.1',
      },
      billing: { street1: 'High Street', houseNumber1: '1', country: 'GB' },
      shipping: { city: 'São Paulo', customer: { surname: 'Jones' } },
      cart: { items: [{ name: 'Mug', quantity: '2' }, { name: 'Lamp' }] },
      customParameters: { 'order.colour': 'blue & green' },
      buildNumber: expect.any(String),
      timestamp: expect.any(String),
      ndc: id,
    });
    expect(JSON.stringify(body)).not.toContain('4200000000000000');
  });

  it('and reads as pending, without a payment id, before a shopper has paid', async () => {
    const { status: http, body } = await status(await createCheckout());
    expect(http).toBe(200);
    expect(body.result).toEqual({ code: '000.200.000', description: 'transaction pending' });
    expect(body).not.toHaveProperty('id');
  });

  it('under the path without a version, too', async () => {
    const id = await createCheckout();
    const submitted = await asSubmitted(gateway, id, CARD);
    expect((await call(`/checkouts/${id}/payment`, submitted)).status).toBe(200);
  });

  it('by a plain form, which is answered by 303', async () => {
    const id = await createCheckout();
    const answer = await pay(id, {}, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(`https://shop.example/result?id=${id}`);
  });

  it('by a plain form whose button is pressed twice: the answer to the second leads on, too', async () => {
    const id = await createCheckout();
    const html = { headers: { accept: 'text/html,*/*;q=0.8' } };
    const answers = await Promise.all([pay(id, {}, html), pay(id, {}, html)]);
    answers.push(await pay(id, {}, html));
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain(`https://shop.example/result?id=${id}`);
    }
    // A script hears what is the matter, and so does who comes after the shopper was erased.
    const refused = [await pay(id)];
    await gateway.gateway.db
      .updateTable('checkouts')
      .set({ result_url: null })
      .where('id', '=', id)
      .execute();
    refused.push(await pay(id, {}, html));
    for (const { status: http, body } of refused) {
      expect([http, body.result.code]).toEqual([400, '200.300.404']);
    }
  });

  it('with the brand that the number tells', async () => {
    const id = await createCheckout();
    await pay(id, { paymentBrand: undefined, 'card.number': '5454545454545454' });
    expect((await status(id)).body.paymentBrand).toBe('MASTER');
  });

  it('with the payment type that the checkout has for the brand', async () => {
    const id = await createCheckout({ 'overridePaymentType[VISA]': 'PA' });
    await pay(id);
    expect((await status(id)).body.paymentType).toBe('PA');
  });

  it('with the payment type of the checkout, where it has another one for another brand', async () => {
    const id = await createCheckout({ 'overridePaymentType[VISA]': 'PA' });
    await pay(id, { paymentBrand: 'MASTER', 'card.number': '5454545454545454' });
    expect((await status(id)).body.paymentType).toBe('DB');
  });

  it.each([
    ['https://shop.example/r', '?id='],
    ['https://shop.example/r?a=1', '?a=1&id='],
    ['https://shop.example/r?', '?id='],
    ['https://shop.example/r?a=b%20c#top', '?a=b%20c&id='],
    ['https://shop.example/#/result', '?id='],
  ])('and returns to %s', async (shopperResultUrl, start) => {
    const id = await createCheckout({ shopperResultUrl });
    const { url } = (await pay(id)).body.redirect;
    const [before, fragment] = shopperResultUrl.split('#');
    expect(url.startsWith(`${before?.split('?')[0]}${start}${id}&resourcePath=%2Fv1`)).toBe(true);
    expect(url.split('#')[1]).toBe(fragment);
  });
});

describe('the documented test cards', () => {
  it.each(TEST_CARDS.filter(({ slow }) => !slow))('$number: $meaning', async (card) => {
    const id = await createCheckout();
    const cvv = card.brand === 'AMEX' ? '1234' : '123';
    const answer = await pay(id, {
      paymentBrand: card.brand,
      'card.number': card.number,
      'card.cvv': cvv,
    });
    const isApproved = card.resultCode === APPROVED.INTERNAL;
    const expected = [isApproved ? 200 : 400, isApproved ? SUCCESS : card.resultCode];
    expect([answer.status, answer.body.result.code]).toEqual(expected);
    expect(answer.body.redirect.url).toContain(id);
    const read = await status(id);
    expect([read.status, read.body.result.code]).toEqual(expected);
  });

  it('a slow answer is approved', async () => {
    const slow = TEST_CARDS.find((card) => card.slow);
    const answer = await pay(await createCheckout(), { 'card.number': slow?.number });
    expect(answer.body.result.code).toBe(SUCCESS);
  });

  it('a decline, then a good card on the same checkout', async () => {
    const id = await createCheckout();
    expect((await pay(id, { 'card.number': '4200000000001024' })).status).toBe(400);
    expect((await pay(id)).status).toBe(200);
    expect((await status(id)).body.result.code).toBe(SUCCESS);
    expect(await payments(id)).toHaveLength(2);
  });

  it.each(['800.100.171', '000.400.000', '900.100.300', '800.400.500'])(
    'the merchant’s server forces %s',
    async (code) => {
      const id = await createCheckout({ 'customParameters[simulator.result]': code });
      // What a processor says it does not know is asked for, and undone.
      const isUnknownThere = THROUGH !== 'INTERNAL' && code === '900.100.300';
      expect((await pay(id)).body.result.code).toBe(isUnknownThere ? '900.100.301' : code);
      await settleAll(id);
    },
  );

  it('a pending payment keeps the checkout', async () => {
    const id = await createCheckout({ 'customParameters[simulator.result]': '800.400.500' });
    expect((await pay(id)).status).toBe(200);
    const again = await pay(id);
    expect(again.status).toBe(400);
    expect(again.body.result.description).toContain('pending');
    expect(again.body).not.toHaveProperty('redirect');
    await settleAll(id);
  });
});

// As text, which a live channel does not take.
describe.runIf(THROUGH !== 'LIVE')(
  'a card that cannot be right is refused without an attempt',
  () => {
    it.each<[name: string, fields: Fields, code: string, parameter: string]>([
      ['too short', { 'card.number': '42000000000' }, '200.300.404', 'card.number'],
      ['no digits', { 'card.number': '4200 0000 0000 0000' }, '200.300.404', 'card.number'],
      ['missing', { 'card.number': undefined }, '200.300.404', 'card.number'],
      ['against Luhn', { 'card.number': '4200000000000001' }, '100.100.101', 'card.number'],
      [
        'of a length its brand lacks',
        { 'card.number': '42000000000000' },
        '100.100.101',
        'card.number',
      ],
      ['of another brand', { paymentBrand: 'MASTER' }, '100.100.700', 'paymentBrand'],
      ['expired', { 'card.expiryYear': '2020' }, '100.100.303', 'card.expiryYear'],
      ['month 13', { 'card.expiryMonth': '13' }, '200.300.404', 'card.expiryMonth'],
      ['year of two digits', { 'card.expiryYear': '34' }, '200.300.404', 'card.expiryYear'],
      ['no month', { 'card.expiryMonth': undefined }, '200.300.404', 'card.expiryMonth'],
      ['a CVV of two digits', { 'card.cvv': '12' }, '200.300.404', 'card.cvv'],
      ['a CVV of four digits on Visa', { 'card.cvv': '1234' }, '100.100.601', 'card.cvv'],
      ['a holder of digits', { 'card.holder': '4200000000000000' }, '200.300.404', 'card.holder'],
      ['an unknown brand', { paymentBrand: 'MASTERCARD' }, '600.200.500', 'paymentBrand'],
      [
        'no address to return to',
        { shopperResultUrl: undefined },
        '200.300.404',
        'shopperResultUrl',
      ],
      [
        'a script as address',
        { shopperResultUrl: 'javascript:1' },
        '200.300.404',
        'shopperResultUrl',
      ],
    ])('%s', async (_name, fields, code, parameter) => {
      const id = await createCheckout();
      const answer = await pay(id, fields);
      expect(answer.status).toBe(400);
      expect(answer.body.result.code).toBe(code);
      expect(answer.body.result.parameterErrors[0].name).toBe(parameter);
      expect(answer.body).not.toHaveProperty('redirect');
      // No card number comes back, in whichever field it was sent.
      expect(JSON.stringify(answer.body)).not.toContain('4200000');
      expect(await payments(id)).toEqual([]);
    });

    it('a brand that the channel does not offer, or not for this payment type', async () => {
      const id = await createCheckout();
      await gateway.set({ brands: { VISA: ['PA'], MASTER: ['DB'] } });
      const wrongType = await pay(id);
      const missing = await pay(id, { paymentBrand: 'AMEX', 'card.number': '377777777777770' });
      await gateway.set({ brands: null });
      expect(wrongType.body.result.code).toBe('600.200.500');
      expect(missing.body.result.code).toBe('600.200.500');
    });

    it.runIf(THROUGH === 'INTERNAL')('an unsealed card on a live channel', async () => {
      const id = await createCheckout();
      await gateway.set({ mode: 'live' });
      const answer = await pay(id);
      await gateway.set({ mode: 'test' });
      expect(answer.status).toBe(400);
      expect(answer.body.result.parameterErrors[0]).toMatchObject({
        name: 'card.number',
        value: null,
        message: expect.stringContaining('sealed'),
      });
    });
  },
);

describe('what the shopper’s browser may send (D12)', () => {
  it.each<[name: string, fields: Fields, merchant?: Fields]>([
    ['amount', { amount: '0.01' }],
    ['paymentType', { paymentType: 'PA' }],
    ['testMode', { testMode: 'EXTERNAL' }],
    ['customParameters[plain]', { 'customParameters[plain]': 'x' }],
    ['customParameters[simulator.result]', { 'customParameters[simulator.result]': '000.000.000' }],
    ['form_key', { form_key: 'csrf' }],
    ['standingInstruction.mode', { 'standingInstruction.mode': 'REPEATED' }],
    ['standingInstruction.source', { 'standingInstruction.source': 'MIT' }],
    [
      'customParameters[SHOPPER_a]',
      { 'customParameters[SHOPPER_a]': 'shopper' },
      { 'customParameters[SHOPPER_a]': 'merchant' },
    ],
    ['billing.city', { 'billing.city': 'Paris' }, { 'billing.city': 'Berlin' }],
  ])('%s is ignored, named, and the payment goes on', async (name, fields, merchant = {}) => {
    const id = await createCheckout(merchant);
    const answer = await pay(id, fields);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-ignored-parameters');
    expect(answer.headers.get('x-ignored-parameters')).toBe(name);
    const { body } = await status(id);
    expect(body).toMatchObject({ amount: '92.00', paymentType: 'DB' });
    expect(JSON.stringify(body)).not.toContain('Paris');
    if (merchant['customParameters[SHOPPER_a]']) {
      expect(body.customParameters).toEqual({ SHOPPER_a: 'merchant' });
    }
  });

  it.each<[name: string, fields: Fields, expected: object]>([
    [
      'custom parameters with SHOPPER_',
      { 'customParameters[SHOPPER_gift]': 'yes' },
      { customParameters: { SHOPPER_gift: 'yes' } },
    ],
    [
      'customer data',
      { 'customer.email': 'j@shop.example' },
      { customer: { email: 'j@shop.example' } },
    ],
    ['billing address', { 'billing.city': 'Paris' }, { billing: { city: 'Paris' } }],
    ['shipping address', { 'shipping.city': 'Lyon' }, { shipping: { city: 'Lyon' } }],
    [
      'browser data',
      { 'customer.browser.screenWidth': '1280' },
      { customer: { browser: { screenWidth: '1280' } } },
    ],
  ])('%s is taken and echoed', async (_name, fields, expected) => {
    const id = await createCheckout();
    const answer = await pay(id, fields);
    expect(answer.headers.get('x-ignored-parameters')).toBeNull();
    expect((await status(id)).body).toMatchObject(expected);
  });

  it('an address equal to the checkout’s is fine, another one is ignored', async () => {
    const shopperResultUrl = 'https://shop.example/from-server';
    const id = await createCheckout({ shopperResultUrl });
    const answer = await pay(id, { shopperResultUrl: 'https://shop.example/from-page' });
    expect(answer.body.redirect.url).toContain('/from-server?id=');
    const same = await pay(await createCheckout({ shopperResultUrl }), { shopperResultUrl });
    expect(same.headers.get('x-ignored-parameters')).toBeNull();
  });

  it('a registration that is not of this checkout is refused', async () => {
    const answer = await pay(await createCheckout(), { registrationId: 'a'.repeat(32) });
    expect(answer.status).toBe(400);
    expect(answer.body.result.parameterErrors[0].name).toBe('registrationId');
  });
});

describe('paid at most once', () => {
  it('a paid checkout refuses another payment', async () => {
    const id = await createCheckout();
    await pay(id);
    const again = await pay(id);
    expect(again.status).toBe(400);
    expect(again.body.result.code).toBe('200.300.404');
    expect(again.body.result.description).toContain('already paid');
    expect(await payments(id)).toHaveLength(1);
  });

  // A live channel takes sixty submits a minute of an address.
  it.runIf(THROUGH !== 'LIVE')('also when twenty shoppers pay it at the same moment', async () => {
    const id = await createCheckout();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(id)));
    expect(answers.filter(({ status: http }) => http === 200)).toHaveLength(1);
    const refused = answers.filter(({ status: http }) => http === 400);
    expect(refused.every(({ body }) => body.result.description.includes('already paid'))).toBe(
      true,
    );
    expect(await payments(id)).toHaveLength(1);
    const table = THROUGH === 'INTERNAL' ? 'simulator_ledger' : 'upstream_requests';
    const ledger = await gateway.gateway.db.selectFrom(table).select('reference').execute();
    const [payment] = await payments(id);
    expect(ledger.filter(({ reference }) => reference === payment?.reference)).toHaveLength(1);
  });

  it('also when declined and good cards race: at most one succeeds', async () => {
    const id = await createCheckout();
    const numbers = [
      '4200000000001024',
      '4200000000000000',
      '4200000000001016',
      '4111111111111111',
    ];
    await Promise.all(numbers.map((number) => pay(id, { 'card.number': number })));
    const made = await payments(id);
    expect(made.filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  });

  it('an expired checkout is gone', async () => {
    const id = await createCheckout();
    await gateway.gateway.db
      .updateTable('checkouts')
      .set({ expires_at: Date.now() })
      .where('id', '=', id)
      .execute();
    for (const answer of [
      await pay(id),
      await status(id),
      await call(`/v1/checkouts/${id}/form`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.result.code).toBe('200.300.404');
      expect(answer.body.result.description).toContain('no payment session found');
    }
    expect(await payments(id)).toEqual([]);
    // Its own server is told why, a shopper's browser is not.
    expect((await status(id)).body.result.description).toMatch(/: it is over, and was not paid$/);
    expect((await pay(id)).body.result.description).toMatch(/for the requested id$/);
  });

  it('a result stays readable after the checkout’s time', async () => {
    const id = await createCheckout();
    await pay(id);
    await gateway.gateway.db
      .updateTable('checkouts')
      .set({ expires_at: Date.now() - 89 * 86_400_000 })
      .where('id', '=', id)
      .execute();
    expect((await status(id)).status).toBe(200);
    expect((await status(id)).status).toBe(200);
  });
});

describe('hostile and unlucky requests', () => {
  it.runIf(THROUGH === 'INTERNAL')(
    'a live channel never reaches the simulator, not even through a checkout from before',
    async () => {
      const id = await createCheckout();
      const seal = await sealer(gateway, await gateway.createCheckout());
      const sealed = { 'card.number': undefined, 'card.cvv': undefined };
      await gateway.set({ mode: 'live' });
      const answer = await pay(id, {
        ...sealed,
        'sealed[card.number]': await seal(id, 'card.number'),
        'sealed[card.cvv]': await seal(id, 'card.cvv'),
      });
      await gateway.set({ mode: 'test' });
      expect([answer.status, answer.body.result.code]).toEqual([400, '500.100.201']);
      expect(await payments(id)).toEqual([]);
    },
  );

  it.runIf(THROUGH !== 'LIVE')(
    'an address in any script is redirected to, one with a line break is refused',
    async () => {
      const html = { headers: { accept: 'text/html' } };
      const id = await createCheckout({ shopperResultUrl: 'https://shop.example/ありがとう' });
      const answer = await pay(id, {}, html);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toContain('https://shop.example/%E3%81%82');
      const broken = await pay(await createCheckout(), {
        shopperResultUrl: 'https://a.example/\nb',
      });
      expect(broken.body.result.parameterErrors[0].name).toBe('shopperResultUrl');
    },
  );

  it.runIf(THROUGH !== 'LIVE')('a checkout that only stores a card cannot be paid', async () => {
    const { body } = await call('/v1/checkouts', { createRegistration: 'true' });
    const answer = await pay(body.id);
    expect(answer.status).toBe(400);
    expect(answer.body.result.parameterErrors[0].name).toBe('paymentType');
  });

  it.each([
    '/v1/checkouts/%00/form',
    '/v1/frames/%00/unknown/number.html',
    '/v1/frames/unknown/%00/number.html',
    '/v1/paymentWidgets.js?checkoutId=%00',
    '/v1/query?merchantTransactionId=%00',
  ])('a NUL in the address is no server error: %s', async (path) => {
    expect((await call(path)).status).toBe(404);
  });
});
