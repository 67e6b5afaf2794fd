/** One script of one checkout: its forms, and the runtime object `window.wpwl`. */

import { type Environment, isTestCheckout } from '../form/gateway-client.ts';
import { NOT_LOADED } from '../form/texts.ts';
import { callBack } from '../interface/callbacks.ts';
import { note, warn } from '../interface/console-note.ts';
import { openInspector } from '../interface/inspector.ts';
import { keepLog } from '../interface/inspector-log.ts';
import {
  hasMerchantOptions,
  LAYOUTS,
  type Layout,
  merchantOptions,
  option,
} from '../interface/options.ts';
import { forPage, own, setOwnProperties } from '../interface/own-properties.ts';
import { isInTheWay } from '../interface/prototype-check.ts';
import {
  checkoutConfig,
  currentRuntime,
  isStillThere,
  type Runtime,
} from '../interface/runtime.ts';
import { watchForms } from './find-forms.ts';
import { gatewayAddress } from './gateway-address.ts';
import { type FormGroup, mountForms } from './mount-forms.ts';

/** A page may put its form in later. */
const NO_FORM_AFTER_MS = 5_000;

/** What the page asks for. */
function layoutOr(fallback: Layout): Layout {
  const wanted = option('layout');
  if (!wanted) return fallback;
  const known = LAYOUTS.find((layout) => layout === wanted);
  if (!known) note('layout', wanted);
  return known ?? fallback;
}

export function startWidget(script: Omit<Environment, 'onData'>): void {
  if (isTestCheckout(script.checkoutId)) keepLog();
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
    emitted.delete(source);
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
    for (const { followPage } of forms.values()) followPage();
  };

  const environmentOf = (checkoutId: string): Environment | undefined => {
    const address = gatewayAddress(script);
    if (!checkoutId) {
      warn(
        'No checkout to pay. Load paymentWidgets.js?checkoutId={id}, or give wpwl.mount() a checkoutId.',
      );
    }
    if (!checkoutId || !address) return undefined;
    // Who mounts a form names its checkout there, and none in the script's address.
    if (isTestCheckout(checkoutId)) keepLog();
    const known = environments.get(checkoutId);
    if (known) return known;
    const environment: Environment = {
      ...script,
      ...address,
      checkoutId,
      onData({
        checkoutId: id,
        amount,
        currency,
        paymentType,
        brands,
        moreBrands,
        registrations = [],
      }) {
        const { checkout } = runtime;
        setOwnProperties(checkout, { id, amount, currency, paymentType });
        const { config } = checkout;
        config.registrations = structuredClone(registrations);
        setOwnProperties(Object(config.brandConfig), {
          brands: Object.keys(brands),
          moreBrands,
        });
        // Also where they came at a second try.
        setTimeout(emitReady);
      },
    };
    environments.set(checkoutId, environment);
    return environment;
  };

  const place = (
    source: HTMLFormElement,
    checkoutId: string,
    fallback: Layout = 'classic',
  ): Promise<void> | undefined => {
    if (rendered.has(source)) return undefined;
    rendered.add(source);
    const environment = environmentOf(checkoutId);
    if (!environment) return undefined;
    if (isInTheWay()) {
      source.replaceChildren(NOT_LOADED);
      return undefined;
    }
    const handle = mountForms(source, environment, layoutOr(fallback));
    forms.set(source, handle);
    return handle.ready.then(emitReady);
  };

  const emitted = new Set<HTMLFormElement>();
  /** `onReady` comes once, when the last of the forms that are there has been rendered. */
  const emitReady = () => {
    const handles = [...forms.values()];
    const drawn = [...forms].filter(([, { state }]) => state.data.peek());
    const isNew = drawn.some(([source]) => !emitted.has(source));
    if (!isNew || handles.some(({ state }) => state.phase.peek() === 'loading')) return;
    for (const [source] of drawn) emitted.add(source);
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
  const runtime: Runtime = forPage({
    apiVersion: '1',
    cacheVersion: release,
    minified: true,
    ndc: ownId,
    timestamp: new Date().toISOString(),
    checkout: forPage({ id: ownId, config: checkoutConfig(script) }),
    executePayment(container) {
      const selector = `.${container.replace(/^\./, '')}`;
      const all = [...forms.values()].flatMap((group) => group.forms);
      const form = all.find(({ host }) => host.matches(selector));
      if (form) form.pay();
      else note('noForm', container);
    },
    mount(element, options) {
      if (!element) throw new TypeError('wpwl.mount(): there is no element to draw the form in.');
      const { checkoutId = ownId, brands = '', shopperResultUrl = '', ...others } = own(options);
      setOwnProperties(merchantOptions(), others);
      const isForm = element instanceof HTMLFormElement;
      const source = isForm ? element : document.createElement('form');
      if (!isForm) {
        source.dataset['brands'] = String(brands).replaceAll(',', ' ');
        source.setAttribute('action', shopperResultUrl);
        element.append(source);
      }
      watching.also(element.getRootNode());
      // One that was taken away is drawn again where the page says so, and only there.
      if (!forms.has(source)) rendered.delete(source);
      const ready = place(source, checkoutId, 'list') ?? Promise.resolve();
      return {
        ready,
        unmount() {
          drop(source);
          rendered.add(source);
          if (isForm) source.style.removeProperty('display');
          else source.remove();
        },
      };
    },
    async refresh() {
      await Promise.all([...forms.values()].map(({ refresh }) => refresh()));
    },
    inspect() {
      openInspector(`${script.base}/v1/inspector`);
    },
    unload() {
      watching.stop();
      for (const source of [...forms.keys()]) {
        drop(source);
        source.style.removeProperty('display');
      }
      Reflect.deleteProperty(window, 'wpwl');
    },
  });
  setOwnProperties(window, { wpwl: runtime });
  const watching = watchForms(
    { onFound: (source) => place(source, ownId), onChange },
    () => hasMerchantOptions() || document.readyState !== 'loading',
  );
  // The commonest mistake of all, if no script puts the form in.
  setTimeout(() => {
    if (currentRuntime() === runtime && !forms.size && isTestCheckout(ownId)) {
      warn('No form.paymentWidgets on this page: see wpwl.inspect().');
    }
  }, NO_FORM_AFTER_MS);
}
