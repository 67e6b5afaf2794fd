/** After some wrong tries a name, or an address, has to wait: counted in the database, by its clock, for all instances. */
import { countedAddress } from '../../gateway/risk/index.ts';
import type { Database, Transaction } from '../../store/database.ts';
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
function keyOf({ vault }: Tools, { kind, value }: Subject): string {
  const counted = kind === 'address' ? countedAddress(value) : value;
  return vault.keyedHash('console sign-in')(`${kind} ${counted}`);
}

/**
 * Counts a try before it is judged: of many that are sent at once no more are judged than of those that
 * are sent one after the other. {@link noteFailure} or {@link takeBack} follows.
 * @param subjects the name before the address: two tries that lock both rows wait for each other in turn
 * @returns whether one of them has to wait from now on, unless the try is taken back
 * @throws AdminFailure `locked` while one of them has to wait
 */
export const beginTry = (tools: Tools, subjects: readonly Subject[]): Promise<boolean> =>
  inTransaction(tools.db, async (trx) => {
    const rows = [];
    for (const subject of subjects) rows.push(await countOne(trx, tools, subject));
    // Longer than any wait: the clock was set back since.
    const ends = rows.map(({ locked_until: end, now }) =>
      end > now && end <= now + LONGEST_WAIT_MS ? end : 0,
    );
    const until = Math.max(...ends);
    if (until > 0) {
      // What was counted is undone with the transaction.
      throw new AdminFailure('locked', 'too many wrong tries', {
        retryAt: new Date(until).toISOString(),
      });
    }
    const late = rows.filter(({ wait }) => wait > 0);
    for (const { subject, wait } of late) {
      await trx
        .updateTable('console_failures')
        .set({ locked_until: databaseNow(trx, wait) })
        .where('subject', '=', subject)
        .execute();
    }
    return late.length > 0;
  });

/** Locks the row, too. @returns its key, until when it has to wait, and how long with this try */
async function countOne(trx: Transaction, tools: Tools, subject: Subject) {
  const forgotten = databaseNow(trx, FORGOTTEN_AFTER_MS);
  const row = await trx
    .insertInto('console_failures')
    .values({ subject: keyOf(tools, subject), failures: 1, locked_until: 0, purge_at: forgotten })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(({ eb, lit, ref }) => {
        const isKept = eb('console_failures.purge_at', '>', databaseNow(trx));
        const oneMore = eb('console_failures.failures', '+', lit(1));
        const end = ref('console_failures.purge_at');
        return {
          failures: eb.case().when(isKept).then(oneMore).else(lit(1)).end(),
          purge_at: eb.case().when(isKept).then(end).else(forgotten).end(),
        };
      }),
    )
    .returning(['subject', 'failures', 'locked_until', databaseNow(trx).as('now')])
    .executeTakeFirstOrThrow();
  const beyond = row.failures - FREE[subject.kind];
  const wait = beyond < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** beyond, LONGEST_WAIT_MS);
  return { ...row, wait };
}

/** The try was wrong: what is counted is kept for its time from now on. */
export async function noteFailure(tools: Tools, subjects: readonly Subject[]): Promise<void> {
  await tools.db
    .updateTable('console_failures')
    .set({ purge_at: databaseNow(tools.db, FORGOTTEN_AFTER_MS) })
    .where('subject', 'in', keysOf(tools, subjects))
    .execute();
}

/** The try was not wrong: nobody waits for it. */
export async function takeBack(tools: Tools, subjects: readonly Subject[]): Promise<void> {
  await tools.db
    .updateTable('console_failures')
    .set(({ eb, lit }) => ({ failures: eb('failures', '-', lit(1)), locked_until: 0 }))
    .where('subject', 'in', keysOf(tools, subjects))
    .where('failures', '>', 0)
    .execute();
}

const keysOf = (tools: Tools, subjects: readonly Subject[]): string[] =>
  subjects.map((subject) => keyOf(tools, subject));

export async function forgetFailures(tools: Tools, subject: Subject): Promise<void> {
  await tools.db
    .deleteFrom('console_failures')
    .where('subject', '=', keyOf(tools, subject))
    .execute();
}
