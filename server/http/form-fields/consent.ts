/** The shopper's consent to store the card, or an account: a real checkbox, never ticked beforehand. */

import type { FormBrand } from '../../../contract/form-data.ts';
import type { TreeElement, TreeText } from '../../../contract/form-tree.ts';
import { groupClass } from '../../../contract/group-classes.ts';
import { OTHER_BRANDS } from '../../../contract/other-brands.ts';
import { WALLETS } from '../../../contract/wallets.ts';

/** @param isList drawn as a switch there: it says that it can be turned back */
const consent = (isList: boolean, words: TreeText, ...more: TreeElement[]): TreeElement => [
  'div',
  { class: groupClass('createRegistration') },
  [
    'label',
    { class: 'wpwl-choice' },
    [
      'input',
      {
        type: 'checkbox',
        name: 'createRegistration',
        value: 'true',
        ...(isList && { role: 'switch' }),
      },
    ],
    words,
  ],
  ...more,
];

/** For cards. */
export const cardConsent = (isList: boolean): TreeElement =>
  consent(isList, { key: 'register' }, ['div', { class: 'wpwl-note' }, { key: 'registerHint' }]);

/** The same in the forms of the brands that can be stored without a card. */
export const withConsent = (
  brands: Readonly<Record<string, FormBrand>>,
  isList: boolean,
): Readonly<Record<string, FormBrand>> =>
  Object.fromEntries(
    Object.entries(brands).map(([code, brand]) => {
      const { name, inputs = [] } = brand;
      if (WALLETS.has(code)) return [code, { ...brand, inputs: [...inputs, cardConsent(isList)] }];
      if (!OTHER_BRANDS.get(code)?.registrable) return [code, brand];
      const asked = consent(isList, { key: 'registerAccount', values: { brand: name } });
      return [code, { ...brand, inputs: [...inputs, asked] }];
    }),
  );
