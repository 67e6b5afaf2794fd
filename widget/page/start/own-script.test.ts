import { expect, test } from 'vitest';
import { readScriptUrl } from './own-script.ts';

const G = 'https://gateway.example';

test.each([
  [
    `${G}/v1/paymentWidgets.js?checkoutId=A1.uat01`,
    { gateway: G, checkoutId: 'A1.uat01', resource: 'payment' },
  ],
  [
    `${G}//v1/paymentWidgets.js?_=17&checkoutId=A1`,
    { gateway: G, checkoutId: 'A1', resource: 'payment' },
  ],
  [`${G}/v1/paymentWidgets.js`, { gateway: G, checkoutId: '', resource: 'payment' }],
  [
    `${G}/v1/paymentWidgets.js?checkoutId=A1.uat01/registration`,
    { gateway: G, checkoutId: 'A1.uat01', resource: 'registration' },
  ],
  [
    'http://127.0.0.1:8080/v1/paymentWidgets.js?checkoutId=A',
    { gateway: 'http://127.0.0.1:8080', checkoutId: 'A', resource: 'payment' },
  ],
  ['no address', undefined],
  [undefined, undefined],
])('%s', (address, expected) => {
  expect(readScriptUrl(address)).toEqual(expected);
});
