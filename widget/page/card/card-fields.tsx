/** The structure of the card form, with the classes, names and attributes that pages rely on. */
import { computed } from '@preact/signals';
import { partClass } from '../../../contract/group-classes.ts';
import type { Keep } from '../form/draw.ts';
import { FieldGroup, type FieldGroupProps } from '../form/field-group.tsx';
import { FormShell, type ShellNodes, type ShellOptions } from '../form/form-shell.tsx';
import type { FormState } from '../form/form-state.ts';
import { EARLY_NAMES, placeholderText } from '../form/texts.ts';
import { option } from '../interface/options.ts';
import { type CardFieldName, isLeftOut, placeFields } from './field-places.ts';

/** The nodes that the widget goes on using, wherever the page moves them. */
export interface CardNodes extends ShellNodes {
  readonly select: HTMLSelectElement;
  /** Logo of the brand in force. */
  readonly brand: HTMLElement;
  /** Logos of the brands that a number may be of. */
  readonly brands: HTMLElement;
  readonly numberWrapper: HTMLElement;
  readonly cvvWrapper: HTMLElement;
  readonly expiry: HTMLInputElement;
  readonly expiryMonth: HTMLInputElement;
  readonly expiryYear: HTMLInputElement;
  readonly holder: HTMLInputElement;
  /** Tells the gateway that the page does not want the holder asked for. */
  readonly holderHidden: HTMLInputElement;
}

export interface CardFieldsProps extends Pick<ShellOptions, 'action' | 'resultUrl' | 'submitText'> {
  /** Unique in the page; begins the ids of the form. */
  readonly id: string;
  readonly state: FormState;
  readonly keep: Keep<CardNodes>;
}

/** Where the CVV stands on the card, beside the field that asks for it (`showCVVHint`). */
const CvvHint = ({ brand, text }: FormState) => (
  <div class="wpwl-cvv-hint">
    {computed(() => text({ key: brand.value === 'AMEX' ? 'cvvHintAmex' : 'cvvHint' }))}
  </div>
);

/** A chain of payments needs the CVV, or takes none; otherwise the page decides. */
export const asksCvv = ({ terms }: FormState): boolean =>
  terms.value?.cardCvv ?? (option('requireCvv') && !isLeftOut('cvv'));

export function CardFields({ id, state, keep, ...shell }: CardFieldsProps) {
  const { label } = state;
  const isBusy = computed(() => state.phase.value === 'busy');
  const placeholder = (key: string, text = key) => {
    const words = label(text);
    return computed(() => placeholderText(key, words.value));
  };
  const earlyName = (key: keyof typeof EARLY_NAMES) => {
    const words = label(key);
    return computed(() => (words.value || state.language.value ? undefined : EARLY_NAMES[key]));
  };
  const groups: Readonly<Record<CardFieldName, FieldGroupProps>> = {
    brand: {
      name: 'brand',
      parameter: 'paymentBrand',
      label: label('brand'),
      target: `${id}-brand`,
      children: (
        <select
          ref={keep('select')}
          class={partClass('control', 'brand')}
          name="paymentBrand"
          id={`${id}-brand`}
          aria-label={earlyName('brand')}
          aria-disabled={isBusy}
        />
      ),
      after: <div ref={keep('brand')} class="wpwl-brand wpwl-brand-card" aria-hidden="true" />,
    },
    cardNumber: {
      name: 'cardNumber',
      parameter: 'card.number',
      label: label('cardNumber'),
      keep: keep('numberWrapper'),
      children: <div ref={keep('brands')} class="wpwl-brands" aria-hidden="true" />,
    },
    expiryDate: {
      name: 'expiry',
      parameter: 'card.expiry',
      label: label('expiryDate'),
      target: `${id}-expiry`,
      children: (
        <input
          ref={keep('expiry')}
          class={partClass('control', 'expiry')}
          id={`${id}-expiry`}
          name="card.expiry"
          type="tel"
          inputMode="numeric"
          autocomplete="cc-exp"
          data-action="blur-card-expiry"
          placeholder={placeholder('expiryDate', 'mmyy')}
          aria-label={earlyName('expiryDate')}
          aria-required="true"
          readOnly={isBusy}
          dir="ltr"
        />
      ),
    },
    cvv: {
      name: 'cvv',
      parameter: 'card.cvv',
      label: label('cvv'),
      keep: keep('cvvWrapper'),
      hidden: computed(() => !asksCvv(state)),
      children: option('showCVVHint') && <CvvHint {...state} />,
    },
    cardHolder: {
      name: 'cardHolder',
      parameter: 'card.holder',
      label: label('cardHolder'),
      target: `${id}-holder`,
      hidden: isLeftOut('cardHolder'),
      children: (
        <input
          ref={keep('holder')}
          class={partClass('control', 'cardHolder')}
          id={`${id}-holder`}
          name="card.holder"
          type="text"
          autocomplete="cc-name"
          autocapitalize="words"
          spellcheck={false}
          maxLength={128}
          aria-label={earlyName('cardHolder')}
          placeholder={placeholder('cardHolder')}
          readOnly={isBusy}
        />
      ),
    },
  };
  return (
    <FormShell
      {...shell}
      state={state}
      keep={keep as Keep<ShellNodes>}
      classes="wpwl-form-card"
      buttonClass="wpwl-button-pay"
      submits="payment-card"
    >
      {placeFields().map(({ name, ...place }) => (
        <FieldGroup {...groups[name]} {...place} />
      ))}
      <input ref={keep('holderHidden')} type="hidden" name="card.holderHidden" />
      <input ref={keep('expiryMonth')} type="hidden" name="card.expiryMonth" />
      <input ref={keep('expiryYear')} type="hidden" name="card.expiryYear" />
    </FormShell>
  );
}
