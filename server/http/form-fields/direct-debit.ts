/** The form that debits a bank account: its BIC where the page wants it, and the mandate above its button. */
import type { FormBrand } from '../../../contract/form-data.ts';
import type { TreeElement } from '../../../contract/form-tree.ts';
import { isDirectDebit } from '../../../contract/other-brands.ts';

const isBic = ([, attributes]: TreeElement): boolean =>
  String(attributes['class']).includes('wpwl-group-accountBic');

const mandate = (merchant: string, isKept: boolean): TreeElement => [
  'div',
  { class: 'wpwl-note wpwl-mandate' },
  ['div', {}, { key: isKept ? 'debitMandateKept' : 'debitMandate', values: { merchant } }],
  ['div', {}, { key: 'debitRefund' }],
  ...(isKept ? [] : [['div', {}, { key: 'debitReference' }] as const]),
];

export interface MandateForm {
  /** As the shopper knows it. */
  readonly merchant: string;
  readonly displayBic: boolean;
  /** The account is only kept: nothing is paid yet. */
  readonly isKept: boolean;
}

export const withMandate = (
  brands: Readonly<Record<string, FormBrand>>,
  { merchant, displayBic, isKept }: MandateForm,
): Readonly<Record<string, FormBrand>> =>
  Object.fromEntries(
    Object.entries(brands).map(([code, brand]) => {
      const { inputs = [] } = brand;
      if (!isDirectDebit(code)) return [code, brand];
      const shown = inputs.filter((input) => displayBic || !isBic(input));
      return [code, { ...brand, inputs: [...shown, mandate(merchant, isKept)] }];
    }),
  );
