/** The events of a change (event-notifications.md, "Events"; docs/events.md has the table). */
import type { PaymentEvent } from '../../../contract/events/events.ts';
import type { DomainEvent } from '../domain-event.ts';
import { agreementEvents } from './agreement-events.ts';
import { chargeEvents } from './charge-events.ts';

/** None, one or several, in the order in which they are told. */
export function eventsOf(change: DomainEvent): PaymentEvent[] {
  if (change.subject === 'payment') return chargeEvents(change);
  // The document has no event for anything else.
  return change.subject === 'registration' ? agreementEvents(change) : [];
}
