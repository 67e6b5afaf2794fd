/** What rooms below tell of, without knowing who listens: metrics and traces, where they are on. */
import { channel } from 'node:diagnostics_channel';

/** A payment was settled: `{ state, paymentType }`. */
export const paymentSettled = channel('gateway.payment.settled');
export interface PaymentSettled {
  readonly state: string;
  readonly paymentType: string;
}

/** A statement was answered by the database, or refused. */
export const statementSent = channel('gateway.database.statement');
export interface StatementSent {
  /** Without values. */
  readonly sql: string;
  readonly durationMs: number;
  readonly hasFailed: boolean;
}

/** A connection of PostgreSQL was waited for: milliseconds. */
export const connectionWaited = channel('gateway.database.waited');

/** Messages to a receiver were given up: `{ count }`. */
export const deliveriesGivenUp = channel('gateway.deliveries.given-up');
export interface DeliveriesGivenUp {
  readonly count: number;
}
