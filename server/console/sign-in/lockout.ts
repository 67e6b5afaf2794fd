/** After some wrong tries a name, or an address, has to wait: counted in the database, by its clock, for all instances. */
import type { Database } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { Vault } from '../../vault/vault.ts';
import { AdminFailure } from '../admin-failure.ts';

/** Free tries; the first wait, which doubles with each further failure; the longest one. */
const FREE = { name: 5, address: 20 } as const;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const FORGOTTEN_AFTER_MS = 60 * 60_000;

export interface Tools {
  readonly db: Database;
  readonly vault: Pick<Vault, 'keyedHash'>;
}

export interface Subject {
  readonly kind: keyof typeof FREE;
  readonly value: string;
}

/** Names that were tried may be passwords typed in the wrong field. */
const keyOf = ({ vault }: Tools, { kind, value }: Subject) =>
  vault.keyedHash('console sign-in')(`${kind} ${value.toLowerCase()}`);

/** @throws AdminFailure `locked` while one of them has to wait */
export async function refuseLocked(tools: Tools, subjects: readonly Subject[]): Promise<void> {
  const rows = await tools.db
    .selectFrom('console_failures')
    .select(['locked_until', databaseNow(tools.db).as('now')])
    .where(
      'subject',
      'in',
      subjects.map((subject) => keyOf(tools, subject)),
    )
    .execute();
  const now = rows[0]?.now ?? 0;
  // Longer than any wait: the clock was set back since.
  const waits = rows.filter(({ locked_until }) => locked_until <= now + LONGEST_WAIT_MS);
  const until = Math.max(0, ...waits.map(({ locked_until }) => locked_until));
  if (until <= now) return;
  throw new AdminFailure('locked', 'too many wrong tries', {
    retryAt: new Date(until).toISOString(),
  });
}

/** @returns whether one of them has to wait from now on */
export async function noteFailure(tools: Tools, subjects: readonly Subject[]): Promise<boolean> {
  const waits = await Promise.all(subjects.map((subject) => noteOne(tools, subject)));
  return waits.some((wait) => wait > 0);
}

const noteOne = (tools: Tools, subject: Subject): Promise<number> =>
  inTransaction(tools.db, async (trx) => {
    const key = keyOf(tools, subject);
    const before = await trx
      .selectFrom('console_failures')
      .select(['failures', 'purge_at', databaseNow(trx).as('now')])
      .where('subject', '=', key)
      .forUpdate()
      .executeTakeFirst();
    const failures = (before && before.purge_at > before.now ? before.failures : 0) + 1;
    const beyond = failures - FREE[subject.kind];
    const wait = beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, LONGEST_WAIT_MS);
    const values = {
      failures,
      locked_until: databaseNow(trx, wait),
      purge_at: databaseNow(trx, FORGOTTEN_AFTER_MS),
    };
    await trx
      .insertInto('console_failures')
      .values({ subject: key, ...values })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
      .execute();
    return wait;
  });

export async function forgetFailures(tools: Tools, subject: Subject): Promise<void> {
  await tools.db
    .deleteFrom('console_failures')
    .where('subject', '=', keyOf(tools, subject))
    .execute();
}
