/** The deliveries that one receiver gets of one channel, and what becomes of them. */
import type { DeliveryRow, MessageRow, WebhookRow } from '../store/tables.ts';
import type { Outcome } from './attempt.ts';
import type { Origin } from './message-headers.ts';

/** Where messages of one channel go to; see `EndpointQueueRow`. */
export interface EndpointQueue extends Origin {
  readonly id: string;
  readonly webhook: WebhookRow;
  /** How far the channel's clock runs ahead of the real one, milliseconds. */
  readonly clockOffsetMs: number;
  /** The database's clock: what receivers and other instances compare does not go by this machine's. */
  readonly now: () => number;
  /** Channel clock: when one retry may be made while they pause; 0 while they do not. */
  readonly retryFrom: number;
}

export interface Claimed
  extends DeliveryRow,
    Readonly<Pick<MessageRow, 'type' | 'body' | 'traceparent'>> {}

export interface Attempted {
  readonly queue: EndpointQueue;
  readonly delivery: Claimed;
  /** Undefined where the attempt was broken off: it does not count. */
  readonly outcome: Outcome | undefined;
}
