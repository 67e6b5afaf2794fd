/** What is done beside the requests: sessions that are over go, older payments become searchable. */
import type { GatewayContext } from '../gateway/context.ts';
import { repeat, type Sweeper } from '../gateway/repeat.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { paymentFromRow, searchColumns } from '../store/records/payment.ts';
import type { PaymentRow } from '../store/tables.ts';
import { purgeSignIn } from './sign-in/sessions.ts';

const PURGE_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
const ROWS_AT_ONCE = 200;

export function startConsoleWork(
  { db }: Pick<GatewayContext, 'db'>,
  onError: (error: unknown) => void,
): Sweeper {
  const rounds = [
    repeat(() => purgeSignIn(db), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => makeSearchable(db), onError, { pauseMs: LOOK_EVERY_MS }),
  ];
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** A row that cannot be read is found by nothing, and holds up no other. */
function columnsOf(row: PaymentRow): Partial<PaymentRow> {
  try {
    return searchColumns(paymentFromRow(row));
  } catch (error) {
    if (error instanceof SyntaxError) return { is_searchable: 1 };
    throw error;
  }
}

/** Gives payments that a release before the console has made the columns to search by, some at once. */
export async function makeSearchable(db: Database): Promise<void> {
  for (let isMore = true; isMore; ) {
    isMore = await inTransaction(db, async (trx) => {
      const rows = await trx
        .selectFrom('payments')
        .selectAll()
        .where('is_searchable', 'is', null)
        .orderBy('id')
        .limit(ROWS_AT_ONCE)
        .execute();
      for (const row of rows) {
        await trx
          .updateTable('payments')
          .set(columnsOf(row))
          .where('id', '=', row.id)
          // Its card or parameters may have been changed since.
          .where('card', '=', row.card)
          .where('parameters', '=', row.parameters)
          .execute();
      }
      return rows.length === ROWS_AT_ONCE;
    });
  }
}
