/** Mistakes in a merchant's page, and those of its shoppers. */
import type { PageMistake } from './mistake.ts';

const IN_CONSOLE = { where: 'the browser’s console', to: 'developer' } as const;
const IN_INSPECTOR = { where: 'the inspector', to: 'developer' } as const;
const IN_FORM = { where: 'the form', to: 'shopper' } as const;

export const PAGE_MISTAKES: readonly PageMistake[] = [
  {
    done: 'The form’s class is misspelled: `class="paymentWidget"`',
    said: 'class="paymentWidget": did you mean paymentWidgets?',
    ...IN_INSPECTOR,
    page: { form: '<form class="paymentWidget" action="/result">VISA</form>' },
  },
  {
    done: 'The form is a `<div>`',
    said: '<div class="paymentWidgets"> has to be a <form>',
    ...IN_INSPECTOR,
    page: { form: '<div class="paymentWidgets">VISA</div>' },
  },
  {
    done: 'It stands in another form, which browsers leave out',
    said: 'A form in a form disappears when a browser reads it from HTML',
    ...IN_INSPECTOR,
    page: {
      form: '<form id="cart"><form class="paymentWidgets" action="/result">VISA</form></form>',
    },
  },
  {
    done: 'An option is misspelled: `locle`',
    said: 'wpwlOptions.locle is no option. Did you mean locale?',
    ...IN_INSPECTOR,
    page: { options: `{ locle: 'de' }` },
  },
  {
    done: 'A brand is misspelled: `MASTERCARD`',
    said: '"MASTERCARD" is not a brand of this checkout. Did you mean MASTER?',
    ...IN_CONSOLE,
    page: { brands: 'VISA MASTERCARD' },
  },
  {
    done: 'The form has no `action`, nor the checkout a `shopperResultUrl`',
    said: 'Give it the address of your result page, or set shopperResultUrl',
    ...IN_CONSOLE,
    page: { form: '<form class="paymentWidgets">VISA</form>' },
  },
  {
    done: 'The `action` is an address without `https://`',
    said: 'Did you mean https://shop.example/result?',
    ...IN_INSPECTOR,
    page: { form: '<form class="paymentWidgets" action="shop.example/result">VISA</form>' },
  },
  {
    done: 'The script’s address names no checkout',
    said: 'No checkout to pay. Load paymentWidgets.js?checkoutId={id}',
    ...IN_CONSOLE,
    page: { script: '{gateway}/v1/paymentWidgets.js' },
  },
  {
    done: '`wpwl.mount()` is given no checkout, nor is the script’s address',
    said: 'or give wpwl.mount() a checkoutId.',
    ...IN_CONSOLE,
    page: {
      script: '{gateway}/v1/paymentWidgets.js',
      form: `<div id="pay"></div>
<script>addEventListener('load', () => wpwl.mount(document.querySelector('#pay'), { brands: 'VISA' }))</script>`,
    },
  },
  {
    done: 'The script’s address names one that there is not',
    said: 'Take the id from',
    ...IN_CONSOLE,
    page: { script: '{script}x' },
  },
  {
    done: 'The Content-Security-Policy keeps the card fields out',
    said: 'keeps the gateway out. Add to it: frame-src',
    ...IN_CONSOLE,
    page: {
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n' {gateway}; connect-src {gateway}; frame-src 'none'`,
      },
      scriptAttributes: 'nonce="n"',
    },
  },
  {
    done: 'The Content-Security-Policy keeps the form’s data out',
    said: 'keeps the gateway out. Add to it: connect-src',
    ...IN_CONSOLE,
    page: {
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n' {gateway}; frame-src {gateway}`,
      },
      scriptAttributes: 'nonce="n"',
    },
  },
  {
    done: 'The card number has a wrong digit',
    said: 'Invalid card number or brand. Check the digits on your card.',
    ...IN_FORM,
    card: { number: '4200000000000001' },
  },
  {
    done: 'The card has expired',
    said: 'This card has expired. Check the date or use another card.',
    ...IN_FORM,
    card: { expiry: '0120' },
  },
  {
    done: 'The CVV is too short',
    said: 'Invalid CVV. Enter the 3 digits from the back of your card.',
    ...IN_FORM,
    card: { cvv: '12' },
  },
  {
    done: 'The name is left out',
    said: 'Invalid card holder. Enter the name as it appears on your card.',
    ...IN_FORM,
    card: { holder: '' },
  },
  {
    done: 'The bank declines',
    said: 'You have not been charged. Try another card or contact your bank.',
    ...IN_FORM,
    card: { number: '4200000000001016' },
    page: { options: '{ stayOnDecline: true }' },
  },
  {
    done: 'The shopper comes back after the half hour that a checkout lasts',
    said: 'This payment session has expired. Go back to the shop and start again.',
    ...IN_FORM,
    happens: 'half an hour passes',
  },
  {
    done: 'The connection is lost while it pays',
    said: 'Try again: it stays the same payment, so you pay only once.',
    ...IN_FORM,
    card: {},
    happens: 'the connection is lost',
  },
];
