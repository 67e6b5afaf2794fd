import { expect, test } from 'vitest';
import { addBillingName, billingName } from './billing-name.ts';

test.each([
  ['Jane Jones', 'Jane', 'Jones'],
  ['  Jane  Mary Jones ', 'Jane Mary', 'Jones'],
  ['Madonna', '', 'Madonna'],
  ['', '', ''],
])('%j is %j %j', (holder, givenName, surname) => {
  expect(billingName(holder)).toEqual({ givenName, surname });
});

test('what the page has filled in itself stays', () => {
  const inputs = new FormData();
  inputs.set('card.holder', 'Jane Jones');
  inputs.set('customer.surname', 'Smith');
  addBillingName(inputs);
  expect(Object.fromEntries(inputs)).toEqual({
    'card.holder': 'Jane Jones',
    'customer.givenName': 'Jane',
    'customer.surname': 'Smith',
  });
});
