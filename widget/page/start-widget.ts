/** One script of one checkout: its forms, and the runtime object `window.wpwl`. */
import { type FormGroup, mountForms } from './blocks/mount-forms.ts';
import { callBack } from './callbacks.ts';
import { note, warn } from './console-note.ts';
import { watchForms } from './find-forms.ts';
import { hasMerchantOptions } from './options.ts';
import type { Environment } from './widget-environment.ts';

/** What pages know as `wpwl`. */
export interface Runtime {
  readonly apiVersion: '1';
  readonly cacheVersion: string;
  readonly minified: true;
  readonly ndc: string;
  readonly timestamp: string;
  readonly checkout: {
    readonly id: string;
    amount?: string;
    currency?: string;
    paymentType?: string;
    readonly config: { readonly registrations: readonly unknown[] };
  };
  /** Pays the form in a container, named by its class without the leading dot. */
  executePayment(container: string): void;
  /** Takes all forms away and gives the page its own back. */
  unload(): void;
}

const runtimeHolder = window as { wpwl?: Runtime };

/** A script that is loaded again takes over once the forms of the one before are gone. */
function isStillThere(): boolean {
  const { wpwl } = runtimeHolder;
  if (typeof wpwl?.unload !== 'function') return false;
  if (document.querySelector('.wpwl-container')) return true;
  wpwl.unload();
  return false;
}

export function startWidget(environment: Environment): void {
  if (isStillThere()) {
    warn(
      'paymentWidgets.js is on this page twice. Remove one script tag, ' +
        'or call wpwl.unload() before you load it for another checkout.',
    );
    return;
  }
  const forms = new Map<HTMLFormElement, FormGroup>();
  /** Forms that were rendered and are still in the page, even if the page took the result away. */
  const rendered = new WeakSet<HTMLFormElement>();

  const dropGone = () => {
    for (const [source, handle] of forms) {
      if (!source.isConnected) rendered.delete(source);
      if (source.isConnected && handle.forms.some(({ host }) => host.isConnected)) continue;
      handle.dispose();
      forms.delete(source);
    }
  };

  const mount = (source: HTMLFormElement) => {
    if (rendered.has(source)) return;
    rendered.add(source);
    const handle = mountForms(source, environment);
    forms.set(source, handle);
    void handle.ready.then(greet);
  };

  let greeted = new Set<FormGroup>();
  /** `onReady` comes once, when the last of the forms that are there has been rendered. */
  const greet = () => {
    const handles = [...forms.values()];
    const isNew = handles.some((handle) => !greeted.has(handle));
    if (!isNew || handles.some(({ state }) => state.phase.peek() === 'loading')) return;
    greeted = new Set(handles);
    const data = handles.find(({ state }) => state.data.peek())?.state.data.peek();
    if (!data) return;
    Object.assign(runtime.checkout, {
      amount: data.amount,
      currency: data.currency,
      paymentType: data.paymentType,
    });
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

  const { checkoutId, release } = environment;
  const runtime: Runtime = {
    apiVersion: '1',
    cacheVersion: release,
    minified: true,
    ndc: checkoutId,
    timestamp: new Date().toISOString(),
    checkout: { id: checkoutId, config: { registrations: [] } },
    executePayment(container) {
      const selector = `.${container.replace(/^\./, '')}`;
      const all = [...forms.values()].flatMap((group) => group.forms);
      const form = all.find(({ host }) => host.matches(selector));
      if (form) form.pay();
      else note(`executePayment: there is no form in "${container}".`);
    },
    unload() {
      stopWatching();
      for (const [source, { dispose }] of forms) {
        dispose();
        source.style.removeProperty('display');
      }
      forms.clear();
      delete runtimeHolder.wpwl;
    },
  };
  runtimeHolder.wpwl = runtime;
  const stopWatching = watchForms(
    { onFound: mount, onChange: dropGone },
    () => hasMerchantOptions() || document.readyState !== 'loading',
  );
}
