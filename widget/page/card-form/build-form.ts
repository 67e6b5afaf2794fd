/** The structure of the card form, with the classes, names and attributes that pages rely on. */
import { elementBuilder } from '../element.ts';
import { option } from '../options.ts';
import type { Scope } from '../scope.ts';
import { computed } from '../signals.ts';
import { EARLY_NAMES, placeholderText } from '../texts.ts';
import { cvvHint } from './cvv-hint.ts';
import { controlClass, groupBuilder } from './form-group.ts';
import { buildShell, type ShellNodes, type ShellOptions } from './form-shell.ts';
import type { FormState } from './form-state.ts';

/** The nodes that the widget goes on using, wherever the page moves them. */
export interface FormNodes extends ShellNodes {
  readonly select: HTMLSelectElement;
  /** Logo of the brand in force. */
  readonly brand: HTMLElement;
  /** Logos of the brands that a number may be of. */
  readonly brands: HTMLElement;
  readonly numberWrapper: HTMLElement;
  readonly cvvWrapper: HTMLElement | undefined;
  readonly expiry: HTMLInputElement;
  readonly expiryMonth: HTMLInputElement;
  readonly expiryYear: HTMLInputElement;
  readonly holder: HTMLInputElement;
}

export interface FormShape extends Pick<ShellOptions, 'id' | 'action' | 'submitText'> {
  readonly hasCvv: boolean;
}

export function buildForm(scope: Scope, state: FormState, shape: FormShape): FormNodes {
  const { id, hasCvv } = shape;
  const { label } = state;
  const element = elementBuilder(scope);
  const { group, wrapper } = groupBuilder(element);
  const placeholder = (key: string, text = key) =>
    computed(() => placeholderText(key, label(text).value));
  const earlyName = (key: keyof typeof EARLY_NAMES) =>
    computed(() => (state.language.value ? false : EARLY_NAMES[key]));
  const hidden = (name: string) => element('input', { type: 'hidden', name });

  const select = element('select', {
    class: controlClass('brand'),
    name: 'paymentBrand',
    id: `${id}-brand`,
    'aria-label': earlyName('brand'),
  });
  const brand = element('div', { class: 'wpwl-brand wpwl-brand-card', 'aria-hidden': 'true' });
  const brands = element('div', { class: 'wpwl-brands', 'aria-hidden': 'true' });
  const expiry = element('input', {
    class: controlClass('expiry'),
    id: `${id}-expiry`,
    name: 'card.expiry',
    type: 'tel',
    inputmode: 'numeric',
    autocomplete: 'cc-exp',
    'data-action': 'blur-card-expiry',
    placeholder: placeholder('expiryDate', 'mmyy'),
    'aria-label': earlyName('expiryDate'),
    'aria-required': 'true',
    dir: 'ltr',
  });
  const holder = element('input', {
    class: controlClass('cardHolder'),
    id: `${id}-holder`,
    name: 'card.holder',
    type: 'text',
    autocomplete: 'cc-name',
    autocapitalize: 'words',
    spellcheck: 'false',
    maxlength: '128',
    'aria-label': earlyName('cardHolder'),
    placeholder: placeholder('cardHolder'),
  });
  const numberWrapper = wrapper('cardNumber', brands);
  const hint = option('showCVVHint') ? [cvvHint(element, state)] : [];
  const cvvWrapper = hasCvv ? wrapper('cvv', ...hint) : undefined;
  const expiryMonth = hidden('card.expiryMonth');
  const expiryYear = hidden('card.expiryYear');

  const shell = buildShell(
    scope,
    state,
    {
      ...shape,
      classes: 'wpwl-form-card',
      buttonClass: 'wpwl-button-pay',
      submits: 'payment-card',
    },
    group({
      key: 'brand',
      name: 'paymentBrand',
      text: label('brand'),
      content: wrapper('brand', select, brand),
      target: select,
    }),
    group({
      key: 'cardNumber',
      name: 'card.number',
      text: label('cardNumber'),
      content: numberWrapper,
    }),
    group({
      key: 'expiry',
      name: 'card.expiry',
      text: label('expiryDate'),
      content: wrapper('expiry', expiry),
      target: expiry,
    }),
    ...(cvvWrapper
      ? [group({ key: 'cvv', name: 'card.cvv', text: label('cvv'), content: cvvWrapper })]
      : []),
    group({
      key: 'cardHolder',
      name: 'card.holder',
      text: label('cardHolder'),
      content: wrapper('cardHolder', holder),
      target: holder,
    }),
    expiryMonth,
    expiryYear,
  );
  return {
    ...shell,
    select,
    brand,
    brands,
    numberWrapper,
    cvvWrapper,
    expiry,
    expiryMonth,
    expiryYear,
    holder,
  };
}
