/** The form's knowledge of its checkout: the data, the gateway's clock, and the end of the session. */

import { batch } from '@preact/signals';
import { POLICY_NOTE } from '../../../contract/developer-notes.ts';
import {
  type CheckoutFormData,
  type FormDataRefusal,
  MOST_NAMES,
} from '../../../contract/form-data.ts';
import { isOtherBrand } from '../../../contract/is-other-brand.ts';
import { callBack } from '../interface/callbacks.ts';
import { note, setNoteTexts, warn } from '../interface/console-note.ts';
import { option, optionNames, optionTable } from '../interface/options.ts';
import { blockedDirective } from './blocked-directive.ts';
import { type FormMessage, type FormState, showMessage } from './form-state.ts';
import {
  type Environment,
  type FormDataResponse,
  fetchFormData,
  isTestCheckout,
} from './gateway-client.ts';
import { watchPage } from './page-watch.ts';
import { renewCheckout } from './renew-checkout.ts';
import type { Scope } from './scope.ts';
import { leaveTo } from './submit/leave.ts';
import { lackingTexts } from './texts.ts';

export interface SessionOptions {
  readonly scope: Scope;
  readonly state: FormState;
  readonly environment: Environment;
  /** Codes that the merchant's form asks for; none for all that the channel has. */
  readonly brands: readonly string[];
  /** The form that callbacks are told of. */
  readonly form: () => HTMLFormElement;
  /** Names of the optional fields that the page's options ask the gateway for, comma-separated. */
  readonly wantedFields: () => string;
  /** Tries again what did not load together with the data, which are asked for again. */
  readonly onRetry: (loading: Promise<void>) => void;
  /** There is another checkout now: what was typed cannot be sent for it. */
  readonly onRenew: () => void;
}

export interface FormSession {
  /** The gateway's time, epoch milliseconds: the shopper's clock may be wrong. */
  readonly now: () => number;
  readonly load: () => Promise<void>;
  /** Asks again for the gateway's time, and whether the checkout is paid or over. */
  readonly refresh: () => Promise<void>;
  /** Changes the language when the page wants another one by now. */
  readonly followLocale: () => void;
}

/** A little later than the gateway says, so that it agrees when it is asked. */
const EXPIRY_MARGIN_MS = 1_000;
/** Until the gateway is asked again that has not answered. */
const NO_ANSWER_MS = 10_000;
/** Longest time that a timer can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const isData = (answer: FormDataResponse['answer'] | undefined): answer is CheckoutFormData =>
  answer !== undefined && 'brands' in answer;

/** The language that is wanted: the merchant's option, that of the page around the form, the browser's. */
export const wantedLocale = (form: HTMLElement): string =>
  option('locale') ||
  form.parentElement?.closest<HTMLElement>('[lang]:not([lang=""],.wpwl-list)')?.lang ||
  document.documentElement.lang ||
  navigator.language;

/** Where the shopper begins anew: at the page's address for that, else at the page before this one. */
function wayBack(): Partial<FormMessage> {
  const address = option('cancelUrl');
  if (!address && history.length < 2) return {};
  return {
    label: 'startAgain',
    retry() {
      if (!address || !leaveTo(address)) history.back();
    },
  };
}

