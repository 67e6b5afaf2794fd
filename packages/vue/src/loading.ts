import type { FormState } from '@payment-widgets/loader/form';

/** Before the form is there. */
export const LOADING: FormState = { status: 'loading' };
