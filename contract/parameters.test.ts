import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import {
  echoedParameters,
  findRow,
  holdingCardNumber,
  lookingLikeCardNumbers,
  nest,
  readParameters,
} from './parameters.ts';

const CHECKOUT = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
const read = (sent: Record<string, string>) =>
  readParameters(Object.entries({ ...CHECKOUT, ...sent }), 'checkout');

describe('the catalogue', () => {
  it('names every parameter once', () => {
    const names = CATALOGUE.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('keeps everything about money from the shopper’s browser', () => {
    const forBrowser = CATALOGUE.filter(({ on }) => on.includes('checkout.payment'));
    const names = forBrowser.map(({ name }) => name);
    for (const name of ['amount', 'currency', 'paymentType', 'testMode', 'descriptor']) {
      expect(names).not.toContain(name);
    }
    expect(names.filter((name) => name.startsWith('cart.'))).toEqual([]);
  });

  it('finds the row of a name with an index or a key', () => {
    expect(findRow('cart.items[12].name')?.row.name).toBe('cart.items[n].name');
    expect(findRow('customParameters[a.b_c]')).toMatchObject({ key: 'a.b_c' });
    const wrong = ['01', '1000', '-1', 'x', '', 'n', 'n][0', '0][n'];
    const names = wrong.map((index) => `cart.items[${index}].name`);
    for (const name of [...names, 'cart.items.name', 'constructor', '__proto__']) {
      expect(findRow(name)).toBeUndefined();
    }
  });
});

describe('reading parameters', () => {
  it('cuts names after 48 characters, whole characters of any script', () => {
    const { parameters } = read({ 'customer.surname': '𝒳'.repeat(50) });
    expect(parameters['customer.surname']).toBe('𝒳'.repeat(48));
  });

  it.each([
    ['customer.identificationDocType', 'PASSPORT', 'customer.identificationDocId'],
    ['customer.identificationDocId', '12345678', 'customer.identificationDocType'],
    ['shipping.houseNumber2', 'b', 'shipping.houseNumber1'],
  ])('%s demands %s', (name, value, missing) => {
    expect(read({ [name]: value }).errors).toEqual([
      { name: missing, value: null, message: `is required when ${name} is sent` },
    ]);
  });

  it.each([
    ['1', 'true'],
    ['0', 'false'],
    ['true', 'true'],
  ])('reads %s as %s where the document names no format', (value, expected) => {
    const wrote = {
      integrity: value,
      'customer.browser.javaEnabled': value,
      'order.industryData[0].details.travelInsured': value,
    };
    const { parameters, errors } = read({ 'order.industryData[0].type': 'TRAVEL', ...wrote });
    expect(errors).toEqual([]);
    for (const name of Object.keys(wrote)) expect(parameters[name]).toBe(expected);
  });

  it.each([
    ['createRegistration', '1', 'must be one of true, false: send true'],
    ['createRegistration', '0', 'must be one of true, false: send false'],
    ['createRegistration', 'yes', 'must be one of true, false'],
    ['customParameters[payment_retrial]', '1', 'must be one of true, false: send true'],
  ])('refuses %s=%s, and says what to send', (name, value, message) => {
    expect(read({ [name]: value }).errors).toEqual([{ name, value, message }]);
  });

  it('ignores street2 beside houseNumber1, in whichever order they come', () => {
    const address = { 'billing.street2': 'Annex', 'billing.houseNumber1': '1' };
    for (const pairs of [Object.entries(address), Object.entries(address).reverse()]) {
      const { parameters, ignored } = read(Object.fromEntries(pairs));
      expect(parameters).not.toHaveProperty(['billing.street2']);
      expect(ignored).toEqual(['billing.street2']);
    }
  });

  it('names each missing parameter once', () => {
    const { errors } = readParameters([['amount', '1.00']], 'payment');
    expect(errors.map(({ name }) => name)).toEqual(['currency', 'paymentType']);
  });

  it('lets an update lean on what is known', () => {
    const update = readParameters([['amount', '1.00']], 'checkout.update', { known: CHECKOUT });
    expect(update.errors).toEqual([]);
  });

  it('never repeats a secret value', () => {
    for (const operation of ['checkout', 'checkout.update', 'checkout.payment'] as const) {
      const secrets = CATALOGUE.filter(({ secret }) => secret).map(({ name }) =>
        name.replace('[name]', '[card.number]'),
      );
      const { errors } = readParameters(
        secrets.flatMap((name) => [
          [name, '1'.repeat(3000)] as const,
          [name, '4200000000000000'] as const,
        ]),
        operation,
      );
      expect(JSON.stringify(errors)).not.toMatch(/1111|4200/);
      expect(errors.filter(({ name }) => name.includes('card')).length).toBeGreaterThan(0);
    }
  });

  const VISA = '4111111111111111';

  it.each([
    ['must not hold an IBAN', 'customer.surname', 'DE89370400440532013000', null],
    ['must not hold a card number', 'customer.surname', VISA, null],
    ['must not hold a card number', 'merchantTransactionId', '4111-1111-1111-1111', null],
    ['must not hold a card number', `customParameters[a${VISA}]`, 'x', 'x'],
    ['was sent twice with different values', 'merchantTransactionId', 'order-one', 'order-two'],
  ])('%s: %s', (message, name, value, shown) => {
    const sent = shown === 'order-two' ? [value, shown] : [value];
    const { errors, parameters } = readParameters(
      [...Object.entries(CHECKOUT), ...sent.map((each) => [name, each] as const)],
      'checkout',
    );
    expect(errors).toEqual([{ name, value: shown, message }]);
    expect(Object.hasOwn(parameters, name)).toBe(shown === 'order-two');
  });

  it.each([
    ['merchantTransactionId', 'DE89370400440532013000'],
    ['merchantTransactionId', VISA],
    ['customParameters[abc]', VISA],
    ['customer.surname', 'Jones'],
  ])('lets %s be %s', (name, value) => {
    const { errors, parameters } = read({ [name]: value });
    expect(errors).toEqual([]);
    expect(parameters[name]).toBe(value);
  });

  it('finds the card of the request in its other parameters', () => {
    const card = {
      ...{ 'card.number': VISA, 'card.holder': 'Jane Jones', 'card.cvv': '123' },
      ...{ 'card.expiryMonth': '12', 'card.expiryYear': '2034', paymentBrand: 'VISA' },
    };
    const pay = (reference: string) =>
      readParameters(
        Object.entries({ ...CHECKOUT, ...card, merchantTransactionId: reference }),
        'payment',
      ).errors;
    expect(pay(VISA)).toEqual([
      { name: 'merchantTransactionId', value: null, message: 'must not hold a card number' },
    ]);
    expect(pay('5454545454545454')).toEqual([]);
    expect(pay('order 12')).toEqual([]);
  });

  it.each([
    ['a card number that is none of a brand', 'amount', '9000 0000 0000 0001', null],
    ['one of twelve digits', 'amount', '900000000001', null],
    ['one in hyphens', 'amount', '9000-0000-0000-0001', null],
    ['a text that is too long', 'merchantTransactionId', 'x'.repeat(256), 'x'.repeat(256)],
    ['digits whose check digit is wrong', 'amount', '9000 0000 0000 0002', '9000 0000 0000 0002'],
    ['eleven digits', 'amount', '90000000001', '90000000001'],
    ['digits with letters between', 'amount', '9000x0000x0000x0001', '9000x0000x0000x0001'],
  ])('repeats in an error nothing that may be a card number: %s', (_, name, value, shown) => {
    expect(read({ [name]: value }).errors).toEqual([
      expect.objectContaining({ name, value: shown }),
    ]);
  });

  it('shows of an IBAN that is refused its ends', () => {
    const { errors } = read({ 'bankAccount.iban': 'DE89370400440532013000' });
    expect(errors).toEqual([
      {
        name: 'bankAccount.iban',
        value: expect.stringMatching(/^DE.*3000$/),
        message: 'is not an allowed parameter',
      },
    ]);
    expect(errors[0]?.value).not.toContain('37040044');
  });

  it('ignores what it does not know, what an operation does not take, and what is empty', () => {
    const { ignored, errors, parameters } = read({
      ...{ nonsense: '1', registrationId: '', 'customer.email': '', 'cart.items[x].name': 'Mug' },
      ...{ currency: 'EUR', 'webhook.name': 'x', limit: '12' },
    });
    expect(errors).toEqual([]);
    expect(ignored).toEqual(['nonsense', 'cart.items[x].name', 'webhook.name', 'limit']);
    expect(Object.keys(parameters)).toEqual(Object.keys(CHECKOUT));
  });

  it('refuses card data where a checkout is created', () => {
    expect(read({ 'card.number': VISA, 'card.holder': 'Jane Jones' }).errors).toEqual([
      { name: 'card.number', value: null, message: 'is not an allowed parameter' },
      { name: 'card.holder', value: 'Jane Jones', message: 'is not an allowed parameter' },
    ]);
  });

  it('takes of a browser what is the shopper’s to say, and ignores the rest', () => {
    const said = {
      'customParameters[SHOPPER_wish]': 'a ribbon',
      'customParameters[order]': '12',
      'customParameters[not a name!]': '1',
      'standingInstruction.source': 'MIT',
      'customer.browser.language': 'en',
    };
    const fromShopper = readParameters(Object.entries(said), 'checkout.payment');
    expect(fromShopper.parameters).toEqual({
      'customParameters[SHOPPER_wish]': 'a ribbon',
      'customer.browser.language': 'en',
    });
    expect(fromShopper.ignored).toEqual([
      'customParameters[order]',
      'customParameters[not a name!]',
      'standingInstruction.source',
    ]);
    expect(fromShopper.errors).toEqual([]);
    const fromMerchant = read({ ...said, 'standingInstruction.source': 'CIT' });
    expect(fromMerchant.errors).toEqual([
      {
        name: 'customParameters[not a name!]',
        value: '1',
        message: expect.stringMatching(/^name in brackets must/),
      },
    ]);
    expect(fromMerchant.parameters['customParameters[order]']).toBe('12');
  });

  it('looks once for card numbers in a text that it takes', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      const text = '１x'.repeat(100);
      readParameters([['customParameters[SHOPPER_text]', text]], 'checkout.payment');
      // Twice each digit that is not of ASCII.
      expect(normalize).toHaveBeenCalledTimes(200);
    } finally {
      normalize.mockRestore();
    }
  });

  it('reads a text as often for the numbers of a thousand cards as for that of one', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    /** What is read of digits that are not those of ASCII. */
    const readingsFor = (cards: number) => {
      normalize.mockClear();
      const numbers = Array.from({ length: cards }, (_, n) => String(4e11 + n));
      readParameters(
        [
          ...numbers.map((number) => ['card.number', number] as const),
          ['customParameters[SHOPPER_text]', '１x'.repeat(100)],
        ],
        'checkout.payment',
      );
      return normalize.mock.calls.length;
    };
    try {
      const forOne = readingsFor(1);
      expect(forOne).toBeGreaterThan(100);
      expect(readingsFor(1_000)).toBe(forOne);
    } finally {
      normalize.mockRestore();
    }
  });

  it('takes any names and values without an exception', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
        const { parameters, errors, ignored } = readParameters(pairs, 'checkout.payment');
        for (const name of ignored) expect(Object.hasOwn(parameters, name)).toBe(false);
        expect(Array.isArray(errors)).toBe(true);
      }),
    );
  });
});

