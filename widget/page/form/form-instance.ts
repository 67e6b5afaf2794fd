/** A form in its container: where it stands, what it needs of the others, and how it is sent. */
import type { CheckoutFormData } from '../../../contract/form-data.ts';
import { pageQuery } from '../interface/jquery-stand-in.ts';
import { option } from '../interface/options.ts';
import type { FormSession } from './form-session.ts';
import type { ShellNodes } from './form-shell.tsx';
import type { FormState } from './form-state.ts';
import type { FrameField } from './frames/frame-field.ts';
import type { Environment } from './gateway-client.ts';
import type { Scope } from './scope.ts';
import type { PaymentSubmitter } from './submit/submit-payment.ts';

/** What the forms of one `form.paymentWidgets` share. */
export interface FormContext {
  readonly scope: Scope;
  readonly environment: Environment;
  readonly session: Pick<FormSession, 'now' | 'refresh'>;
  /** Where the merchant's form says that the shopper goes afterwards; '' when it does not. */
  readonly resultUrl: string;
  /** Every field in a frame, of any of the forms. */
  readonly frames: FrameField[];
  /** Puts a container into the page, after those that are there: from then on its frames load. */
  readonly place: (host: HTMLElement) => void;
}

export interface FormInstance {
  /** The container that stands in the page. */
  readonly host: HTMLElement;
  /** As `onReady` tells it: `card`, `registration`, `virtualAccount-PAYSAFECARD`. */
  readonly containerKey: string;
  readonly form: HTMLFormElement;
  /** Where messages of the form as a whole stand, and what says them. */
  readonly message: HTMLElement;
  readonly state: FormState;
  readonly pay: () => void;
  /** See {@link PaymentSubmitter}. */
  readonly forget: () => void;
  /** Whether its button stands above the list of ways to pay, where it is in one. */
  readonly isExpress?: boolean;
  readonly isOffered: (data: CheckoutFormData) => boolean;
}

let lastId = Math.floor(Math.random() * 1e9);

export function createHost(containerKey: string, { isList }: FormState): HTMLElement {
  const host = document.createElement('div');
  host.id = `card_${++lastId}`;
  host.className = `wpwl-container wpwl-container-${containerKey}`;
  // The list has a frame of its own, and no place for a select of brands.
  host.dataset['style'] = isList ? 'logos' : option('style');
  const isCondensed = option('density') === 'condensed';
  const place = option('showLabels') ? option('labelPosition') : 'hidden';
  // Between fields that touch each other there is no room for labels.
  host.dataset['labels'] = isCondensed && place === 'above' ? 'floating' : place;
  host.dataset['icons'] = option('icons');
  host.toggleAttribute('data-condensed', isCondensed);
  return host;
}

/** @param form as the form's data name it: `card`, the code of a brand */
export const isOfBrand = ({ className }: HTMLElement, form: string): boolean =>
  className.endsWith(`-${form}`);

export interface FormParts {
  readonly state: FormState;
  readonly nodes: ShellNodes;
  readonly submitter: PaymentSubmitter;
}

/** Makes a form one: sent by its button, by Enter, by scripts. */
export function attachForm(
  { scope }: FormContext,
  host: HTMLElement,
  { state, nodes, submitter }: FormParts,
): Omit<FormInstance, 'containerKey' | 'isOffered'> {
  const { form, button, message } = nodes;
  const { forget, resume } = submitter;
  const pay = () => {
    submitter.confirm(true);
    form.requestSubmit();
    submitter.confirm(false);
  };
  // What pages know as `this` in the callbacks of a form.
  Object.defineProperty(form, '$form', { get: () => pageQuery([form]) });
  // By its name alone: pages give the button classes of their own.
  scope.follow(() => {
    const isWrong = Object.values(state.errors).some(({ value }) => value);
    button.classList.toggle('wpwl-button-error', isWrong);
  });
  scope.follow(() => {
    const { unconfirmed } = state.data.value ?? {};
    if (unconfirmed && isOfBrand(host, unconfirmed.form)) resume(unconfirmed);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // One that is hidden has nothing to pay with; Enter finds it all the same.
    if (!button.disabled && !button.hidden) void submitter.submit();
  });
  // Its button would do what the form's own does; a form that did not load has none.
  const comeBack = () => {
    const { key, retry } = state.message.peek() ?? {};
    const hadFocus = message.matches(':focus-within');
    if (key === 'loadFailed') retry?.();
    else if (key === 'offline') state.message.value = undefined;
    else return;
    if (hadFocus) button.focus();
  };
  scope.listen(window, 'online', comeBack);
  // Whatever was changed, inputs of the page's own too: it is another wish.
  form.addEventListener('input', forget);
  form.addEventListener('keydown', (event) => {
    const isInput = event.target instanceof HTMLInputElement;
    if (isInput && event.key === 'Enter' && option('disableSubmitOnEnter')) event.preventDefault();
  });
  // jQuery and older scripts call submit(), which would post the form past us.
  form.submit = pay;
  return { host, form, message, state, pay, forget };
}