export function createSession(options: SessionOptions): FormSession {
  const { scope, state, environment, brands, form, wantedFields, onRetry, onRenew } = options;
  let clock = { now: Date.now(), at: performance.now() };
  let expiryTimer: ReturnType<typeof setTimeout> | undefined;
  let askedLocale = '';
  let asked = 0;
  /** Of the questions, the one whose answer is in force: what was asked before it comes too late. */
  let answered = 0;
  let isGone = false;
  let isBlocked = false;
  const { origin } = environment;
  scope.listen(document, 'securitypolicyviolation', (event: SecurityPolicyViolationEvent) => {
    isBlocked ||= blockedDirective(event, origin) === 'connect-src';
  });
  scope.atEnd(() => {
    isGone = true;
    clearTimeout(expiryTimer);
  });

  const end = (message: FormMessage) => {
    clearTimeout(expiryTimer);
    state.terms.value = undefined;
    state.phase.value = 'ended';
    showMessage(state, message);
  };

  const refuseForm = (message: string) => {
    end({ key: 'formUnavailable' });
    callBack('onError', form(), { name: 'WidgetError', message });
  };

  const refreshIn = (delay: number) => {
    clearTimeout(expiryTimer);
    expiryTimer = setTimeout(refresh, Math.min(delay, LONGEST_TIMER_MS));
  };

  const keepTime = (data: CheckoutFormData) => {
    clock = { now: data.now, at: performance.now() };
    environment.nonce = data.nonce;
    environment.renewal = undefined;
    environment.look = data.pageWatch ? (environment.look ?? watchPage(environment)) : undefined;
    environment.onData(data);
    refreshIn(Math.max(0, data.expiresAt - data.now) + EXPIRY_MARGIN_MS);
    // What is being paid in this very page has its answer on the way; a voucher is one.
    if (data.instead && !data.insteadOf && state.phase.peek() === 'busy') return;
    const wasInstead = state.terms.peek()?.instead;
    state.terms.value = data;
    if (data.instead) state.phase.value = 'ended';
    else if (wasInstead) {
      state.phase.value = 'ready';
      // It was waited for in this page, which tells what came of it.
      state.data.value = { unconfirmed: data.declined, ...data };
    }
    if (data.paid) end({ key: 'alreadyPaid', isInfo: true });
  };

  const take = (data: CheckoutFormData) => {
    setNoteTexts(data.noteTexts);
    const asked = brands.length > 0 ? brands : Object.keys(data.brands);
    const offered = asked.filter((code) => data.brands[code]);
    const cards = offered.filter((code) => !isOtherBrand(code));
    data.notes?.forEach(warn);
    const lacking = lackingTexts(data);
    if (lacking) note('language', lacking);
    batch(() => {
      state.language.value = data;
      state.data.value = data;
      state.offered.value = cards;
      if (!cards.includes(state.brand.peek())) state.brand.value = cards.at(0) ?? '';
      state.phase.value = 'ready';
    });
    if (offered.length === 0) refuseForm(`Not offered here: ${brands.join(' ')}`);
  };

  const refuse = async (refusal: FormDataRefusal, status: number, checkoutId: string) => {
    const { description: message } = refusal.result;
    state.language.value ??= refusal;
    if (status === 404) {
      callBack('onExpire', form(), checkoutId);
      state.phase.value = 'loading';
      if (await renewCheckout(environment, checkoutId)) {
        onRenew();
        return load();
      }
      end({ key: 'sessionExpired', isInfo: true, ...wayBack() });
      callBack('onError', form(), { name: 'InvalidCheckoutIdError', message });
    } else {
      refuseForm(message);
    }
    refusal.notes?.forEach(warn);
  };

  const ask = async () => {
    askedLocale = wantedLocale(form());
    asked += 1;
    const turn = asked;
    // Another one may have taken its place when the answer comes.
    const { checkoutId } = environment;
    const { answer, status = 0 }: Partial<FormDataResponse> =
      (await fetchFormData(environment, {
        locale: askedLocale,
        brands: brands.join(),
        blocks: wantedFields(),
        languages: Object.keys(optionTable('languages')).join(),
        names: isTestCheckout(checkoutId) ? optionNames().slice(0, MOST_NAMES) : '',
      })) ?? {};
    return { answer, status, checkoutId, turn };
  };

  async function load(): Promise<void> {
    state.phase.value = 'loading';
    state.message.value = undefined;
    // What was asked before it is of no use any more.
    answered = asked + 1;
    const { answer, status, checkoutId } = await ask();
    // After all that the form put off, in a task of its own.
    await scope.later();
    // The form may have gone meanwhile: nothing may keep it.
    if (isGone) return;
    if (isData(answer)) {
      take(answer);
      keepTime(answer);
    } else if (answer) {
      await refuse(answer, status, checkoutId);
    } else if (isBlocked) {
      // No texts for developers have come: those of a live shop read it, too, since no form ever comes.
      warn(`${POLICY_NOTE} connect-src ${origin}`);
      refuseForm('Blocked: connect-src');
    } else {
      end({ key: 'loadFailed', retry: () => onRetry(load()) });
    }
  }

  async function refresh(): Promise<void> {
    const { answer, status, checkoutId, turn } = await ask();
    if (isGone || turn < answered) return;
    if (answer) answered = turn;
    if (isData(answer)) {
      // What stands in the place of the forms has words of its own. Else those that are shown stay.
      if (answer.instead || answer.language !== state.language.peek()?.language) {
        state.language.value = answer;
      }
      keepTime(answer);
    } else if (answer) await refuse(answer, status, checkoutId);
    else if (state.terms.peek()) refreshIn(NO_ANSWER_MS);
  }

  function followLocale(): void {
    const phase = state.phase.peek();
    const isThere = phase === 'ready' || phase === 'busy';
    if (isThere && wantedLocale(form()) !== askedLocale) void refresh();
  }

  return { now: () => clock.now + performance.now() - clock.at, load, refresh, followLocale };
}