describe('what was accepted', () => {
  const VISA = '4111111111111111';

  it('is looked through once more when the card is known', () => {
    const parameters = {
      ...{ 'card.number': VISA, merchantTransactionId: VISA, amount: '92.00', unknown: VISA },
      ...{ 'customParameters[abc]': `x${VISA}`, 'customer.surname': 'Jones' },
    };
    expect(holdingCardNumber(parameters, VISA)).toEqual(
      ['merchantTransactionId', 'customParameters[abc]'].map((name) => ({
        ...{ name, value: null, message: 'must not hold a card number' },
      })),
    );
    expect(holdingCardNumber(parameters, '5454545454545454')).toEqual([]);
  });

  it('names what looks like a card number all the same', () => {
    const sent: [string, string][] = [
      ['merchantTransactionId', VISA],
      ['customParameters[abc]', VISA],
      ['card.number', VISA],
      ['unknown', VISA],
      ['merchantInvoiceId', 'order 12'],
    ];
    expect(lookingLikeCardNumbers(sent)).toEqual([
      'merchantTransactionId',
      'customParameters[abc]',
    ]);
  });

  it('is repeated without card data, secrets and what steers the request', () => {
    const parameters = {
      ...{ amount: '92.00', 'card.holder': 'Jane Jones', 'virtualAccount.password': 'x' },
      ...{ 'customParameters[abc]': '1', unknown: 'x', entityId: '1' },
    };
    expect(echoedParameters(parameters)).toEqual({ amount: '92.00', 'customParameters[abc]': '1' });
  });
});

