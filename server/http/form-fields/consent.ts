/** The shopper's consent to store the card: a real checkbox, never ticked beforehand. */
import type { TreeElement } from '../../../contract/form-tree.ts';

export const CONSENT: TreeElement = [
  'div',
  { class: 'wpwl-group wpwl-group-createRegistration wpwl-clearfix' },
  [
    'label',
    { class: 'wpwl-choice' },
    ['input', { type: 'checkbox', name: 'createRegistration', value: 'true' }],
    { key: 'register' },
  ],
  ['div', { class: 'wpwl-note' }, { key: 'registerHint' }],
];
