/** No message is given up without a line in the log and a count in the metrics. */
import { type DeliveriesGivenUp, deliveriesGivenUp } from '../diagnostics.ts';

/** Tells the operator, in the log: no address, and nothing of a shopper. */
export type Warn = (about: object, message: string) => void;

/** @param webhookIds the subscription of each message that was given up */
export function reportGivenUp(webhookIds: readonly string[], warn?: Warn): void {
  for (const [webhook, { length: count }] of Map.groupBy(webhookIds, (id) => id)) {
    deliveriesGivenUp.publish({ count } satisfies DeliveriesGivenUp);
    warn?.({ webhook, count }, 'messages to a receiver were given up: they can be sent again');
  }
}
