/** Sessions of the console: a cookie that only this origin gets, and a row that ends it. */
import { createHash, randomBytes } from 'node:crypto';
import type { OpenSession } from '../../../contract/admin-api.ts';
import { withoutCardNumbers } from '../../../contract/card-numbers-in-text.ts';
import type { Administrator } from '../../gateway/access/index.ts';
import { newId } from '../../gateway/ids.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';

const MINUTE_MS = 60_000;
/** Without a request for so long, it is over. */
export const IDLE_MS = 30 * MINUTE_MS;
/** And after so long in any case. */
export const LONGEST_MS = 12 * 60 * MINUTE_MS;
const LONGEST_BROWSER = 200;

export interface SignedIn extends Administrator {
  readonly sessionId: string;
  readonly csrfToken: string;
  readonly entityId: string | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

const random = () => randomBytes(32).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** @returns the cookie's value, which is not kept */
export async function startSession(
  db: Database | Transaction,
  name: string,
  browser: string | undefined,
): Promise<string> {
  const token = random();
  const now = realNow();
  await db
    .insertInto('console_sessions')
    .values({
      id: newId(),
      token_hash: hashOf(token),
      name,
      csrf_token: random(),
      browser: withoutCardNumbers((browser ?? '').slice(0, LONGEST_BROWSER)),
      started_at: now,
      used_at: now,
    })
    .execute();
  return token;
}

/** Whose cookie it is; undefined for one that is over, or whose administrator was removed. */
export async function findSession(db: Database, token: string): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('console_sessions')
    .innerJoin('administrators', 'administrators.name', 'console_sessions.name')
    .select(['console_sessions.id', 'console_sessions.name', 'csrf_token', 'started_at', 'used_at'])
    .select(['role', 'entity_id'])
    .where('token_hash', '=', hashOf(token))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  const now = realNow();
  if (!row || row.used_at + IDLE_MS <= now || row.started_at + LONGEST_MS <= now) return undefined;
  if (now - row.used_at >= MINUTE_MS) {
    await db
      .updateTable('console_sessions')
      .set({ used_at: now })
      .where('id', '=', row.id)
      .execute();
    await db
      .updateTable('administrators')
      .set({ seen_at: now })
      .where('name', '=', row.name)
      .execute();
  }
  return {
    sessionId: row.id,
    name: row.name,
    role: row.role,
    csrfToken: row.csrf_token,
    entityId: row.entity_id,
    startedAt: row.started_at,
  };
}

/** @param except one that goes on */
export async function endSessions(
  db: Database | Transaction,
  name: string,
  except?: string,
): Promise<void> {
  let query = db.deleteFrom('console_sessions').where('name', '=', name);
  if (except !== undefined) query = query.where('id', '<>', except);
  await query.execute();
}

export async function endSession(db: Database | Transaction, id: string): Promise<void> {
  await db.deleteFrom('console_sessions').where('id', '=', id).execute();
}

export async function openSessions(
  db: Database,
  { name, sessionId }: SignedIn,
): Promise<OpenSession[]> {
  const now = realNow();
  const rows = await db
    .selectFrom('console_sessions')
    .select(['id', 'browser', 'started_at', 'used_at'])
    .where('name', '=', name)
    .where('used_at', '>', now - IDLE_MS)
    .where('started_at', '>', now - LONGEST_MS)
    .orderBy('started_at', 'desc')
    .execute();
  return rows.map(({ id, browser, started_at, used_at }) => ({
    id,
    isThis: id === sessionId,
    browser,
    startedAt: new Date(started_at).toISOString(),
    lastUsedAt: new Date(used_at).toISOString(),
  }));
}

/** Forgets what is over. */
export async function purgeSignIn(db: Database): Promise<void> {
  const now = realNow();
  await db
    .deleteFrom('console_sessions')
    .where((eb) =>
      eb.or([eb('used_at', '<=', now - IDLE_MS), eb('started_at', '<=', now - LONGEST_MS)]),
    )
    .execute();
  await db.deleteFrom('console_failures').where('purge_at', '<=', databaseNow(db)).execute();
  await db.deleteFrom('console_challenges').where('ends_at', '<=', now).execute();
  await db.deleteFrom('console_links').where('ends_at', '<=', now).execute();
}
