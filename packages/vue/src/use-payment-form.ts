import { type FormState, LOADING, type PaymentForm } from '@payment-widgets/loader/form';
import { type ComputedRef, computed, type ShallowRef, shallowRef, watch } from 'vue';
import type { Exposed } from './component-types.ts';

export interface UsedForm {
  /** For the `ref` of `<PaymentWidgets>` or `<PaymentElement>`. */
  readonly form: ShallowRef<Exposed | undefined>;
  readonly status: ComputedRef<FormState['status']>;
  readonly error: ComputedRef<FormState['error']>;
}

/**
 * A form with its status, for what a page draws beside it.
 *
 * @example
 * const { form, status } = usePaymentForm();
 * // <PaymentElement ref="form" … /> <button :disabled="status !== 'ready'" @click="form?.pay()">
 */
export function usePaymentForm(): UsedForm {
  const form = shallowRef<Exposed>();
  const state = shallowRef(LOADING);
  watch(
    () => form.value?.form,
    (opened: PaymentForm | undefined, _, onCleanup) => {
      state.value = opened?.getState() ?? LOADING;
      if (opened) onCleanup(opened.subscribe(() => (state.value = opened.getState())));
    },
    { flush: 'post' },
  );
  return {
    form,
    status: computed(() => state.value.status),
    error: computed(() => state.value.error),
  };
}
