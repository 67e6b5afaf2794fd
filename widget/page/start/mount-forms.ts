/** The forms in the place of a merchant's `form.paymentWidgets`, in the order of its brands. */

import { signal } from '@preact/signals';
import { isOtherBrand } from '../../../contract/is-other-brand.ts';
import { createCardForm } from '../card/card-form.tsx';
import { wantedFields } from '../card/optional-fields.tsx';
import { createMethodList } from '../element/method-list.tsx';
import { drawLogos } from '../form/brand-logos.tsx';
import type { FormContext, FormInstance } from '../form/form-instance.ts';
import { createSession } from '../form/form-session.ts';
import { createFormState, type FormState, withOwnMessages } from '../form/form-state.ts';
import { reloadFrames } from '../form/frames/frame-events.ts';
import type { FrameField } from '../form/frames/frame-field.ts';
import { type Environment, paymentUrl } from '../form/gateway-client.ts';
import { showInstead } from '../form/instead-of-forms.tsx';
import { createScope } from '../form/scope.ts';
import { warnOfExpiry } from '../form/session-ending.ts';
import { type Layout, option } from '../interface/options.ts';
import { createStoredCards } from '../stored-cards/stored-cards.tsx';
import { adoptStyles } from '../style/adopt-styles.ts';
import { followPageAccent } from '../style/page-accent.ts';
import { followTokens } from '../style/page-tokens.ts';
import { createWalletForm } from '../wallets/wallet-form.tsx';
import { readBrandList } from './brand-list.ts';

export interface FormGroup {
  /** All forms, in their order on the page. */
  readonly forms: readonly FormInstance[];
  readonly state: FormState;
  /** Settles when the forms have their texts and brands, or did not get them. */
  readonly ready: Promise<void>;
  /** Asks the gateway again for data that may have changed: the amount, whether it is paid or over. */
  readonly refresh: () => Promise<void>;
  /** Takes over what the page has changed: its language, logos of its own. */
  readonly followPage: () => void;
  readonly dispose: () => void;
}

const CARD = '';
const ON_DEVICE = /-(APPLE|GOOGLE)PAY$/;
/** Copies of ours that a page has made, without the class that tells ours. */
const PAGE_LOGOS = 'div.wpwl-brand-card:not(.wpwl-brand)';

export function mountForms(
  source: HTMLFormElement,
  environment: Environment,
  layout: Layout,
): FormGroup {
  const scope = createScope();
  const isList = layout !== 'classic';
  const named = readBrandList(source);
  const brands = layout === 'card' ? named.filter((code) => !isOtherBrand(code)) : named;
  const state = createFormState(
    brands.filter((code) => !isOtherBrand(code)),
    isList,
  );
  const frames: FrameField[] = [];
  const forms: FormInstance[] = [];
  const action = source.getAttribute('action')?.trim();

  const session = createSession({
    scope,
    state,
    environment,
    brands,
    form: () => forms.at(0)?.form ?? source,
    wantedFields: () => wantedFields(Boolean(action), isList),
    onRetry(loading) {
      reloadFrames(frames);
      void loading.then(complete);
    },
    onRenew() {
      for (const { form, forget } of forms) {
        form.action = paymentUrl(environment);
        forget();
      }
      for (const frame of frames) frame.reload();
    },
  });
  const list = isList ? createMethodList(scope, state, layout) : undefined;
  if (list) source.after(list.root);
  const context: FormContext = {
    scope,
    environment,
    session,
    resultUrl: action ? new URL(action, document.baseURI).href : '',
    frames,
    place: (host) => (list ? list.rows.append(host) : (forms.at(-1)?.host ?? source).after(host)),
  };
  source.style.setProperty('display', 'none', 'important');

  const kinds = new Set(brands.map((code) => (isOtherBrand(code) ? code : CARD)));
  for (const kind of kinds.size > 0 ? kinds : [CARD]) {
    // Messages about the checkout stand in the first form.
    const own = forms.length > 0 ? withOwnMessages(state) : state;
    const form =
      kind === CARD ? createCardForm(context, own) : createWalletForm(context, own, kind);
    if (!form.host.isConnected) context.place(form.host);
    forms.push(form);
    list?.add(form, () => (kind === CARD ? state.offered.value : [kind]));
  }
  adoptStyles(source.getRootNode());
  const setTokens = () => {
    for (const { host } of forms) followTokens(host);
    if (list) followTokens(list.root);
  };
  setTokens();
  // In a task behind the frames: the data are there long before one can type.
  const loading = scope.later().then(session.load);

  void scope.later(() => {
    for (const { host } of forms) followPageAccent(host);
    if (list) followPageAccent(list.root);
  });

  const [first] = forms;
  if (first) {
    const isShown = ({ host }: FormInstance) => !host.hidden;
    warnOfExpiry(scope, () => list ?? [first, ...forms].find(isShown) ?? first, session.now);
  }
  /** The merchant may want stored cards alone until the shopper asks for more. */
  const isCollapsed = signal(false);
  /** Of a checkout that is over, one form is left to say so: that of the voucher, where there is one. */
  const left = () =>
    forms.find(({ containerKey }) => containerKey === state.terms.value?.insteadOf) ?? first;
  const showForms = () => {
    const { value: data } = state.data;
    const isEnded = state.phase.value === 'ended';
    for (const form of forms) {
      const isAway = isCollapsed.value && form.containerKey !== 'registration';
      // Each keeps its place, but in blocks those that only some devices have.
      const isUnsure = !list && form !== first && ON_DEVICE.test(form.containerKey);
      const isMissing = data ? !form.isOffered(data) : isUnsure;
      form.host.hidden = isEnded ? form !== left() : isAway || isMissing;
    }
    list?.show(forms.filter(({ host }) => !host.hidden));
  };
  scope.follow(showForms);
  showInstead(scope, state, left);

  /** Stored cards come before all other ways to pay, once it is known that there are some. */
  const addStoredCards = () => {
    const isWanted = option('showOneClickWidget');
    if (!first || !isWanted || !state.data.peek()?.registrations) return;
    const stored = createStoredCards(context, state, isCollapsed);
    forms.unshift(stored);
    first.host.before(stored.box);
    setTokens();
    followPageAccent(stored.host);
    list?.add(stored);
    showForms();
  };

  // Back from the result page: the browser kept this page as it was left, busy.
  scope.listen(window, 'pageshow', ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    if (state.phase.peek() === 'busy') state.phase.value = 'ready';
    void session.refresh();
  });

  /** What the data bring besides. */
  const complete = () => {
    const { styles, fontFaces } = state.data.peek() ?? {};
    if (styles) adoptStyles(source.getRootNode(), styles);
    // A shadow root has no fonts of its own.
    if (fontFaces) adoptStyles(document, [fontFaces, fontFaces]);
    addStoredCards();
    for (const { form } of forms) {
      const wanted = form.elements.namedItem(option('autofocus'));
      if (wanted instanceof HTMLElement) wanted.focus();
    }
  };

  return {
    forms,
    state,
    ready: loading.then(complete),
    refresh() {
      setTokens();
      return session.refresh();
    },
    followPage() {
      session.followLocale();
      for (const { form } of forms) drawLogos(form.querySelectorAll(PAGE_LOGOS), state.data.peek());
    },
    dispose() {
      scope.end();
      for (const { host, form } of forms) {
        // The page may have moved the form out of its container.
        form.remove();
        host.remove();
      }
    },
  };
}
