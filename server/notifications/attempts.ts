/** Every attempt to deliver a message, kept as long as the message. */
import type { Database, Transaction } from '../store/database.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../store/tables.ts';
import type { Attempted } from './endpoint-queue.ts';
import { newId } from './ids.ts';
import { attemptHeaders } from './message-headers.ts';

const ID_LENGTH = 8;

/** Writes down attempts that have ended, of deliveries that are there. */
export async function writeAttempts(
  trx: Transaction,
  attempted: readonly Attempted[],
): Promise<void> {
  const rows = attempted.filter(({ outcome }) => outcome !== undefined).map(rowOf);
  if (rows.length > 0) await trx.insertInto('delivery_attempts').values(rows).execute();
}

const rowOf = ({ queue, delivery, outcome }: Attempted): DeliveryAttemptRow => ({
  delivery_id: delivery.id,
  started_at: outcome?.startedAt ?? 0,
  id: newId().slice(0, ID_LENGTH),
  duration_ms: outcome?.durationMs ?? 0,
  url: delivery.url ?? queue.webhook.url ?? '',
  status: outcome?.status ?? null,
  answer: outcome?.beginning ?? '',
  headers: JSON.stringify(attemptHeaders(outcome?.headers ?? {})),
});

export type ShownAttempt = Pick<DeliveryAttemptRow, 'status' | 'answer'> & {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Null where a release before has made the attempt. */
  readonly durationMs: number | null;
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** Oldest first. Of what a release before has delivered there is the latest one alone. */
export async function attemptsOf(db: Database, delivery: DeliveryRow): Promise<ShownAttempt[]> {
  const rows = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', delivery.id)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const { attempts, attempted_at, answer_status: status, answer } = delivery;
  if (rows.length === 0 && attempts > 0 && attempted_at !== null) {
    const unknown = { durationMs: null, url: null, headers: {} };
    return [{ startedAt: attempted_at, status, answer: answer ?? '', ...unknown }];
  }
  return rows.map(({ started_at, duration_ms, url, status, answer, headers }) => ({
    startedAt: started_at,
    durationMs: duration_ms,
    url,
    status,
    answer,
    headers: JSON.parse(headers) as ShownAttempt['headers'],
  }));
}
