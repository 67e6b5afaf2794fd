/** The form that debits a bank account: its BIC where the page wants it, and the mandate above its button. */
import type { FormBrand } from '../../../contract/form-data.ts';
import type { TreeElement } from '../../../contract/form-tree.ts';
import { isDirectDebit } from '../../../contract/other-brands.ts';

const isBic = ([, attributes]: TreeElement): boolean =>
  String(attributes['class']).includes('wpwl-group-accountBic');

const mandate = (merchant: string): TreeElement => [
  'div',
  { class: 'wpwl-note wpwl-mandate' },
  ['div', {}, { key: 'debitMandate', values: { merchant } }],
  ['div', {}, { key: 'debitRefund' }],
  ['div', {}, { key: 'debitReference' }],
];

/** @param merchant as the shopper knows it */
export const withMandate = (
  brands: Readonly<Record<string, FormBrand>>,
  { merchant, displayBic }: { readonly merchant: string; readonly displayBic: boolean },
): Readonly<Record<string, FormBrand>> =>
  Object.fromEntries(
    Object.entries(brands).map(([code, brand]) => {
      const { inputs = [] } = brand;
      if (!isDirectDebit(code)) return [code, brand];
      const shown = inputs.filter((input) => displayBic || !isBic(input));
      return [code, { ...brand, inputs: [...shown, mandate(merchant)] }];
    }),
  );
