/**
 * A ledger for connectors that have no tables of their own: a request is written down before it is made,
 * its reference is decided once and for ever, and the gateway is told of what was decided later. It is
 * the same for all instances, and outlives them.
 */
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import { databaseNow, inTransaction, skipLocked } from '../store/dialect.ts';
import type { ConnectorRequestRow } from '../store/tables.ts';
import type {
  AuthoriseRequest,
  ConnectorAnswer,
  PollListeners,
  ReferenceRequest,
} from './connector.ts';

/** A request as the ledger has it. */
export interface LedgerEntry {
  readonly reference: string;
  readonly type: string;
  /** Smallest units of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly mode: ConnectorRequestRow['mode'];
  /** Real clock, epoch milliseconds. */
  readonly createdAt: number;
  /** What it waits with; undefined where it never waited. */
  readonly pending: ConnectorAnswer | undefined;
  /** Undefined while it is undecided. */
  readonly decided: ConnectorAnswer | undefined;
}

export interface ConnectorLedger {
  /**
   * Writes a request down, before anything of it is made.
   * @returns what is true of its reference then: another answer where it was written down, or cancelled,
   * before
   */
  begin(
    request: AuthoriseRequest | ReferenceRequest,
    pending: ConnectorAnswer,
  ): Promise<ConnectorAnswer>;
  find(reference: string): Promise<LedgerEntry | undefined>;
  /** What is true of the reference; undefined where it is not known. */
  ask(reference: string): Promise<ConnectorAnswer | undefined>;
  /** What is undecided, oldest first. */
  listOpen(): Promise<readonly LedgerEntry[]>;
  /**
   * Decides a reference, unless it was decided before.
   * @param more `later`: the gateway does not wait for it, and has to be told
   * @returns what is true of it then
   */
  decide(
    reference: string,
    answer: ConnectorAnswer,
    more?: { readonly later?: boolean },
  ): Promise<ConnectorAnswer>;
  /** Decides a reference that was never asked for: a request that arrives under it gets this answer. */
  blockReference(reference: string, answer: ConnectorAnswer): Promise<ConnectorAnswer>;
  /** Tells what was decided later, again and again until the listener has taken it. */
  tellDecided(onDecided: PollListeners['onDecided']): Promise<void>;
}

const BATCH = 50;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** @param connector its name in the registry */
export function openConnectorLedger(db: Database, connector: string): ConnectorLedger {
  const find: ConnectorLedger['find'] = async (reference) => {
    const row = await db
      .selectFrom('connector_requests')
      .selectAll()
      .where('reference', '=', reference)
      .where('connector', '=', connector)
      .executeTakeFirst();
    return row && toEntry(row);
  };

  const ask: ConnectorLedger['ask'] = async (reference) => {
    const entry = await find(reference);
    return entry?.decided ?? entry?.pending;
  };

  const insert = async (
    row: Pick<ConnectorRequestRow, 'reference' | 'channel_id' | 'pending' | 'answer'> &
      Pick<ConnectorRequestRow, 'type' | 'amount' | 'currency' | 'mode'>,
  ): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('connector_requests')
      .values({ ...row, connector, tell_at: null, tells: 0, created_at: realNow() })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  };

  const decide: ConnectorLedger['decide'] = async (reference, answer, { later = false } = {}) => {
    const { numUpdatedRows } = await db
      .updateTable('connector_requests')
      .set({ answer: JSON.stringify(answer), tell_at: later ? databaseNow(db) : null })
      .where('reference', '=', reference)
      .where('connector', '=', connector)
      .where('answer', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? answer : ((await ask(reference)) ?? answer);
  };

  return {
    find,
    ask,
    decide,
    async begin({ reference, channelId, paymentType, amount, currency, mode }, pending) {
      const isNew = await insert({
        ...{ reference, channel_id: channelId, type: paymentType, amount, currency, mode },
        pending: JSON.stringify(pending),
        answer: null,
      });
      return isNew ? pending : ((await ask(reference)) ?? pending);
    },
    async blockReference(reference, answer) {
      const nothing = { channel_id: null, type: '', amount: 0, currency: '', pending: null };
      const isNew = await insert({
        ...nothing,
        reference,
        mode: 'EXTERNAL',
        answer: JSON.stringify(answer),
      });
      return isNew ? answer : decide(reference, answer);
    },
    async listOpen() {
      const rows = await db
        .selectFrom('connector_requests')
        .selectAll()
        .where('connector', '=', connector)
        .where('answer', 'is', null)
        .orderBy('created_at')
        .orderBy('reference')
        .execute();
      return rows.map(toEntry);
    },
    async tellDecided(onDecided) {
      const due = await takeDue(db, connector);
      // One that fails is told again later by itself.
      await Promise.allSettled(
        due.map(async (reference) => {
          if (!(await onDecided(reference))) return;
          await db
            .updateTable('connector_requests')
            .set({ tell_at: null })
            .where('reference', '=', reference)
            .execute();
        }),
      );
    },
  };
}

function toEntry(row: ConnectorRequestRow): LedgerEntry {
  const { reference, type, amount, currency, mode, created_at: createdAt } = row;
  const read = (json: string | null) => (json === null ? undefined : JSON.parse(json));
  const answers = { pending: read(row.pending), decided: read(row.answer) };
  return { reference, type, amount, currency, mode, createdAt, ...answers };
}

/** Takes what is to be told, and puts it off as if it was not heard. */
function takeDue(db: Database, connector: string): Promise<string[]> {
  return inTransaction(db, async (trx) => {
    const due = await skipLocked(
      trx
        .selectFrom('connector_requests')
        .selectAll()
        .where('connector', '=', connector)
        .where('tell_at', '<=', databaseNow(trx))
        .orderBy('tell_at')
        .limit(BATCH),
    ).execute();
    for (const { reference, tells } of due) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** tells, LONGEST_PAUSE_MS);
      await trx
        .updateTable('connector_requests')
        .set({ tells: tells + 1, tell_at: databaseNow(trx, pause) })
        .where('reference', '=', reference)
        .execute();
    }
    return due.map(({ reference }) => reference);
  });
}
