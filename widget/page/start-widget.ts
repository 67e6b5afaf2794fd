/** One script of one checkout: its forms, and the runtime object `window.wpwl`. */

import type { StoredCard } from '../../contract/form-data.ts';
import { gatewayAddress } from './base-url.ts';
import { type FormGroup, mountForms } from './blocks/mount-forms.ts';
import { callBack } from './callbacks.ts';
import { note, warn } from './console-note.ts';
import { watchForms } from './find-forms.ts';
import type { Environment } from './gateway.ts';
import { hasMerchantOptions, merchantOptions } from './options.ts';

/** What a page may say of a form that it mounts itself; all else goes into its `wpwlOptions`. */
export interface MountOptions {
  /** Another checkout than the script's. */
  readonly checkoutId?: string;
  /** Codes, as `data-brands` has them. */
  readonly brands?: string | readonly string[];
  readonly shopperResultUrl?: string;
  readonly [option: string]: unknown;
}

export interface MountedForm {
  /** Settles when the form is drawn, or cannot be. */
  readonly ready: Promise<void>;
  readonly unmount: () => void;
}

/** What pages know as `wpwl`. */
export interface Runtime {
  readonly apiVersion: '1';
  readonly cacheVersion: string;
  readonly minified: true;
  readonly ndc: string;
  readonly timestamp: string;
  readonly checkout: {
    id: string;
    amount?: string;
    currency?: string;
    paymentType?: string;
    readonly config: { registrations: readonly StoredCard[] };
  };
  /** Pays the form in a container, named by its class without the leading dot. */
  executePayment(container: string): void;
  /** Draws a form inside an element, or in the place of a form element. */
  mount(element: Element, options?: MountOptions): MountedForm;
  /** Takes over what the merchant's server has changed of the checkout: the amount, first of all. */
  refresh(): Promise<void>;
  /** Takes all forms away and gives the page its own back. */
  unload(): void;
}

const runtimeHolder = window as { wpwl?: Runtime };

/** A script that is loaded again takes over once the forms of the one before are gone. */
function isStillThere(): boolean {
  const { wpwl } = runtimeHolder;
  if (typeof wpwl?.unload !== 'function') return false;
  // While the page is parsed, the forms of the one before may be still to come.
  if (document.readyState === 'loading' || document.querySelector('.wpwl-container')) return true;
  wpwl.unload();
  return false;
}

/** A page may put its form in later. */
const NO_FORM_AFTER_MS = 5_000;

export function startWidget(script: Omit<Environment, 'onData'>): void {
  if (isStillThere()) {
    warn('This script is on this page twice. Remove one script tag, or call wpwl.unload() first.');
    return;
  }
  const forms = new Map<HTMLFormElement, FormGroup>();
  /** Forms that were rendered and are still in the page, even if the page took the result away. */
  const rendered = new WeakSet<HTMLFormElement>();
  /** By checkout: the forms of one share what is known of it. */
  const environments = new Map<string, Environment>();

  const drop = (source: HTMLFormElement) => {
    forms.get(source)?.dispose();
    forms.delete(source);
    rendered.delete(source);
    greeted.delete(source);
  };

  const dropGone = () => {
    for (const [source, handle] of forms) {
      const isKept = source.isConnected;
      if (isKept && handle.forms.some(({ host }) => host.isConnected)) continue;
      drop(source);
      if (isKept) rendered.add(source);
    }
  };

  const onChange = () => {
    dropGone();
    for (const { followLocale } of forms.values()) followLocale();
  };

  const environmentOf = (checkoutId: string): Environment | undefined => {
    const address = gatewayAddress(script);
    if (!checkoutId) {
      warn('No checkout to pay. Load paymentWidgets.js?checkoutId={id}.');
    }
    if (!checkoutId || !address) return undefined;
    const known = environments.get(checkoutId);
    if (known) return known;
    const environment: Environment = {
      ...script,
      ...address,
      checkoutId,
      onData({ checkoutId: id, amount, currency, paymentType, registrations = [] }) {
        Object.assign(runtime.checkout, { id, amount, currency, paymentType });
        runtime.checkout.config.registrations = registrations;
      },
    };
    environments.set(checkoutId, environment);
    return environment;
  };

  const place = (source: HTMLFormElement, checkoutId: string): Promise<void> | undefined => {
    if (rendered.has(source)) return undefined;
    rendered.add(source);
    const environment = environmentOf(checkoutId);
    if (!environment) return undefined;
    const handle = mountForms(source, environment);
    forms.set(source, handle);
    return handle.ready.then(greet);
  };

  const greeted = new Set<HTMLFormElement>();
  /** `onReady` comes once, when the last of the forms that are there has been rendered. */
  const greet = () => {
    const handles = [...forms.values()];
    const isNew = [...forms.keys()].some((source) => !greeted.has(source));
    if (!isNew || handles.some(({ state }) => state.phase.peek() === 'loading')) return;
    for (const source of forms.keys()) greeted.add(source);
    if (!handles.some(({ state }) => state.data.peek())) return;
    callBack(
      'onReady',
      window,
      handles.flatMap(({ state, forms }) =>
        forms.map(({ containerKey }) => ({
          containerKey,
          ccMethods: containerKey === 'card' ? state.offered.peek() : [],
        })),
      ),
    );
  };

  const { checkoutId: ownId, release } = script;
  const runtime: Runtime = {
    apiVersion: '1',
    cacheVersion: release,
    minified: true,
    ndc: ownId,
    timestamp: new Date().toISOString(),
    checkout: { id: ownId, config: { registrations: [] } },
    executePayment(container) {
      const selector = `.${container.replace(/^\./, '')}`;
      const all = [...forms.values()].flatMap((group) => group.forms);
      const form = all.find(({ host }) => host.matches(selector));
      if (form) form.pay();
      else note('noForm', container);
    },
    mount(element, { checkoutId = ownId, brands = '', shopperResultUrl = '', ...others } = {}) {
      Object.assign(merchantOptions(), others);
      const isForm = element instanceof HTMLFormElement;
      const source = isForm ? element : document.createElement('form');
      if (!isForm) {
        source.dataset['brands'] = String(brands).replaceAll(',', ' ');
        source.setAttribute('action', shopperResultUrl);
        element.append(source);
      }
      watching.also(element.getRootNode());
      const ready = place(source, checkoutId) ?? Promise.resolve();
      return {
        ready,
        unmount() {
          drop(source);
          if (isForm) source.style.removeProperty('display');
          else source.remove();
        },
      };
    },
    async refresh() {
      await Promise.all([...forms.values()].map(({ refresh }) => refresh()));
    },
    unload() {
      watching.stop();
      for (const source of [...forms.keys()]) {
        drop(source);
        source.style.removeProperty('display');
      }
      delete runtimeHolder.wpwl;
    },
  };
  runtimeHolder.wpwl = runtime;
  const watching = watchForms(
    { onFound: (source) => place(source, ownId), onChange },
    () => hasMerchantOptions() || document.readyState !== 'loading',
  );
  // The commonest mistake of all, if no script puts the form in. Ids of live checkouts end otherwise.
  setTimeout(() => {
    if (runtimeHolder.wpwl === runtime && !forms.size && ownId.includes('.uat')) {
      warn('No form.paymentWidgets on this page.');
    }
  }, NO_FORM_AFTER_MS);
}
