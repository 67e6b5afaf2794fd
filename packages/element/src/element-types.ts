import type { FormOptions, FormState } from '@payment-widgets/loader/form';

type Detail<Name extends 'onError' | 'onExpire' | 'onReady' | 'onResult'> = CustomEvent<
  Parameters<NonNullable<FormOptions[Name]>>[0]
>;

/** Angular types `$event` in its templates by them. */
export interface PaymentWidgetsEventMap extends Omit<HTMLElementEventMap, 'error'> {
  statuschange: CustomEvent<FormState>;
  ready: Detail<'onReady'>;
  /** Cancelable. */
  result: Detail<'onResult'>;
  /** `detail` is the checkout's id. */
  expire: Detail<'onExpire'>;
  error: Detail<'onError'>;
}

/**
 * `<payment-widgets>`. Attributes are options in kebab-case (`checkout-id`, `show-amount`); objects, lists and
 * callbacks are in the property `options`. What stands inside is seen until the form is drawn.
 *
 * Events: `statuschange` whenever {@link PaymentWidgetsElement.state} changes; `ready`, `result`, `expire` and
 * `error` as the callbacks of that name, with what these get in `detail`. After `result` the shopper goes to
 * the result page, unless the event is cancelled (`preventDefault()`).
 */
export interface PaymentWidgetsElement extends HTMLElement {
  addEventListener<Type extends keyof PaymentWidgetsEventMap>(
    type: Type,
    listener: (this: PaymentWidgetsElement, event: PaymentWidgetsEventMap[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(...args: Parameters<HTMLElement['addEventListener']>): void;
  removeEventListener<Type extends keyof PaymentWidgetsEventMap>(
    type: Type,
    listener: (this: PaymentWidgetsElement, event: PaymentWidgetsEventMap[Type]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(...args: Parameters<HTMLElement['removeEventListener']>): void;
  /** What no attribute says; an attribute of the same name wins. Assign a new object to change it. */
  options: Partial<FormOptions>;
  readonly state: FormState;
  /** Pays, as a click on the form's button does. */
  pay(container?: string): void;
  /** Takes over what your server has changed of the checkout, such as its amount. */
  refresh(): Promise<void>;
  /** Tries again after `failed`. */
  retry(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'payment-widgets': PaymentWidgetsElement;
  }
}
