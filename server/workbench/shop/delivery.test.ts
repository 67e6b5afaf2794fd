import { describe, expect, test } from 'vitest';
import {
  DELIVERY_COUNTRIES,
  deliveryErrors,
  deliveryParameters,
  readDelivery,
} from './delivery.ts';
import { DEMO_SHOPPERS, GUEST_DELIVERY } from './demo-shoppers.ts';

const FORM = {
  email: 'jane@example.com',
  'shipping.givenName': 'Jane',
  'shipping.surname': 'Jones',
  'shipping.street1': 'Prinsenkade 12',
  'shipping.postcode': '1015 CX',
  'shipping.city': 'Amsterdam',
  'shipping.country': 'NL',
  method: 'standard',
  same: '1',
};
const GIFT = {
  ...FORM,
  same: undefined,
  ...{ 'billing.givenName': 'Omar', 'billing.surname': 'Haddad', 'billing.country': 'DE' },
  ...{ 'billing.street1': 'Lindenweg 40', 'billing.postcode': '10117', 'billing.city': 'Berlin' },
};
const wrong = (form: object) => [...deliveryErrors(readDelivery(form)).keys()];

test.each([GUEST_DELIVERY, ...DEMO_SHOPPERS.map(({ delivery }) => delivery)])(
  'what the demo has typed already is right: $email',
  (delivery) => {
    expect(deliveryErrors(delivery)).toEqual(new Map());
  },
);

describe('an address', () => {
  test.each([
    ['email', ''],
    ['email', 'jane'],
    ['email', 'jane@example'],
    ['shipping.givenName', ' '],
    ['shipping.surname', ''],
    ['shipping.street1', ''],
    ['shipping.street1', 'a'.repeat(101)],
    ['shipping.postcode', '1015'],
    ['shipping.postcode', '<b>'],
    ['shipping.city', 'Amsterdam 2'],
    ['shipping.country', 'XX'],
    ['shipping.country', 'US'],
  ])('is not taken with %s=%j', (name, value) => {
    expect(wrong({ ...FORM, [name]: value })).toContain(name);
  });

  test('of the bill is looked at where it is another one', () => {
    expect(wrong(GIFT)).toEqual([]);
    expect(wrong({ ...GIFT, 'billing.postcode': '1' })).toEqual(['billing.postcode']);
    expect(wrong({ ...GIFT, 'billing.postcode': '1', same: '1' })).toEqual([]);
  });

  test('is for countries without states, which the form does not ask for', () => {
    expect(DELIVERY_COUNTRIES).toContain('JP');
    expect(DELIVERY_COUNTRIES).not.toContain('BR');
  });
});

test('a delivery that the shop does not have is the standard one', () => {
  expect(readDelivery({ ...FORM, method: 'toString' }).method).toBe('standard');
});

test('the gateway is told who pays, and who gets it where', () => {
  expect(deliveryParameters(readDelivery({ ...GIFT, method: 'express' }))).toEqual({
    'customer.givenName': 'Omar',
    'customer.surname': 'Haddad',
    'customer.email': 'jane@example.com',
    'billing.street1': 'Lindenweg 40',
    'billing.postcode': '10117',
    'billing.city': 'Berlin',
    'billing.country': 'DE',
    'shipping.customer.givenName': 'Jane',
    'shipping.customer.surname': 'Jones',
    'shipping.street1': 'Prinsenkade 12',
    'shipping.postcode': '1015 CX',
    'shipping.city': 'Amsterdam',
    'shipping.country': 'NL',
    'shipping.method': 'NEXT_DAY_OVERNIGHT',
  });
});
