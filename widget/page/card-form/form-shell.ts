/** What every form has around its groups: a message, the button, what is sent unseen, a live region. */

import { type Child, elementBuilder } from '../element.ts';
import type { Scope } from '../scope.ts';
import { computed } from '../signals.ts';
import { EARLY_NAMES, type TextRef } from '../texts.ts';
import { groupBuilder } from './form-group.ts';
import type { FormState } from './form-state.ts';
import { payText } from './pay-text.ts';

export interface ShellNodes {
  readonly form: HTMLFormElement;
  readonly shopperResultUrl: HTMLInputElement;
  readonly message: HTMLElement;
  readonly messageText: HTMLElement;
  readonly retry: HTMLButtonElement;
  readonly button: HTMLButtonElement;
  readonly live: HTMLElement;
}

export interface ShellOptions {
  /** Unique in the page; begins the ids of the form. */
  readonly id: string;
  /** Where a plain post of the form would go. */
  readonly action: string;
  /** More class names of the form and of its button. */
  readonly classes: string;
  readonly buttonClass: string;
  /** Ends `data-action`. */
  readonly submits: string;
  /** What the button says while nothing is under way. */
  readonly submitText: () => TextRef;
}

export function buildShell(
  scope: Scope,
  state: FormState,
  options: ShellOptions,
  ...groups: Child[]
): ShellNodes {
  const { action, classes, buttonClass, submits, submitText } = options;
  const element = elementBuilder(scope);
  const { wrapper } = groupBuilder(element);

  const messageText = element('p');
  const retry = element('button', { class: 'wpwl-retry', type: 'button' }, state.label('tryAgain'));
  const message = element('div', { class: 'wpwl-message', hidden: true }, messageText, retry);

  const buttonText = computed(() =>
    state.phase.value === 'busy' ? state.text({ key: 'processing' }) : payText(state, submitText()),
  );
  const button = element(
    'button',
    {
      class: `wpwl-button ${buttonClass}`,
      type: 'submit',
      name: 'pay',
      'aria-label': computed(() => buttonText.value || EARLY_NAMES.submit),
    },
    buttonText,
  );
  const submit = element(
    'div',
    { class: 'wpwl-group wpwl-group-submit wpwl-clearfix' },
    wrapper('submit', button),
  );
  const shopperResultUrl = element('input', { type: 'hidden', name: 'shopperResultUrl' });
  const live = element('div', { class: 'wpwl-live', role: 'status' });

  const form = element(
    'form',
    {
      class: `wpwl-form ${classes} wpwl-clearfix`,
      action,
      method: 'POST',
      'accept-charset': 'UTF-8',
      'data-action': `submit-${submits}`,
      novalidate: true,
    },
    ...groups,
    message,
    submit,
    shopperResultUrl,
    live,
  );
  return { form, shopperResultUrl, message, messageText, retry, button, live };
}
