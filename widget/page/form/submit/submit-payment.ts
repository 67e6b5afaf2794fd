/** The way of a payment through the form: check, ask the page, seal, post, and what comes back. */
import type { Unconfirmed } from '../../../../contract/form-data.ts';
import { sealedParameter } from '../../../../contract/sealed-value.ts';
import { callBack, maySubmitCard } from '../../interface/callbacks.ts';
import { note } from '../../interface/console-note.ts';
import { coerce, option, rawOption } from '../../interface/options.ts';
import { isInTheWay } from '../../interface/prototype-check.ts';
import { showErrors } from '../error-summary.ts';
import type { FormField, PageField } from '../form-field.ts';
import { announce, type FormMessage, type FormState, showMessage } from '../form-state.ts';
import { allowFocus } from '../frames/focus-later.ts';
import type { FrameField } from '../frames/frame-field.ts';
import {
  type Environment,
  type PaymentResponse,
  paymentUrl,
  postForm,
  readPayment,
} from '../gateway-client.ts';
import type { TextRef } from '../texts.ts';
import { addBillingName } from './billing-name.ts';
import { browserData } from './browser-data.ts';
import { passChallenge } from './challenge.ts';
import { leaveTo } from './leave.ts';
import { pageAddress } from './page-address.ts';
import { takesResult, transactionData } from './page-callbacks.ts';
import { paymentBody } from './payment-body.ts';
import { isMarkedInvalid, type PaymentOutcome, readOutcome } from './payment-outcome.ts';

export interface SubmitOptions {
  readonly state: FormState;
  readonly environment: Environment;
  readonly form: HTMLFormElement;
  readonly frames: readonly FrameField[];
  readonly inputs: readonly PageField[];
  /** The gateway's time, epoch milliseconds. */
  readonly now: () => number;
  /** Asks the gateway for the form's data again: its time, and whether the checkout is paid or over. */
  readonly refresh: () => Promise<void>;
  /** Asks the page whether it lets the form be sent. */
  readonly maySubmit?: (form: HTMLFormElement, event: Event) => Promise<boolean>;
  /** Told of the outcome before the shopper is led on. */
  readonly onOutcome?: ((isPaid: boolean) => void) | undefined;
}

export interface PaymentSubmitter {
  readonly submit: () => Promise<void>;
  /** Whether a submit is the page's own, after its summary: that is sent in any case. */
  readonly confirm: (isConfirmed: boolean) => void;
  /** A payment that waits for its shopper goes on where they want it to, or has ended; the form begins anew. */
  readonly resume: (payment: Unconfirmed) => void;
  /** The shopper changed something: the values sealed before are not sent again. */
  readonly forget: () => void;
}

type Sealed = Record<string, string>;

