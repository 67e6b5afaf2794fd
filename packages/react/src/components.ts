import type { FormOptions, PaymentForm } from '@payment-widgets/loader/form';
import {
  createElement,
  type ForwardedRef,
  Fragment,
  forwardRef,
  type ReactNode,
  useImperativeHandle,
  useRef,
} from 'react';
import { checkReact } from './check-react.ts';
import { useOpenForm } from './use-open-form.ts';

/** All of `wpwlOptions` are props: callbacks, texts, looks. */
export interface PaymentProps extends FormOptions {
  /** Of the element around the form. */
  className?: string | undefined;
  /** Of the element around the form. */
  id?: string | undefined;
  /** Stands beside the form's place until it is drawn. */
  fallback?: ReactNode;
  /** Stands in the place of a form that could not be loaded. Without it there is a message in the console. */
  renderError?: ((error: Error, retry: () => void) => ReactNode) | undefined;
}

/**
 * The form. With the layout `classic` a block for each way to pay; `layout` says otherwise.
 *
 * @example
 * <PaymentWidgets gateway="https://gateway.example" checkoutId={id} brands="VISA MASTER"
 *   shopperResultUrl="https://shop.example/result" locale="de" />
 */
export const PaymentWidgets = component('PaymentWidgets', 'classic');

/**
 * The form as one list of all ways to pay, with one button.
 *
 * @example
 * <PaymentElement ref={ref} gateway="https://gateway.example" checkoutId={id}
 *   shopperResultUrl="https://shop.example/result" onResult={({ declined }) => !declined} />
 */
export const PaymentElement = component('PaymentElement', 'list');

function component(name: string, layout: 'classic' | 'list') {
  const Component = (props: PaymentProps, ref: ForwardedRef<PaymentForm>) => {
    checkReact();
    const { className, id, fallback, renderError, ...options } = props;
    const place = useRef<HTMLDivElement>(null);
    const { form, status, error } = useOpenForm(
      place,
      { ...options, layout: options.layout ?? layout },
      !renderError,
    );
    // Before it is there, it is null, as any ref.
    useImperativeHandle(ref, () => form as PaymentForm, [form]);
    return createElement(
      Fragment,
      null,
      // The form follows its language.
      createElement('div', { className, id, lang: options.locale, ref: place }),
      status === 'loading' ? fallback : null,
      form && error && renderError ? renderError(error, form.retry) : null,
    );
  };
  Component.displayName = name;
  return Object.assign(forwardRef(Component), { displayName: name });
}
