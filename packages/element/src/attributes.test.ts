import { SWITCHES, TABLES, TEXTS } from '@payment-widgets/loader/form';
import { expect, it, vi } from 'vitest';
import { ATTRIBUTES, readAttributes } from './attributes.ts';

vi.stubGlobal('HTMLElement', { prototype: { nonce: '', id: '' } });

const read = (attributes: Readonly<Record<string, string>>, nonce = '') =>
  readAttributes({
    nonce,
    getAttributeNames: () => Object.keys(attributes),
    getAttribute: (name: string) => attributes[name] ?? null,
  } as HTMLElement);

it('every option that is no callback has an attribute, in kebab-case', () => {
  expect(ATTRIBUTES).toHaveLength(5 + SWITCHES.length + TEXTS.length + TABLES.length);
  expect(ATTRIBUTES).toEqual(
    expect.arrayContaining([
      ...['gateway', 'checkout-id', 'shopper-result-url', 'brands', 'integrity'],
      ...['show-cvv-hint', 'enable-saqa-compliance', 'three-d-iframe-size', 'form-style', 'labels'],
    ]),
  );
  for (const name of ATTRIBUTES) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

const CASES = [
  { attributes: {}, options: {} },
  { attributes: { 'show-amount': '' }, options: { showAmount: true } },
  { attributes: { 'show-amount': 'false' }, options: { showAmount: 'false' } },
  { attributes: { 'checkout-id': '1', locale: 'de' }, options: { checkoutId: '1', locale: 'de' } },
  { attributes: { 'form-style': 'plain' }, options: { style: 'plain' } },
  { attributes: { labels: '{"submit":"Buy"}' }, options: { labels: { submit: 'Buy' } } },
  { attributes: { 'billing-address': '' }, options: { billingAddress: true } },
  {
    attributes: { 'billing-address': '{"country":"DE"}' },
    options: { billingAddress: { country: 'DE' } },
  },
  { attributes: { 'inline-flow': 'KLARNA' }, options: { inlineFlow: 'KLARNA' } },
  { attributes: { 'show-amout': '', locle: 'de' }, options: { showAmout: '', locle: 'de' } },
  { attributes: { id: 'pay', class: 'mine', 'data-a': '1', 'on-result': 'x' }, options: {} },
];

it.each(CASES)('$attributes are the options $options', ({ attributes, options }) => {
  expect(read(attributes)).toEqual(options);
});

it('the nonce is that of the element, which its attribute does not tell', () => {
  expect(read({ nonce: '' }, 'bm9uY2U')).toEqual({ nonce: 'bm9uY2U' });
});
