/**
 * The counters in the database, which all instances share. Whatever changes is added in one statement
 * for all keys, in one order, so that no two statements wait for each other.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { RiskWindowRow } from '../../store/tables.ts';
import type { Counts } from './velocity-rules.ts';

/** Where something is counted. */
export interface WindowKey {
  /** Key and length, as `address/hour`. */
  readonly rule: string;
  readonly hash: string;
  readonly windowMs: number;
  /** Looked at, and not counted. */
  readonly isOnlyRead?: boolean;
}

/** Where something was counted. */
export interface CountedKey {
  readonly rule: string;
  readonly hash: string;
  /** Database's clock. */
  readonly start: number;
}

export interface Counted extends CountedKey {
  /** Over the last length of the window. */
  readonly counts: Counts;
}

const COLUMNS = ['attempts', 'successes', 'declines', 'excess'] as const;

/** A window is looked at while the one after it lasts; outcomes come a little later. */
const KEPT_WINDOWS = 3;

const byPlace = (a: { rule: string; hash: string }, b: { rule: string; hash: string }): number =>
  a.rule === b.rule ? (a.hash < b.hash ? -1 : 1) : a.rule < b.rule ? -1 : 1;

/**
 * Counts one attempt by all keys.
 * @returns what is counted now, in the order of the keys
 */
export async function countAttempt(
  db: Database,
  channelId: string,
  keys: readonly WindowKey[],
): Promise<Counted[]> {
  const sorted = keys.toSorted(byPlace);
  // A transaction, since a distributed database asks for the statement again where two meet in a row.
  const rows = await inTransaction(db, (trx) =>
    insertOrAdd(
      trx,
      sorted.map(({ rule, hash, windowMs, isOnlyRead }) => ({
        channel_id: channelId,
        rule,
        key_hash: hash,
        // The division is of whole numbers.
        window_start: sql<number>`(${databaseNow(db)} / ${sql.lit(windowMs)} * ${sql.lit(windowMs)})`,
        attempts: isOnlyRead ? 0 : 1,
        successes: 0,
        declines: 0,
        excess: 0,
        purge_at: databaseNow(db, KEPT_WINDOWS * windowMs),
      })),
    )
      .returning(['rule', 'key_hash', 'window_start', ...COLUMNS])
      .execute(),
  );
  const placeOf = ({ rule, hash }: { rule: string; hash: string }) => `${rule} ${hash}`;
  const current = new Map(rows.map((row) => [placeOf({ ...row, hash: row.key_hash }), row]));
  const before = await windowsBefore(db, channelId, keys, current, placeOf);
  return keys.flatMap((key) => {
    const row = current.get(placeOf(key));
    if (!row) return [];
    const earlier = before.find((one) => one.rule === key.rule && one.key_hash === key.hash);
    // Of the window before counts what is not older than a window's length.
    const share = earlier ? 1 - (earlier.now - row.window_start) / key.windowMs : 0;
    const sum = (column: (typeof COLUMNS)[number]) =>
      Math.max(0, row[column]) + Math.max(0, share) * Math.max(0, earlier?.[column] ?? 0);
    const counts = {
      attempts: sum('attempts'),
      successes: sum('successes'),
      declines: sum('declines'),
      excess: sum('excess'),
    };
    return [{ rule: key.rule, hash: key.hash, start: row.window_start, counts }];
  });
}

function windowsBefore(
  db: Database,
  channelId: string,
  keys: readonly WindowKey[],
  current: ReadonlyMap<string, Pick<RiskWindowRow, 'window_start'>>,
  placeOf: (key: WindowKey) => string,
) {
  return db
    .selectFrom('risk_windows')
    .select(['rule', 'key_hash', ...COLUMNS])
    .select(databaseNow(db).as('now'))
    .where('channel_id', '=', channelId)
    .where((eb) =>
      eb.or(
        keys.map((key) =>
          eb.and([
            eb('rule', '=', key.rule),
            eb('key_hash', '=', key.hash),
            eb('window_start', '=', (current.get(placeOf(key))?.window_start ?? 0) - key.windowMs),
          ]),
        ),
      ),
    )
    .execute();
}

/** Adds what became of an attempt to the windows in which it was counted. */
export async function addToWindows(
  db: Database,
  channelId: string,
  keys: readonly CountedKey[],
  changeOf: (rule: string) => Partial<Counts>,
): Promise<void> {
  if (keys.length === 0) return;
  const rows = keys.toSorted(byPlace).map(({ rule, hash, start }) => ({
    ...{ channel_id: channelId, rule, key_hash: hash, window_start: start },
    ...{ attempts: 0, successes: 0, declines: 0, excess: 0, ...changeOf(rule) },
    // Only for a window that was unlocked meanwhile.
    purge_at: start,
  }));
  await inTransaction(db, (trx) => insertOrAdd(trx, rows).execute());
}

const insertOrAdd = (
  trx: Transaction,
  rows: Parameters<ReturnType<typeof insertion>['values']>[0],
) =>
  insertion(trx)
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['channel_id', 'rule', 'key_hash', 'window_start'])
        .doUpdateSet(Object.fromEntries(COLUMNS.map((column) => [column, added(column)]))),
    );

const insertion = (trx: Transaction) => trx.insertInto('risk_windows');

/** What is there and what comes on top, never below 0. */
function added(column: (typeof COLUMNS)[number]) {
  const sum = sql<number>`${sql.ref(`risk_windows.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  return sql<number>`case when ${sum} < 0 then 0 else ${sum} end`;
}
