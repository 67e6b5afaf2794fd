/**
 * A replica for what only reads. It answers where it has all that was committed before the question, or,
 * where that is enough, all that was committed some seconds before. The primary answers everything else.
 *
 * Age goes by places in the write-ahead log: the primary's, noted with the time of this process, and the
 * one that the replica has come to. So no machine's clock counts, and the replica of a primary that has
 * nothing to write is as young as can be.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { closeDatabase, connectReplica, type Database, type DatabaseLocation } from './database.ts';
import { isTimedOut, isTransient } from './dialect.ts';
import { TRY_AGAIN_WITHIN_MS } from './postgres/dialect.ts';

/** `now`: all that was committed before. `recent`: all that was committed longer ago than the bound. */
export type Freshness = 'now' | 'recent';

export interface Reader {
  /** @param work reads only; it may be done a second time, on the primary */
  read<R>(freshness: Freshness, work: (db: Database) => Promise<R>): Promise<R>;
}

/** Where there is no replica. */
export const primaryReader = (db: Database): Reader => ({ read: (_, work) => work(db) });

export interface ReplicaState {
  /** Why the primary is asked instead, in words; undefined where the replica is used. */
  readonly trouble: string | undefined;
  /** How old it is at most; infinite where that is not known. */
  readonly lagMs: number;
  /** Reads so far, by who has answered them. */
  readonly reads: { readonly replica: number; readonly primary: number };
}

export interface ReplicaReader extends Reader {
  readonly state: ReplicaState;
  stop(): Promise<void>;
}

/** Where the primary's log was, at the latest, at a time of this process. */
interface LogPosition {
  readonly at: number;
  readonly position: bigint;
}

const CHECK_EVERY_MS = 1_000;
/** Of a bound, so that a replica without lag is never taken for too old. */
const CHECKS_A_BOUND = 4;
/** Beyond it the lag is only known to be more. */
const REMEMBERED_MS = 60 * 60_000;
/** For so long a replica may replay what was committed just before the question. */
const CATCH_UP_MS = 200;
const LOOK_AGAIN_MS = 10;

export interface ReplicaOptions extends DatabaseLocation {
  readonly databaseReplicaUrl: string;
  readonly databaseReplicaMaxLagMs: number;
  /** Told when the replica is used again, and when it is not and why. */
  readonly onChange: (state: ReplicaState) => void;
}

/** Watches a replica from now on. Until it is known to be young enough the primary is asked. */
export function openReplica(primary: Database, options: ReplicaOptions): ReplicaReader {
  const { databaseReplicaUrl, databaseReplicaMaxLagMs: maxLagMs, onChange } = options;
  const replica = connectReplica(databaseReplicaUrl, options);
  // Reports that take all connections do not keep the watch from asking.
  const watched = connectReplica(databaseReplicaUrl, { ...options, databaseConnections: 1 });
  const reads = { replica: 0, primary: 0 };
  let positions: readonly LogPosition[] = [];
  let identity = '';
  let trouble: string | undefined = 'not asked yet';
  let lagMs = Number.POSITIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;

  const readPosition = async (): Promise<LogPosition> => {
    const at = performance.now();
    const found = await placeOf(primary, sql<string>`pg_current_wal_lsn()`);
    identity = found.identity;
    return { at, position: found.position };
  };
  const remember = (latest: LogPosition): void => {
    positions = [...positions.filter(({ at }) => at > latest.at - REMEMBERED_MS), latest];
  };
  /** @throws what is wrong with the replica, in words */
  const positionIn = async (db: Database): Promise<bigint> => {
    const found = await placeOf(db, sql<string>`pg_last_wal_replay_lsn()`);
    if (!found.isReplica) {
      // A replica that is promoted keeps its connections; the next one finds another replica in the list.
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => undefined);
      throw new Error('it is the primary, no replica');
    }
    if (found.identity !== identity) throw new Error('it is a replica of another database');
    return found.position;
  };
  const ageAt = (position: bigint): number => {
    const reached = positions.findLast((each) => each.position <= position);
    return reached ? performance.now() - reached.at : Number.POSITIVE_INFINITY;
  };
  const change = (now: string | undefined) => {
    const isChanged = trouble !== now;
    trouble = now;
    if (isChanged) onChange({ trouble, lagMs, reads });
  };
  const decide = (position: bigint) => {
    lagMs = ageAt(position);
    change(lagMs > maxLagMs ? `it is older than ${maxLagMs} ms` : undefined);
  };

  const check = async (): Promise<void> => {
    // Without the primary the positions that are there grow old, and the replica with them.
    await readPosition().then(remember, () => undefined);
    try {
      decide(await positionIn(watched));
      checkedAt = performance.now();
    } catch (error) {
      lagMs = Number.POSITIVE_INFINITY;
      change(wordsOf(error));
    }
  };

  /** @returns whether the replica has what is asked for */
  const isFresh = async (db: Database, wanted: LogPosition | undefined): Promise<boolean> => {
    const since = performance.now();
    for (;;) {
      const position = await positionIn(db);
      if (wanted === undefined) return ageAt(position) <= maxLagMs;
      if (position >= wanted.position) return true;
      if (performance.now() - since > CATCH_UP_MS) return false;
      // Until it has replayed what was committed just before.
      await delay(LOOK_AGAIN_MS);
    }
  };

  const every = Math.min(CHECK_EVERY_MS, maxLagMs / CHECKS_A_BOUND);
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await check();
      await delay(every, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();

  return {
    get state() {
      return { trouble, lagMs, reads };
    },
    async read(freshness, work) {
      const since = performance.now();
      // A replica that has fallen silent has answered no check for a while.
      if (trouble === undefined && since - checkedAt <= maxLagMs) {
        try {
          const wanted = freshness === 'now' ? await readPosition() : undefined;
          // In one transaction: what was found out of a connection holds for this one.
          const answer = await replica
            .transaction()
            .execute(async (trx) =>
              (await isFresh(trx, wanted)) ? { is: await work(trx) } : undefined,
            );
          if (answer) {
            reads.replica += 1;
            return answer.is;
          }
        } catch (error) {
          // Nothing that took long is done twice, but what the replica gave up to go on replaying.
          const tookLong = isTimedOut(error) || performance.now() - since > TRY_AGAIN_WITHIN_MS;
          if (tookLong && !isTransient(error)) throw error;
        }
      }
      reads.primary += 1;
      return work(primary);
    },
    async stop() {
      stopped.abort();
      await watching;
      await Promise.all([replica, watched].map(closeDatabase));
    },
  };
}

async function placeOf(db: Database, place: ReturnType<typeof sql<string>>) {
  const { position, isReplica, identity } = await db
    .selectNoFrom([
      // A primary has replayed nothing.
      sql<string | null>`${place}::text`.as('position'),
      sql<boolean>`pg_is_in_recovery()`.as('isReplica'),
      // The same in all copies of a database, and in no other.
      sql<string>`(select system_identifier from pg_control_system()) || ' ' || current_database()`.as(
        'identity',
      ),
    ])
    .executeTakeFirstOrThrow();
  const [high, low] = (position ?? '0/0').split('/');
  return { position: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`), isReplica, identity };
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message || error.name : 'it does not answer';
