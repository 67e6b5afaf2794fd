/** Brands that are no cards, as their forms show them: a name, and what the shopper fills in. */
import type { FormInput } from './form-data.ts';

interface OtherBrandForm {
  readonly name: string;
  readonly inputs: readonly FormInput[];
}

export const OTHER_BRAND_FORMS: Readonly<Record<string, OtherBrandForm>> = {
  ALIPAY: { name: 'Alipay', inputs: [] },
  IDEAL: { name: 'iDEAL', inputs: [] },
  KLARNA_PAYMENTS_PAYLATER: { name: 'Klarna', inputs: [] },
  PAYPAL: { name: 'PayPal', inputs: [] },
  PAYSAFECARD: {
    name: 'paysafecard',
    inputs: [
      {
        name: 'virtualAccount.accountId',
        key: 'accountId',
        label: 'virtualAccountId',
        error: 'virtualAccountIdError',
        autocomplete: 'username',
      },
      {
        name: 'virtualAccount.password',
        key: 'password',
        label: 'password',
        error: 'passwordError',
        type: 'password',
        autocomplete: 'current-password',
      },
    ],
  },
  SOFORTUEBERWEISUNG: { name: 'Sofort', inputs: [] },
  STC_PAY: {
    name: 'STC Pay',
    inputs: [
      {
        name: 'customParameters[SHOPPER_paymentMode]',
        key: 'paymentMode',
        label: 'paymentMethod',
        error: 'paymentMethod',
        type: 'radio',
        choices: { mobile: 'payByMobile', qrcode: 'payByQrCode' },
      },
      {
        name: 'customer.mobile',
        key: 'mobilePhone',
        label: 'mobilePhoneNumber',
        error: 'mobilePhoneNumberError',
        type: 'tel',
        autocomplete: 'tel',
        pattern: '[+0-9][0-9 .()/\\-]{5,24}',
        when: 'mobile',
      },
    ],
  },
};
