/** A card form in the place of a merchant's `form.paymentWidgets`. */
import { readBrandList } from '../brand-list.ts';
import { callBack } from '../callbacks.ts';
import { paymentUrl } from '../gateway.ts';
import { option } from '../options.ts';
import { createScope } from '../scope.ts';
import { adoptStyles } from '../style/adopt-styles.ts';
import { followPageAccent } from '../style/page-accent.ts';
import type { Environment } from '../widget-environment.ts';
import { followBrand } from './brand-choice.ts';
import { buildForm } from './build-form.ts';
import { createExpiryField } from './expiry-field.ts';
import { warnOfExpiry } from './expiry-warning.ts';
import { followError } from './field-hint.ts';
import type { PageField } from './form-field.ts';
import { createSession } from './form-session.ts';
import { createFormState, type FormState, showMessage } from './form-state.ts';
import { followStatus } from './form-status.ts';
import { createCvvField, createNumberField, type FrameField } from './frame-field.ts';
import { createHolderField } from './holder-field.ts';
import { createSubmitter } from './submit-payment.ts';

export interface CardForm {
  /** The container that stands in the page. */
  readonly host: HTMLElement;
  readonly state: FormState;
  /** Settles when the form has its texts and brands, or did not get them. */
  readonly ready: Promise<void>;
  readonly pay: () => void;
  /** Changes the language when the page wants another one by now. */
  readonly followLocale: () => void;
  readonly dispose: () => void;
}

let lastId = Math.floor(Math.random() * 1e9);

function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.id = `card_${++lastId}`;
  host.className = 'wpwl-container wpwl-container-card';
  host.dataset['style'] = option('style');
  host.toggleAttribute('data-labels-hidden', !option('showLabels'));
  return host;
}

export function mountCardForm(source: HTMLFormElement, environment: Environment): CardForm {
  const scope = createScope();
  const brands = readBrandList(source);
  const state = createFormState(brands);
  const host = createHost();
  const nodes = buildForm(scope, state, {
    id: host.id,
    action: paymentUrl(environment),
    hasCvv: option('requireCvv'),
    hasPlaceholders: option('showPlaceholders'),
  });
  const { form } = nodes;
  const pay = () => form.requestSubmit();
  const frames: FrameField[] = [];

  const action = source.getAttribute('action')?.trim();
  if (action) nodes.shopperResultUrl.value = new URL(action, document.baseURI).href;

  const reloadFrames = () => {
    for (const frame of frames) if (!frame.isReady()) frame.reload();
  };
  const session = createSession({
    scope,
    state,
    environment,
    brands,
    form,
    hasAction: Boolean(action),
    onRetry: reloadFrames,
  });

  const forgetFailure = () => {
    if (state.message.peek()?.key === 'fieldsFailed') state.message.value = undefined;
  };
  const onEdit = () => submitter.forget();
  const frameOptions = {
    scope,
    state,
    environment,
    onEdit,
    onSubmit: () => !option('disableSubmitOnEnter') && pay(),
    onReady: forgetFailure,
    onFailure() {
      const retry = () => {
        forgetFailure();
        reloadFrames();
      };
      // While the form itself is not there, its own way to try again brings the frames as well.
      if (!state.data.peek()) return;
      showMessage(state, { key: 'fieldsFailed', retry });
      const message = 'A card field did not load';
      callBack('onError', form, { name: 'PciIframeCommunicationError', message });
    },
  };
  frames.push(createNumberField({ ...frameOptions, wrapper: nodes.numberWrapper }));
  if (nodes.cvvWrapper) frames.push(createCvvField({ ...frameOptions, wrapper: nodes.cvvWrapper }));
  const { now, refresh } = session;
  const inputs: PageField[] = [
    createExpiryField({ state, nodes, now, onEdit }),
    createHolderField({ state, nodes, onEdit }),
  ];
  const submitter = createSubmitter({ state, environment, form, frames, inputs, now, refresh });

  followStatus(scope, state, nodes);
  followBrand(scope, state, nodes);
  warnOfExpiry(scope, state, nodes, now);
  for (const field of [...frames, ...inputs]) followError(scope, state, field, host.id);

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!nodes.button.disabled) void submitter.submit();
  });
  form.addEventListener('keydown', (event) => {
    const isInput = event.target instanceof HTMLInputElement;
    if (isInput && event.key === 'Enter' && option('disableSubmitOnEnter')) event.preventDefault();
  });
  // jQuery and older scripts call submit(), which would post the form past us.
  form.submit = pay;

  host.append(form);
  source.style.setProperty('display', 'none', 'important');
  source.after(host);
  adoptStyles(host.getRootNode(), option('style'));
  followPageAccent(host);

  // Back from the result page: the browser kept this page as it was left, busy.
  const wakeUp = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (state.phase.peek() === 'busy') state.phase.value = 'ready';
    void refresh();
  };
  window.addEventListener('pageshow', wakeUp);
  scope.atEnd(() => window.removeEventListener('pageshow', wakeUp));

  const ready = session.load().then(() => {
    const wanted = inputs.find(
      ({ control }) => control.getAttribute('name') === option('autofocus'),
    );
    wanted?.focus();
  });

  return {
    host,
    state,
    ready,
    pay,
    followLocale: session.followLocale,
    dispose() {
      scope.end();
      // The page may have moved the form out of its container.
      form.remove();
      host.remove();
    },
  };
}
