import {
  type FormOptions,
  LOADING,
  openForm,
  type PaymentForm,
} from '@payment-widgets/loader/form';
import { ATTRIBUTES, readAttributes } from './attributes.ts';
import type { PaymentWidgetsElement } from './element-types.ts';

/** Of the element's attributes, properties and events: a major version of its own. */
const ELEMENT_VERSION = 1;
const NAME = 'payment-widgets';

interface ElementClass extends CustomElementConstructor {
  readonly elementVersion?: number;
}

/**
 * Defines the custom element, once a page: of two copies of this package the first one counts. On a server it
 * does nothing.
 */
export function definePaymentWidgets(name = NAME): void {
  if (typeof customElements === 'undefined') return;
  const there = customElements.get(name) as ElementClass | undefined;
  if (!there) customElements.define(name, createClass());
  else if (there.elementVersion !== ELEMENT_VERSION) {
    console.error(
      `<${name}> is already defined by another script, or by another major version of @payment-widgets/element. Keep one, or give this one another name: definePaymentWidgets('my-payment')`,
    );
  }
}

/** Callbacks that are events, too. */
const EVENTS = ['onReady', 'onResult', 'onExpire', 'onError'] as const;

/** Made when it is defined: a server has no HTMLElement. */
function createClass(): ElementClass {
  return class extends HTMLElement implements PaymentWidgetsElement {
    static readonly elementVersion = ELEMENT_VERSION;
    static readonly observedAttributes = ATTRIBUTES;

    #form: PaymentForm | undefined;
    #options: Partial<FormOptions> = {};
    #isPlanned = false;
    #waiting: ReturnType<typeof setTimeout> | undefined;

    get options(): Partial<FormOptions> {
      return this.#options;
    }

    set options(options: Partial<FormOptions>) {
      this.#options = options;
      this.#update();
    }

    get state() {
      return this.#form?.getState() ?? LOADING;
    }

    connectedCallback(): void {
      // A framework may have set the property before the element was defined.
      const early = Object.getOwnPropertyDescriptor(this, 'options');
      if (early) {
        Reflect.deleteProperty(this, 'options');
        this.#options = early.value;
      }
      this.#update();
    }

    disconnectedCallback(): void {
      this.#stopWaiting();
      this.#form?.unmount();
      this.#form?.element.remove();
      this.#form = undefined;
    }

    attributeChangedCallback(): void {
      this.#update();
    }

    pay(container?: string): void {
      this.#form?.pay(container);
    }

    async refresh(): Promise<void> {
      await this.#form?.refresh();
    }

    retry(): void {
      this.#form?.retry();
    }

    /** In a task of its own: attributes and properties come one by one. */
    #update(): void {
      if (this.#isPlanned) return;
      this.#isPlanned = true;
      queueMicrotask(() => {
        this.#isPlanned = false;
        if (!this.isConnected) return;
        const options = this.#allOptions();
        if (this.#form) this.#form.update(options);
        // Until a script or a framework has said which, there is nothing to draw.
        else if (options.gateway && options.checkoutId) this.#open(options);
        else this.#waiting ??= setTimeout(() => this.#warn(), 5_000);
      });
    }

    #warn(): void {
      const { gateway } = this.#allOptions();
      const missing = gateway ? 'checkout-id' : 'gateway';
      console.warn(`<${this.localName}> waits for its ${missing}`);
    }

    #stopWaiting(): void {
      clearTimeout(this.#waiting);
      this.#waiting = undefined;
    }

    #open(options: FormOptions): void {
      this.#stopWaiting();
      const place = document.createElement('div');
      this.append(place);
      const form = openForm(place, options);
      this.#form = form;
      form.subscribe(() => {
        const { status, error } = form.getState();
        // Not the place itself: frames that are put in again load again.
        if (status === 'ready')
          for (const node of [...this.childNodes]) if (node !== place) node.remove();
        if (error) console.error(error);
        this.dispatchEvent(new CustomEvent('statuschange', { detail: form.getState() }));
      });
    }

    #allOptions(): FormOptions {
      const given = { ...this.#options, ...readAttributes(this) } as FormOptions;
      const asEvents = EVENTS.map((name) => [
        name,
        this.#withEvent(name, given[name] as Callback | undefined),
      ]);
      return { ...given, ...Object.fromEntries(asEvents) };
    }

    #withEvent(name: string, callback: Callback | undefined): Callback {
      const type = name.replace(/^on/, '').toLowerCase();
      const emit = (detail: unknown) =>
        this.dispatchEvent(new CustomEvent(type, { detail, cancelable: type === 'result' }));
      return function (this: unknown, ...args) {
        const answer = callback?.apply(this, args);
        return emit(args[0]) ? answer : false;
      };
    }
  };
}

type Callback = (this: unknown, ...args: unknown[]) => unknown;