export function createSubmitter(options: SubmitOptions): PaymentSubmitter {
  const { state, environment, form, frames, inputs, now, refresh } = options;
  const { maySubmit = maySubmitCard } = options;
  /** Asked, and never answered: trying again asks the very same, so it is the same payment. */
  let unanswered: (() => Promise<PaymentOutcome>) | undefined;
  /** Whether there was no network for it, as often as it was tried. */
  let isUnsent = false;
  let isConfirmed = false;

  const waitFor = (url: string) => {
    unanswered = () => ask(() => readPayment(url));
  };

  /** Seen on the button for a moment, while the next page comes; not where a page has put in a second one. */
  const markPaid = (isPaid: boolean) => form['pay']?.toggleAttribute?.('data-done', isPaid);

  const say = (message: FormMessage) => showMessage(state, message);

  /** Seals the frames' values; undefined when something is wrong, which is shown then. */
  const sealAll = async (): Promise<Sealed | undefined> => {
    // The nonce before was posted, and no answer brought another.
    if (frames.length && !environment.nonce) {
      await refresh();
      if (state.phase.peek() !== 'busy') return undefined;
      if (!environment.nonce) return void say({ key: 'offline', retry: submit });
    }
    const { nonce = '' } = environment;
    const sealed: Sealed = {};
    const errors = new Map<FormField, TextRef>();
    const answers = frames.map(async (field) => {
      const value = await field.seal(now(), nonce);
      if (value === undefined) errors.set(field, field.problem());
      else sealed[sealedParameter(field.field)] = value;
    });
    await Promise.all(answers);
    for (const field of inputs) {
      const error = field.check();
      if (error && option('validation')) errors.set(field, error);
    }
    if (errors.size === 0) return sealed;
    showErrors(state, errors);
    return undefined;
  };

  const bodyWith = (sealed: Sealed) => {
    const data = new FormData(form);
    if (option('forceCardHolderEqualsBillingName')) addBillingName(data);
    return paymentBody({ inputs: data, sealed, browser: browserData(form) });
  };

  const ask = async (send: () => Promise<PaymentResponse | undefined>): Promise<PaymentOutcome> => {
    unanswered = () => ask(send);
    const response = await send();
    environment.nonce ||= response?.answer?.nonce;
    const outcome = readOutcome(response);
    if (outcome.kind !== 'unknown') unanswered = undefined;
    if (response?.ignored) note('ignored', response.ignored);
    const evidence = response?.answer?.fieldEvidence;
    if (evidence) note('fieldEvidence', evidence);
    return outcome;
  };

  /** Posted again, it goes where it went: for another checkout it would be another payment. */
  const post = (body: string, address = paymentUrl(environment)) => {
    environment.nonce = '';
    void environment.look?.();
    return ask(() => postForm(address, body));
  };

  /** Sends the shopper to the bank or the wallet, or shows the voucher in place. True when the browser leaves the page for that. */
  const visit = async ({ url, isChallenge }: PaymentOutcome & { kind: 'visit' }) => {
    if (url.includes('/vouchers')) {
      await refresh();
      if (state.phase.peek() === 'ended') return false;
    }
    const address = pageAddress(url, form);
    if (!isChallenge || option('paymentTarget') === '_top') return leaveTo(address, true);
    const isAnswered = await passChallenge(form, address);
    const outcome = await ask(() => readPayment(url));
    if (isAnswered || outcome.kind !== 'visit') return conclude(outcome);
    waitFor(url);
    return conclude({ kind: 'unknown' });
  };

  const markInvalid = (outcome: PaymentOutcome & { kind: 'refused' }) => {
    const { description, parameterErrors } = outcome.result;
    const wrong = [...frames, ...inputs].filter(({ control }) =>
      isMarkedInvalid(control as HTMLInputElement | HTMLIFrameElement, parameterErrors),
    );
    const details = parameterErrors?.map(({ name, message }) => `${name} ${message}`).join('; ');
    note('refused', `${description}. ${details ?? ''}`);
    if (wrong.length > 0) {
      showErrors(state, new Map(wrong.map((field) => [field, { key: field.hint }])));
    } else {
      say({ key: 'paymentRefused', variant: outcome.decline });
    }
    const message = description;
    callBack('onError', form, { name: 'PciIframeSubmitError', message });
  };

  /** Shows the meaning of an outcome. True when the browser leaves the page. */
  const conclude = async (outcome: PaymentOutcome): Promise<boolean> => {
    const { kind } = outcome;
    options.onOutcome?.(kind === 'visit' || (kind === 'result' && !outcome.decline));
    switch (outcome.kind) {
      case 'result': {
        const mayStay =
          coerce(rawOption('stayOnDecline'), state.isList) && !option('paymentTarget');
        const isTaken = await takesResult(environment, form, outcome);
        if (isTaken && !outcome.decline) {
          state.phase.value = 'ended';
          say({ key: 'alreadyPaid', isInfo: true });
          break;
        }
        markPaid(/^000\.(000|100\.1|[36])/.test(outcome.result.code));
        if (!outcome.decline || !(mayStay || isTaken)) return leaveTo(outcome.url);
        for (const { key, clear } of frames) if (key === 'cvv') clear();
        say({ key: 'paymentRefused', variant: outcome.decline });
        break;
      }
      case 'visit':
        return visit(outcome);
      case 'refused':
        markInvalid(outcome);
        // Perhaps it was paid in another tab meanwhile.
        await refresh();
        break;
      case 'gone': {
        const { checkoutId } = environment;
        await refresh();
        // Another checkout has come: number and CVV have to be typed for it.
        if (environment.checkoutId !== checkoutId) {
          say({ key: 'paymentRefused', variant: 'sessionRenewed', isInfo: true });
        } else if (state.phase.peek() !== 'ended') say({ key: 'paymentRefused' });
        break;
      }
      case 'throttled':
        say({ key: 'tooManyAttempts' });
        break;
      case 'stale':
        say({ key: 'paymentRefused' });
        break;
      case 'unknown':
        say({ key: 'outcomeUnknown', retry: submit });
        break;
    }
    return false;
  };

  /** Undefined when the form is not right yet, or the page does not want it sent. */
  const postAnew = async (): Promise<PaymentOutcome | undefined> => {
    const mustWait = option('useSummaryPage') && !isConfirmed;
    const sealed = await sealAll();
    if (!sealed) return undefined;
    const event = new Event('submit', { cancelable: true });
    Object.defineProperties(event, { target: { value: form }, currentTarget: { value: form } });
    // The page's functions may have put something there just now.
    if ((await maySubmit(form, event)) && !isInTheWay()) {
      if (!mustWait) {
        announce(state, state.text({ key: 'processing' }));
        const posting = post(bodyWith(sealed));
        callBack('onAfterSubmit', form, event);
        return posting;
      }
      // Whoever confirms at once finds a form that takes it.
      const data = transactionData(environment, new FormData(form));
      setTimeout(() => callBack('onSaveTransactionData', form, data));
    }
    // A wallet's sheet may be open, and waits to hear what came of it.
    options.onOutcome?.(false);
    return undefined;
  };

  const attempt = async (): Promise<boolean> => {
    isUnsent = (isUnsent || !unanswered) && !navigator.onLine;
    const outcome = await (unanswered ? unanswered() : postAnew());
    if (isUnsent && outcome?.kind === 'unknown') {
      say({ key: 'offline', retry: submit });
      return false;
    }
    if (outcome?.kind !== 'stale') return outcome ? conclude(outcome) : false;
    await refresh();
    const fresh = await sealAll();
    return fresh ? conclude(await post(bodyWith(fresh))) : false;
  };

  const submit = async (): Promise<void> => {
    if (state.phase.peek() !== 'ready') return;
    if (isInTheWay()) return say({ key: 'formUnavailable' });
    allowFocus();
    markPaid(false);
    state.sent.value = state.message;
    state.phase.value = 'busy';
    state.message.value = undefined;
    let isLeaving = false;
    try {
      isLeaving = await attempt();
    } catch {
      // A frame or the shopper's device did not answer; nothing was sent.
      say({ key: frames.length > 0 ? 'fieldsFailed' : 'paymentRefused' });
      for (const frame of frames) if (!frame.isReady()) frame.reload();
      // Perhaps the checkout is over.
      void refresh();
    }
    if (!isLeaving && state.phase.peek() === 'busy') state.phase.value = 'ready';
    // The button and, above all, what is said: other ways to pay may stand between them.
    if (!state.message.peek()) return;
    for (const part of [form['pay'], ...form.querySelectorAll('.wpwl-message')]) {
      part?.scrollIntoView({ block: 'nearest' });
    }
  };

  return {
    submit,
    confirm(is) {
      isConfirmed = is;
    },
    resume({ url, decline }) {
      if (decline) return say({ key: 'paymentRefused', variant: decline });
      const retry = () => {
        waitFor(url);
        void submit();
      };
      say({ key: 'confirmationOpen', isInfo: true, retry, label: 'confirmationContinue' });
    },
    forget() {
      unanswered = undefined;
      state.message.value = undefined;
    },
  };
}
