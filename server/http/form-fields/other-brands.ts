/** Brands that are no cards as the form shows them: their names, and what they ask the shopper for. */

import type { FormBrand } from '../../../contract/form-data.ts';
import type { TreeAttributes, TreeElement } from '../../../contract/form-tree.ts';
import { partClass } from '../../../contract/group-classes.ts';
import {
  OTHER_BRANDS,
  type OtherBrand,
  type OtherBrandField,
  sendsElsewhere,
} from '../../../contract/other-brands.ts';
import { tokenParameter, WALLETS, type Wallet } from '../../../contract/wallets.ts';
import { choiceGroup, group, inputGroup } from './group.ts';

export type OtherBrandForm = Required<Omit<FormBrand, 'logo' | 'wallet'>>;

/** How a parameter is typed: the end of its class names, and what its input is beside. */
const CONTROLS: Readonly<
  Record<OtherBrandField['name'], { readonly key: string; readonly control: TreeAttributes }>
> = {
  'bankAccount.holder': {
    key: 'accountHolder',
    control: { autocomplete: 'name', minlength: '4', maxlength: '128', pattern: '.*\\S.*' },
  },
  // Typed into a frame of the gateway: the page puts it where the input would be.
  'bankAccount.iban': { key: 'accountIban', control: {} },
  'bankAccount.bic': {
    key: 'accountBic',
    control: {
      autocapitalize: 'characters',
      pattern: '[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?',
      maxlength: '11',
      required: false,
      dir: 'ltr',
    },
  },
  'virtualAccount.accountId': { key: 'accountId', control: { autocomplete: 'username' } },
  'virtualAccount.password': {
    key: 'password',
    control: { type: 'password', autocomplete: 'current-password' },
  },
  'customer.mobile': {
    key: 'mobilePhone',
    control: {
      type: 'tel',
      autocomplete: 'tel',
      // What the catalogue takes; escaped as the attribute wants it.
      pattern: '[+0-9][0-9 .\\(\\)\\/\\-]{5,24}',
      dir: 'ltr',
    },
  },
  'customer.givenName': { key: 'givenName', control: { autocomplete: 'given-name' } },
  'customer.surname': { key: 'surname', control: { autocomplete: 'family-name' } },
  'customer.identificationDocId': {
    key: 'taxNumber',
    control: { autocomplete: 'off', autocapitalize: 'characters', dir: 'ltr' },
  },
};
/** A one-time code in the place of a password. */
const CODE: TreeAttributes = {
  type: 'text',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  dir: 'ltr',
};

const input = ({ name, label, format }: OtherBrandField, brand: string): TreeElement => {
  const { key, control } = CONTROLS[name];
  if (name === 'bankAccount.iban') {
    const place: TreeElement = ['div', { class: partClass('wrapper', key) }];
    return group({ key, name, label }, undefined, place);
  }
  const isCode = format !== undefined && name === 'virtualAccount.password';
  return inputGroup({
    key: isCode ? label : key,
    name,
    label,
    error: `${label}Error`,
    control: {
      required: true,
      ...control,
      ...(isCode && CODE),
      ...(format && { pattern: format.pattern }),
      'data-brand': brand,
    },
  });
};

/** What a brand asks beside its fields. */
const CHOICES: Readonly<Record<string, TreeElement>> = {
  STC_PAY: choiceGroup(
    { key: 'paymentMode', name: 'customParameters[SHOPPER_paymentMode]', label: 'paymentMethod' },
    { mobile: 'payByMobile', qrcode: 'payByQrCode' },
  ),
};

const mark = (code: string): TreeElement => [
  'div',
  { class: `wpwl-brand wpwl-brand-${code}`, 'data-brand': code, 'aria-hidden': 'true' },
];

/** What a brand is called and looks like, above what it asks for. */
const heading = (code: string, name: string, nameKey?: string): TreeElement => [
  'div',
  { class: 'wpwl-brand-name' },
  mark(code),
  nameKey ? { key: nameKey } : name,
];

/** The shopper should know before leaving the shop. */
const leaving = (name: string): TreeElement => [
  'div',
  { class: 'wpwl-note' },
  { key: 'redirectHint', values: { brand: name } },
];

