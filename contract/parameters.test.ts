import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { findRow, nest, readParameters } from './parameters.ts';

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
    for (const name of ['cart.items[01].name', 'cart.items[x].name', 'constructor', '__proto__']) {
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

describe('nesting parameters', () => {
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
