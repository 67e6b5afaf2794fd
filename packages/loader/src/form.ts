/**
 * A form in an element, from its options to its end: what the components for React, Vue and pages without a
 * framework have in common. For a framework that has no package of its own, too.
 */
import { type FormState, stateOf } from './form-status.ts';
import { type LoadError, loadError } from './load-error.ts';
import type { LoadOptions } from './load-options.ts';
import { replaceLayer } from './page-options.ts';
import { loadPaymentWidgets } from './pure.ts';
import type { Wpwl, WpwlMountedForm, WpwlOptions } from './widget-types.ts';

export type { FormState, FormStatus } from './form-status.ts';
export { isMeantAsOption } from './is-meant-as-option.ts';
export { CALLBACKS, SWITCHES, TABLES, TEXTS } from './option-names.ts';

/** Where the form comes from and leads to, and all of `wpwlOptions` beside it. */
export interface FormOptions extends Omit<LoadOptions, 'checkoutId'>, WpwlOptions {
  /** Id of the checkout that is paid. */
  checkoutId: string;
  /** Codes: `'VISA MASTER'`, `['VISA', 'MASTER']`. All that the channel has, where none is named. */
  brands?: string | readonly string[] | undefined;
  /** Where the shopper comes back to. */
  shopperResultUrl?: string | undefined;
}

export interface PaymentForm {
  /** What the form is drawn in. */
  readonly element: Element;
  /** The same object until something changes. */
  readonly getState: () => FormState;
  /** @returns ends it */
  readonly subscribe: (onChange: () => void) => () => void;
  /**
   * Takes over options that have changed. Another checkout, gateway, result page or layout, and other brands draw the
   * form anew; what else has changed holds from now on, as if it had been assigned to `wpwlOptions`.
   */
  readonly update: (options: FormOptions) => void;
  /**
   * Pays, as a click on the form's button does.
   *
   * @param container of one form, where there are several: `card`, `registration`, `virtualAccount-PAYPAL`
   */
  readonly pay: (container?: string) => void;
  /** Takes over what your server has changed of the checkout, such as its amount. */
  readonly refresh: () => Promise<void>;
  /** Tries again after `failed`. */
  readonly retry: () => void;
  /** Takes the form away, and its options out of `wpwlOptions`. */
  readonly unmount: () => void;
}

/** @internal Before the form says anything. */
export const LOADING: FormState = { status: 'loading' };

/** Draws the form into an element. Call it in the browser: at once on a server it is `failed`. */
export function openForm(element: Element, options: FormOptions): PaymentForm {
  const listeners = new Set<() => void>();
  let current = options;
  let layer: object | undefined;
  let state = LOADING;
  let wpwl: Wpwl | undefined;
  let mounted: WpwlMountedForm | undefined;
  /** Of the mounting that is under way: one that was overtaken draws nothing. */
  let turn: object | undefined;

  const change = (next: FormState) => {
    if (next.status === state.status && next.error?.code === state.error?.code) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const observer = new MutationObserver(() => change(stateOf(element)));

  const setLayer = (next?: object, isRaised?: boolean) => {
    replaceLayer(layer, next, isRaised);
    layer = next;
  };

  const takeAway = () => {
    turn = undefined;
    observer.disconnect();
    mounted?.unmount();
    setLayer();
  };

  const mount = async () => {
    const mine = {};
    turn = mine;
    change(LOADING);
    try {
      const { gateway, integrity, nonce, checkoutId, brands = '', shopperResultUrl = '' } = current;
      if (!checkoutId)
        throw loadError('bad-option', 'checkoutId is missing: create a checkout first');
      wpwl = await loadPaymentWidgets({ gateway, integrity, nonce });
      if (turn !== mine) return;
      setLayer(layerOf(current), true);
      observer.observe(element, {
        attributeFilter: ['data-phase'],
        childList: true,
        subtree: true,
      });
      mounted = wpwl.mount(element, { checkoutId, brands, shopperResultUrl });
      await mounted.ready;
    } catch (error) {
      if (turn === mine) change({ status: 'failed', error: error as LoadError });
    }
  };

  void mount();
  return {
    element,
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    update(next) {
      const isSame = keyOf(next) === keyOf(current);
      current = next;
      if (!isSame) {
        takeAway();
        void mount();
      } else if (layer) setLayer(layerOf(next));
    },
    pay(container) {
      const find = <E extends HTMLElement>(what: string) => element.querySelector<E>(what);
      // As `wpwl.executePayment()` pays, but of these forms: another checkout's may be in the page, too.
      if (container) find<HTMLFormElement>(`.wpwl-container-${container} form`)?.submit();
      else find('.wpwl-button-pay:not([hidden], [hidden] *)')?.click();
    },
    refresh: async () => wpwl?.refresh(),
    retry() {
      if (state.status !== 'failed') return;
      takeAway();
      void mount();
    },
    unmount() {
      takeAway();
      listeners.clear();
    },
  };
}

/** What changes only with a form that is drawn anew. */
const keyOf = ({ gateway, checkoutId, brands, shopperResultUrl, layout }: FormOptions): string =>
  JSON.stringify([gateway, checkoutId, String(brands ?? ''), shopperResultUrl, layout]);

/** What goes into `wpwlOptions`. */
function layerOf(options: FormOptions): object {
  const { gateway, integrity, nonce, checkoutId, brands, shopperResultUrl, ...layer } = options;
  return layer;
}
