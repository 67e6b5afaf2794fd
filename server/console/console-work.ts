/** What is done beside the requests: sessions that are over go, older payments become searchable, older chargebacks get their days. */
import type { GatewayContext } from '../gateway/context.ts';
import { checkoutFromRow, checkoutSearch } from '../gateway/records/index.ts';
import { repeat, type Sweeper } from '../gateway/repeat.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { paymentFromRow, searchColumns } from '../store/records/payment.ts';
import { registrationFromRow, registrationSearch } from '../store/records/registration.ts';
import type { CheckoutRow, PaymentRow, RegistrationRow } from '../store/tables.ts';
import { giveDeadlines } from './chargebacks/older-chargebacks.ts';
import { purgeSignIn } from './sign-in/sessions.ts';

const PURGE_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 10_000;
const ROWS_AT_ONCE = 200;

export function startConsoleWork(
  { db }: Pick<GatewayContext, 'db'>,
  onError: (error: unknown) => void,
): Sweeper {
  const deadlines = giveDeadlines(db).catch(onError);
  const rounds = [
    repeat(() => purgeSignIn(db), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => makeSearchable(db), onError, { pauseMs: LOOK_EVERY_MS }),
  ];
  return {
    async stop() {
      await Promise.all([deadlines, ...rounds.map((round) => round.stop())]);
    },
  };
}

/** By what a row of each table is searched. */
const SEARCHED = {
  payments: (row: PaymentRow) => searchColumns(paymentFromRow(row)),
  checkouts: (row: CheckoutRow) => checkoutSearch(checkoutFromRow(row)),
  registrations: (row: RegistrationRow) => registrationSearch(registrationFromRow(row)),
} as const;

/** A row that cannot be read is found by nothing, and holds up no other. */
function columnsOf<Row>(row: Row, search: (row: Row) => object): object {
  try {
    return search(row);
  } catch (error) {
    if (error instanceof SyntaxError) return { is_searchable: 1 };
    throw error;
  }
}

/** Gives rows that an older release has made the columns to search by, some at once. */
export async function makeSearchable(db: Database): Promise<void> {
  for (const [table, search] of Object.entries(SEARCHED)) {
    while (await someSearchable(db, table as 'payments', search as typeof SEARCHED.payments));
  }
}

/** @returns whether there may be more */
const someSearchable = (
  db: Database,
  table: 'payments',
  search: (row: PaymentRow) => object,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom(table)
      .selectAll()
      .where('is_searchable', 'is', null)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const row of rows) {
      const unchanged = trx
        .updateTable(table)
        .set(columnsOf(row, search))
        .where('id', '=', row.id)
        // Its card or parameters may have been changed since.
        .where('parameters', '=', row.parameters);
      await unchanged.$if('card' in row, (query) => query.where('card', '=', row.card)).execute();
    }
    return rows.length === ROWS_AT_ONCE;
  });
