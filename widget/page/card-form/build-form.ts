/** The structure of the card form, with the classes, names and attributes that pages rely on. */
import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Child, elementBuilder } from '../element.ts';
import type { Scope } from '../scope.ts';
import { EARLY_NAMES } from '../texts.ts';
import type { FormState } from './form-state.ts';

/** The nodes that the widget goes on using, wherever the page moves them. */
export interface FormNodes {
  readonly form: HTMLFormElement;
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
  readonly shopperResultUrl: HTMLInputElement;
  readonly holder: HTMLInputElement;
  readonly message: HTMLElement;
  readonly messageText: HTMLElement;
  readonly retry: HTMLButtonElement;
  readonly button: HTMLButtonElement;
  readonly live: HTMLElement;
}

export interface FormShape {
  /** Unique in the page; begins the ids of the form. */
  readonly id: string;
  /** Where a plain post of the form would go. */
  readonly action: string;
  readonly hasCvv: boolean;
  readonly hasPlaceholders: boolean;
}

export function buildForm(scope: Scope, state: FormState, shape: FormShape): FormNodes {
  const { id, action, hasCvv, hasPlaceholders } = shape;
  const { label } = state;
  const element = elementBuilder(scope);
  const placeholder = (key: string) => (hasPlaceholders ? label(key) : '');
  const earlyName = (key: keyof typeof EARLY_NAMES) =>
    computed(() => (state.language.value ? false : EARLY_NAMES[key]));
  const hidden = (name: string) => element('input', { type: 'hidden', name });
  const control = (key: string) => `wpwl-control wpwl-control-${key}`;
  const wrapper = (key: string, ...children: Child[]) =>
    element('div', { class: `wpwl-wrapper wpwl-wrapper-${key}` }, ...children);

  /** Label and control. A control inside a frame cannot be tied to its label by an id. */
  const group = (
    key: string,
    name: string,
    text: ReadonlySignal<string>,
    content: HTMLElement,
    target?: HTMLElement,
  ) => {
    const tied = element('label', target ? { for: target.id } : {}, text);
    const labelBox = { class: `wpwl-label wpwl-label-${key}`, name: `wpwl-label-${name}` };
    return element(
      'div',
      { class: `wpwl-group wpwl-group-${key} wpwl-clearfix` },
      element('div', labelBox, tied),
      content,
    );
  };

  const select = element('select', {
    class: control('brand'),
    name: 'paymentBrand',
    id: `${id}-brand`,
    'aria-label': earlyName('brand'),
  });
  const brand = element('div', { class: 'wpwl-brand wpwl-brand-card', 'aria-hidden': 'true' });
  const brands = element('div', { class: 'wpwl-brands', 'aria-hidden': 'true' });
  const expiry = element('input', {
    class: control('expiry'),
    id: `${id}-expiry`,
    name: 'card.expiry',
    type: 'tel',
    inputmode: 'numeric',
    autocomplete: 'cc-exp',
    'data-action': 'blur-card-expiry',
    placeholder: placeholder('mmyy'),
    'aria-label': earlyName('expiryDate'),
    'aria-required': 'true',
    dir: 'ltr',
  });
  const holder = element('input', {
    class: control('cardHolder'),
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
  const cvvWrapper = hasCvv ? wrapper('cvv') : undefined;

  const messageText = element('p');
  const retry = element('button', { class: 'wpwl-retry', type: 'button' }, label('tryAgain'));
  const message = element('div', { class: 'wpwl-message', hidden: true }, messageText, retry);

  const payText = computed(() =>
    state.text({ key: state.phase.value === 'busy' ? 'processing' : 'submit' }),
  );
  const button = element(
    'button',
    {
      class: 'wpwl-button wpwl-button-pay',
      type: 'submit',
      name: 'pay',
      'aria-label': computed(() => payText.value || EARLY_NAMES.submit),
    },
    payText,
  );
  const submit = element(
    'div',
    { class: 'wpwl-group wpwl-group-submit wpwl-clearfix' },
    wrapper('submit', button),
  );

  const expiryMonth = hidden('card.expiryMonth');
  const expiryYear = hidden('card.expiryYear');
  const shopperResultUrl = hidden('shopperResultUrl');
  const live = element('div', { class: 'wpwl-live', role: 'status' });

  const form = element(
    'form',
    {
      class: 'wpwl-form wpwl-form-card wpwl-clearfix',
      action,
      method: 'POST',
      'accept-charset': 'UTF-8',
      'data-action': 'submit-payment-card',
      novalidate: true,
    },
    group('brand', 'paymentBrand', label('brand'), wrapper('brand', select, brand), select),
    group('cardNumber', 'card.number', label('cardNumber'), numberWrapper),
    group('expiry', 'card.expiry', label('expiryDate'), wrapper('expiry', expiry), expiry),
    ...(cvvWrapper ? [group('cvv', 'card.cvv', label('cvv'), cvvWrapper)] : []),
    group('cardHolder', 'card.holder', label('cardHolder'), wrapper('cardHolder', holder), holder),
    message,
    submit,
    expiryMonth,
    expiryYear,
    shopperResultUrl,
    live,
  );
  return {
    form,
    select,
    brand,
    brands,
    numberWrapper,
    cvvWrapper,
    expiry,
    expiryMonth,
    expiryYear,
    shopperResultUrl,
    holder,
    message,
    messageText,
    retry,
    button,
    live,
  };
}
