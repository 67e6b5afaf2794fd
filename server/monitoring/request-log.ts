/**
 * Keeps what was asked of the API, for merchants' developers (docs/console.md, "API log"): no body, no query,
 * no header but the two ids. Written after the answers, in no transaction of theirs.
 */
import { newId } from '../gateway/ids.ts';
import { repeat, type Sweeper } from '../gateway/repeat.ts';
import { type Reports, writeSoon } from '../gateway/write-soon.ts';
import { realNow } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { ApiRequestRow } from '../store/tables.ts';

const PURGE_EVERY_MS = 60_000;
const COUNT_EVERY_MS = 60 * 60_000;
/** Rows that are deleted at once. */
const BATCH = 200;
/** A pass of a purge takes this long at most: the next one goes on. */
const PASS_MS = 5_000;
const DAY_MS = 24 * 60 * 60_000;

export interface LoggedRequest {
  /** When it came, epoch milliseconds, real clock. */
  readonly at: number;
  readonly durationMs: number;
  /** What it was for, or what its token is of. */
  readonly entityId: string;
  /** Null for a shopper's, who needs none. */
  readonly tokenId: string | null;
  readonly method: string;
  /** Without its query, and without card numbers. */
  readonly path: string;
  readonly status: number;
  /** Null where the answer has none, or is a long list. */
  readonly resultCode: string | null;
  readonly requestId: string;
  readonly idempotencyKey: string | null;
  /** Of what the path names, and of what the answer does. */
  readonly pathId: string | null;
  readonly answerId: string | null;
}

export interface RequestLog extends Sweeper {
  /** At once, and without an error: what there is no room for is counted, and not kept. */
  note(request: LoggedRequest): void;
}

export interface RequestLogOptions extends Reports {
  /** For how long it is kept; 0 keeps nothing. */
  readonly days: number;
  /** Requests that wait to be written, at most. */
  readonly mostWaiting?: number;
  /** Looked after each hour: the oldest go. */
  readonly mostRows?: number;
}

export function keepRequestLog(db: Database, options: RequestLogOptions): RequestLog {
  const { days, onError, mostWaiting = 5_000, mostRows = 1_000_000 } = options;
  const write = (rows: readonly ApiRequestRow[]) =>
    db
      .insertInto('api_requests')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const buffer = writeSoon(write, mostWaiting, options);
  const rounds = [
    repeat(() => purgeBefore(db, realNow() - days * DAY_MS), onError, { pauseMs: PURGE_EVERY_MS }),
    repeat(() => purgeBeyond(db, mostRows), onError, { pauseMs: COUNT_EVERY_MS }),
  ];
  return {
    note(request) {
      if (days > 0) buffer.add(rowOf(request));
    },
    async stop() {
      await Promise.all([...rounds, buffer].map((work) => work.stop()));
    },
  };
}

const rowOf = (request: LoggedRequest): ApiRequestRow => ({
  ...{ id: newId(), at: request.at, duration_ms: request.durationMs },
  ...{ entity_id: request.entityId, token_id: request.tokenId },
  ...{ method: request.method, path: request.path, status: request.status },
  ...{ result_code: request.resultCode, request_id: request.requestId },
  ...{ idempotency_key: request.idempotencyKey },
  ...{ path_id: request.pathId, answer_id: request.answerId },
});

/** Deletes what is older, some at once. */
async function purgeBefore(db: Database, before: number): Promise<void> {
  const until = performance.now() + PASS_MS;
  for (let isMore = true; isMore && performance.now() < until; ) {
    const last = await oldestButOne(db, BATCH - 1);
    isMore = last !== undefined && last < before;
    const upTo = isMore && last !== undefined ? last : before - 1;
    await db.deleteFrom('api_requests').where('at', '<=', upTo).execute();
  }
}

/** Leaves the latest ones. */
async function purgeBeyond(db: Database, most: number): Promise<void> {
  const { count } = await db
    .selectFrom('api_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const tooMany = Number(count) - most;
  if (tooMany <= 0) return;
  const last = await oldestButOne(db, tooMany - 1);
  if (last !== undefined) await purgeBefore(db, last + 1);
}

/** When the one was asked that has so many before it. */
async function oldestButOne(db: Database, before: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_requests')
    .select('at')
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .offset(before)
    .executeTakeFirst();
  return row?.at;
}
