import type { FormState, PaymentForm } from '@payment-widgets/loader/form';
import { useState } from 'react';
import { useFormState } from './use-form-state.ts';

export interface UsedForm extends FormState {
  /** For the `ref` of `<PaymentWidgets>` or `<PaymentElement>`. */
  readonly ref: (form: PaymentForm | null) => void;
  /** Null until it is drawn for the first time. */
  readonly form: PaymentForm | null;
}

/**
 * A form with its status, for what a page draws beside it.
 *
 * @example
 * const { ref, status, form } = usePaymentForm();
 * return <>
 *   <PaymentElement ref={ref} gateway={gateway} checkoutId={id} shopperResultUrl={result} />
 *   <button disabled={status !== 'ready'} onClick={() => form?.pay()}>Buy</button>
 * </>;
 */
export function usePaymentForm(): UsedForm {
  const [form, ref] = useState<PaymentForm | null>(null);
  return { ref, form, ...useFormState(form) };
}
