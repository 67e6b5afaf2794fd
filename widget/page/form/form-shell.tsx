/** Every form has this around its groups: a message, the button, a hidden input, a live region. */

import { computed, signal } from '@preact/signals';
import { type ComponentChildren, createRef } from 'preact';
import { groupClass } from '../../../contract/group-classes.ts';
import { moneyFormat } from '../../../contract/money-format.ts';
import { option } from '../interface/options.ts';
import type { Keep } from './draw.ts';
import { Wrapper } from './field-group.tsx';
import type { FormState } from './form-state.ts';
import { EARLY_NAMES, type TextRef } from './texts.ts';

export interface ShellNodes {
  readonly form: HTMLFormElement;
  readonly message: HTMLElement;
  readonly button: HTMLButtonElement;
}

export interface ShellOptions {
  /** Where a plain post of the form would go. */
  readonly action: string;
  /** Where the merchant's form says that the shopper goes afterwards. */
  readonly resultUrl: string;
  /** More class names of the form and of its button. */
  readonly classes: string;
  readonly buttonClass: string;
  /** Ends `data-action`. */
  readonly submits: string;
  /** The words of the button while nothing is under way. */
  readonly submitText: () => TextRef;
  /** It has no room for the amount. */
  readonly isShort?: boolean;
}

export interface ShellProps extends ShellOptions {
  readonly state: FormState;
  readonly keep: Keep<ShellNodes>;
  readonly children?: ComponentChildren;
}

/**
 * The words of the pay button. A label may say where the amount stands, `Pay {{amount}}`; otherwise
 * it comes last. It is written only where it is shown: the first number that a page writes costs its
 * shopper a long task.
 */
function payText(
  { isList, terms: { value: terms }, text }: FormState,
  ref: TextRef,
  isShort?: boolean,
): string {
  const { amount, currency = '', language } = terms ?? {};
  const isWanted = amount && !isShort && (isList || option('showAmount'));
  const variant = isWanted && { variant: ref.variant ?? `${ref.key}Amount` };
  const values = {
    ...ref.values,
    /** As the language writes it; '' for a checkout without an amount. */
    get amount() {
      return amount ? moneyFormat(amount, currency, language).format(Number(amount)) : '';
    },
  };
  const words = text({ ...ref, ...variant, values });
  return !isWanted || words.includes(values.amount) ? words : `${words} ${values.amount}`;
}

export function FormShell({ state, keep, children, ...options }: ShellProps) {
  const { phase, sent, spoken, message, text } = state;
  const button = createRef<HTMLButtonElement>();
  const inParts = signal<Omit<TextRef, 'key'>>();
  const isBusy = computed(() => phase.value === 'busy' && sent.value === message);
  const buttonText = computed(() =>
    isBusy.value
      ? text({ key: 'processing' })
      : payText(state, { ...options.submitText(), ...inParts.value }, options.isShort),
  );
  const noteParts = (form: HTMLFormElement) => {
    const count = Number(form['recurring.numberOfInstallments']?.value);
    const isSaid = state.isList && count > 1;
    inParts.value = isSaid ? { variant: 'submitParts', values: { count } } : undefined;
  };
  const retry = () => {
    message.peek()?.retry?.();
    // This button goes with its message; the focus must not.
    button.current?.focus();
  };
  return (
    <form
      ref={keep('form')}
      class={`wpwl-form ${options.classes} wpwl-clearfix`}
      action={options.action}
      method="POST"
      accept-charset="UTF-8"
      data-action={`submit-${options.submits}`}
      data-phase={phase}
      data-end={computed(() => (phase.value === 'ended' ? message.value?.key : undefined))}
      noValidate
      onChange={({ currentTarget }) => noteParts(currentTarget)}
      lang={computed(() => spoken.value?.language)}
      dir={computed(() => spoken.value?.direction)}
      aria-busy={computed(() => phase.value === 'busy' || phase.value === 'loading')}
    >
      {children}
      <div
        ref={keep('message')}
        class="wpwl-message"
        hidden={computed(() => !message.value)}
        data-info={computed(() => (message.value?.isInfo ? '' : undefined))}
      >
        <p>{computed(() => (message.value ? text(message.value) : ''))}</p>
        <button
          class="wpwl-retry"
          type="button"
          hidden={computed(() => !message.value?.retry)}
          onClick={retry}
        >
          {computed(() => text({ key: message.value?.label ?? 'tryAgain' }))}
        </button>
      </div>
      <div class={groupClass('submit')}>
        <Wrapper name="submit">
          <button
            ref={(node) => {
              button.current = node;
              keep('button')(node);
            }}
            class={`wpwl-button ${options.buttonClass}`}
            type="submit"
            name="pay"
            aria-label={computed(() => buttonText.value || EARLY_NAMES.submit)}
            // Pages switch `disabled` themselves; and a disabled button would lose the focus.
            aria-disabled={computed(() => phase.value !== 'ready')}
            aria-busy={isBusy}
          >
            {buttonText}
          </button>
        </Wrapper>
      </div>
      <input type="hidden" name="shopperResultUrl" value={options.resultUrl} />
      <div class="wpwl-live" role="status">
        {state.announcement}
      </div>
    </form>
  );
}
