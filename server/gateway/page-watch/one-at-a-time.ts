/** Writes what strangers report: one report after the other, so that a flood of them waits for itself. */
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { tooManyRequests } from '../requests/index.ts';

/** Reports of an instance that wait. More would time out, and browsers do not send them again. */
const MOST_WAITING = 50;

interface Line {
  waiting: number;
  last: Promise<unknown>;
}

const lines = new WeakMap<Database, Line>();

/**
 * A transaction that takes one connection of this instance for all reports together; payments have the
 * others. What is counted before it is written is right, too: two at once would both find room.
 * @throws ApiError (429) where too many wait
 */
export async function oneAtATime<R>(
  db: Database,
  work: (trx: Transaction) => Promise<R>,
): Promise<R> {
  const line = lines.get(db) ?? { waiting: 0, last: Promise.resolve() };
  lines.set(db, line);
  if (line.waiting >= MOST_WAITING) throw tooManyRequests();
  line.waiting += 1;
  const turn = line.last.then(() => inTransaction(db, work));
  line.last = turn.then(
    () => {},
    () => {},
  );
  try {
    return await turn;
  } finally {
    line.waiting -= 1;
  }
}
