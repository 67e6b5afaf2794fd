import { type LoadError, loadError } from './load-error.ts';

export type FormStatus =
  /** The script or the data of the checkout are on their way. */
  | 'loading'
  /** The shopper can pay. */
  | 'ready'
  /** A payment is under way, or the shopper answers the bank. */
  | 'paying'
  /** There is nothing more to pay here: it is paid, or the checkout is over. */
  | 'ended'
  /** The form could not be loaded, or there is none for this page. */
  | 'failed';

/** Of several blocks one says by which message they have ended. */
const FAILED = '[data-end=loadFailed],[data-end=formUnavailable]';

export interface FormState {
  readonly status: FormStatus;
  /** Why it is `failed`. */
  readonly error?: LoadError | undefined;
}

/** @internal As the form itself says in its attributes. */
export function stateOf(element: Element): FormState {
  if (element.querySelector(FAILED)) {
    return { status: 'failed', error: loadError('no-form', 'The form did not load: see onError') };
  }
  const phase = element.querySelector<HTMLElement>('[data-phase]')?.dataset['phase'] ?? 'loading';
  return { status: phase === 'busy' ? 'paying' : (phase as FormStatus) };
}
