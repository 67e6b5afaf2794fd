/** Brands that are no cards: their names, and what they ask the shopper for. */
import type { TreeElement } from '../../../contract/form-tree.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { choiceGroup, inputGroup } from './group.ts';

export interface OtherBrandForm {
  readonly name: string;
  readonly inputs: readonly TreeElement[];
}

const FORMS: Readonly<Record<string, OtherBrandForm>> = {
  ALIPAY: { name: 'Alipay', inputs: [] },
  IDEAL: { name: 'iDEAL', inputs: [] },
  KLARNA_PAYMENTS_PAYLATER: { name: 'Klarna', inputs: [] },
  PAYPAL: { name: 'PayPal', inputs: [] },
  PAYSAFECARD: {
    name: 'paysafecard',
    inputs: [
      inputGroup({
        key: 'accountId',
        name: 'virtualAccount.accountId',
        label: 'virtualAccountId',
        error: 'virtualAccountIdError',
        control: { required: true, autocomplete: 'username', 'data-brand': 'paysafecard' },
      }),
      inputGroup({
        key: 'password',
        name: 'virtualAccount.password',
        label: 'password',
        error: 'passwordError',
        control: {
          type: 'password',
          required: true,
          autocomplete: 'current-password',
          'data-brand': 'paysafecard',
        },
      }),
    ],
  },
  SOFORTUEBERWEISUNG: { name: 'Sofort', inputs: [] },
  STC_PAY: {
    name: 'STC Pay',
    inputs: [
      choiceGroup(
        {
          key: 'paymentMode',
          name: 'customParameters[SHOPPER_paymentMode]',
          label: 'paymentMethod',
        },
        { mobile: 'payByMobile', qrcode: 'payByQrCode' },
      ),
      inputGroup({
        key: 'mobilePhone',
        name: 'customer.mobile',
        label: 'mobilePhoneNumber',
        error: 'mobilePhoneNumberError',
        control: {
          type: 'tel',
          required: true,
          autocomplete: 'tel',
          // What the catalogue takes; escaped as the attribute wants it.
          pattern: '[+0-9][0-9 .\\(\\)\\/\\-]{5,24}',
          dir: 'ltr',
        },
      }),
    ],
  },
};

/** What a brand is called and looks like, above what it asks for. */
const heading = (code: string, name: string): TreeElement => [
  'div',
  { class: 'wpwl-brand-name' },
  ['div', { class: `wpwl-brand wpwl-brand-${code}`, 'data-brand': code, 'aria-hidden': 'true' }],
  name,
];

/** The shopper should know before leaving the shop. */
const leaving = (code: string, name: string): TreeElement[] =>
  OTHER_BRANDS.get(code) === 'redirect'
    ? [['div', { class: 'wpwl-note' }, { key: 'redirectHint', values: { brand: name } }]]
    : [];

export const OTHER_BRAND_FORMS: Readonly<Record<string, OtherBrandForm>> = Object.fromEntries(
  Object.entries(FORMS).map(([code, { name, inputs }]) => [
    code,
    { name, inputs: [heading(code, name), ...inputs, ...leaving(code, name)] },
  ]),
);
