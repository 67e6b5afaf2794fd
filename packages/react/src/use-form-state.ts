import { type FormState, LOADING, type PaymentForm } from '@payment-widgets/loader/form';
import * as React from 'react';

const loading = () => LOADING;
const never = () => () => undefined;

/** The form's state, for a component that draws it. Before the form is there, it is loading. */
export const useFormState = (form: PaymentForm | null): FormState =>
  // By its namespace: an older React has none, and is to be named by `checkReact`.
  React.useSyncExternalStore(form?.subscribe ?? never, form?.getState ?? loading, loading);
