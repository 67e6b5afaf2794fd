export type FormStatus =
  /** The script or the data of the checkout are on their way. */
  | 'loading'
  /** The shopper can pay. */
  | 'ready'
  /** A payment is under way, or the shopper answers the bank. */
  | 'paying'
  /** There is nothing more to pay here: it is paid, or the checkout is over. */
  | 'ended'
  /** The form could not be loaded. */
  | 'failed';

const STATUS_OF_PHASE: Readonly<Record<string, FormStatus>> = {
  ready: 'ready',
  busy: 'paying',
  ended: 'ended',
};

/** @internal As the form itself says in its attribute. */
export function statusOf(element: Element): FormStatus {
  const phase = element.querySelector('[data-phase]')?.getAttribute('data-phase');
  return STATUS_OF_PHASE[phase ?? ''] ?? 'loading';
}
