import {
  type FormOptions,
  type FormState,
  openForm,
  type PaymentForm,
} from '@payment-widgets/loader/form';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormState } from './use-form-state.ts';

/** In time for what the form notices of its element, such as the language. A server warns of it. */
const useEffectOfDrawing = globalThis.document ? useLayoutEffect : useEffect;

/**
 * Opens a form in an element as long as the component is there. React may take effects back and run
 * them again at once (StrictMode): the form stays, with what is typed.
 *
 * @param isTold whether an error goes into the console
 */
export function useOpenForm(
  place: RefObject<Element | null>,
  options: FormOptions,
  isTold: boolean,
): FormState & { readonly form: PaymentForm | null } {
  const [form, setForm] = useState<PaymentForm | null>(null);
  const latest = useRef(options);
  // After each drawing: comparing options is the form's own work.
  useEffectOfDrawing(() => {
    latest.current = options;
    form?.update(options);
  });

  const opened = useRef<PaymentForm>(undefined);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!place.current) return undefined;
    isWanted.current = true;
    const mine = opened.current ?? openForm(place.current, latest.current);
    opened.current = mine;
    setForm(mine);
    return () => {
      isWanted.current = false;
      queueMicrotask(() => {
        if (isWanted.current || opened.current !== mine) return;
        mine.unmount();
        opened.current = undefined;
        setForm(null);
      });
    };
  }, [place]);

  const state = useFormState(form);
  useEffect(() => {
    if (state.error && isTold) console.error(state.error);
  }, [state.error, isTold]);
  return { form, ...state };
}