describe('nesting parameters', () => {
  it('orders lists by their indices, as numbers, and takes other names in brackets as they are', () => {
    expect(nest({ 'a[10].b': 'ten', 'a[9].b': 'nine' })).toEqual({
      a: [{ b: 'nine' }, { b: 'ten' }],
    });
    expect(nest({ 'm[1]': 'one', 'm[x1]': 'no index' })).toEqual({
      m: { 1: 'one', x1: 'no index' },
    });
    expect(nest({})).toEqual({});
  });

  it('keeps the keys of maps that are numbers', () => {
    expect(nest({ 'customParameters[12345]': 'blue', 'risk.parameters[100]': 'x' })).toEqual({
      customParameters: { 12345: 'blue' },
      risk: { parameters: { 100: 'x' } },
    });
  });

  it('makes objects of dots, lists of indices, and maps of keys', () => {
    expect(
      nest({
        'customer.email': 'a@b.de',
        'shipping.customer.surname': 'Jones',
        'cart.items[3].name': 'Lamp',
        'cart.items[0].name': 'Mug',
        'customParameters[a.b]': '1',
        'customParameters[__proto__]': 'harmless',
      }),
    ).toEqual({
      customer: { email: 'a@b.de' },
      shipping: { customer: { surname: 'Jones' } },
      cart: { items: [{ name: 'Mug' }, { name: 'Lamp' }] },
      customParameters: { 'a.b': '1', ['__proto__']: 'harmless' },
    });
  });
});