/** What the shopper gets, and where that is paid: key of the text. */
const VOUCHER_HINTS: Readonly<Record<string, string>> = {
  BOLETO: 'voucherHint',
  OXXO: 'voucherHintOxxo',
  PIX: 'voucherHintPix',
  PREPAYMENT: 'voucherHintTransfer',
  SIBS_MULTIBANCO: 'voucherHintMultibanco',
};

const voucherHint = (code: string): TreeElement => [
  'div',
  { class: 'wpwl-note' },
  { key: VOUCHER_HINTS[code] ?? 'voucherHint' },
];

/** What kind of document the number is of. */
const DOCUMENT_TYPE: TreeElement = [
  'input',
  { type: 'hidden', name: 'customer.identificationDocType', value: 'TAXSTATEMENT' },
];

/** Ends the name of the callback that is asked before the form is sent. */
const CALLBACKS = {
  onlineTransfer: 'OnlineTransfer',
  virtualAccount: 'VirtualAccount',
  directDebit: 'DirectDebit',
  prepayment: 'Prepayment',
} as const;

const formOf = (
  code: string,
  { name, nameKey, family, fields, inPlace }: OtherBrand,
): OtherBrandForm => ({
  name,
  family: CALLBACKS[family],
  formClass: `wpwl-form-${family}`,
  buttonClass: `wpwl-button-${inPlace ? 'pay' : 'brand'} wpwl-button-${code}`,
  inputs: [
    heading(code, name, nameKey),
    ...(CHOICES[code] ? [CHOICES[code]] : []),
    ...fields.map((field) => input(field, name)),
    ...(fields.some(({ name }) => name === 'customer.identificationDocId') ? [DOCUMENT_TYPE] : []),
    ...(inPlace ? [] : [leaving(name)]),
    ...(family === 'prepayment' ? [voucherHint(code)] : []),
  ],
});

/** The button bears the wallet's mark; the token has no field that one could see. */
const walletFormOf = (code: string, wallet: Wallet): OtherBrandForm => ({
  name: wallet.name,
  family: 'VirtualAccount',
  formClass: 'wpwl-form-virtualAccount',
  buttonClass: `wpwl-button-wallet wpwl-${wallet.key === 'applePay' ? 'apple' : 'google'}-pay-button`,
  inputs: [mark(code), ['input', { type: 'hidden', name: tokenParameter(wallet) }]],
});

export const OTHER_BRAND_FORMS: Readonly<Record<string, OtherBrandForm>> = Object.fromEntries([
  ...[...OTHER_BRANDS].map(([code, brand]) => [code, formOf(code, brand)] as const),
  ...[...WALLETS].map(([code, wallet]) => [code, walletFormOf(code, wallet)] as const),
]);

/** What a brand's form says where the shopper stays in the page: nothing of leaving. */
const INLINE: TreeElement = ['input', { type: 'hidden', name: 'inlineFlow', value: 'true' }];

/** The same with those whose own page is wanted in the place of the form. */
export const withInlineFlow = (
  brands: Readonly<Record<string, FormBrand>>,
  wanted: readonly string[],
): Readonly<Record<string, FormBrand>> =>
  Object.fromEntries(
    Object.entries(brands).map(([code, brand]) => {
      const { family, inputs = [] } = brand;
      if (!wanted.includes(code) || !OTHER_BRANDS.has(code)) return [code, brand];
      const stays = inputs.filter(([, { class: name }]) => name !== 'wpwl-note');
      const inline = {
        ...brand,
        ...(family === 'VirtualAccount' && { family: 'InlineVirtualAccount' as const }),
        ...(sendsElsewhere(code) && { inputs: [...stays, INLINE] }),
      };
      return [code, inline];
    }),
  );

/** The brands with the names that the language has for them. */
export const withOwnNames = <Described extends { readonly name: string }>(
  brands: Readonly<Record<string, Described>>,
  word: (key: string) => string,
): Readonly<Record<string, Described>> =>
  Object.fromEntries(
    Object.entries(brands).map(([code, brand]) => {
      const { nameKey } = OTHER_BRANDS.get(code) ?? {};
      return [code, nameKey ? { ...brand, name: word(nameKey) } : brand];
    }),
  );
