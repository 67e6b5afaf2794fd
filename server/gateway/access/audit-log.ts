/**
 * The audit log: who did what, append-only. Each entry's hash is keyed by a secret of the vault and
 * covers the hash before it, so that an entry that was changed, removed or put in between is found,
 * and write access to the database alone does not make the chain right again.
 */
import { withoutCardNumbers } from '../../../contract/card-numbers-in-text.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { AuditRow } from '../../store/tables.ts';
import type { Vault } from '../../vault/vault.ts';

export interface AuditEntry {
  /** `administrator {name}`, `token {id} ({label})`, `machine`, or `gateway`. */
  readonly actor: string;
  /** What was done: `refund`, `admin channel set`, `token misused`. */
  readonly action: string;
  /** What it was done to: an id; empty where there is none. */
  readonly subject: string;
  /** Holds no secret and no card data. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The latest entry: what an auditor keeps elsewhere. */
export interface AuditHead {
  /** 0 where the log is empty. */
  readonly position: number;
  readonly hash: string;
}

export interface Verified {
  readonly entries: number;
  readonly head: AuditHead;
  /** What does not fit, in the order of the log; empty where all is as it was written. */
  readonly faults: readonly string[];
}

export type Keys = Pick<Vault, 'keyedHash'>;

const BATCH = 500;

/** Appends in the transaction of what was done, last: the log's head is locked until it ends. */
export async function appendAudit(
  vault: Keys,
  trx: Transaction,
  { actor, action, subject, detail }: AuditEntry,
): Promise<void> {
  const head = await trx
    .selectFrom('audit_head')
    .select(['position', 'hash'])
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const entry = {
    position: head.position + 1,
    at: realNow(),
    actor: withoutCardNumbers(actor),
    action,
    subject: withoutCardNumbers(subject),
    detail: JSON.stringify(detail, masked),
  };
  const hash = chained(vault, head.hash, entry);
  await trx
    .insertInto('audit_log')
    .values({ ...entry, hash })
    .execute();
  await trx
    .updateTable('audit_head')
    .set({ position: entry.position, hash })
    .where('id', '=', 1)
    .execute();
}

/** An operator may paste a number, and nothing is ever taken out of this log. */
const masked = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutCardNumbers(value) : value;

/** Appends by itself. */
export const audit = (vault: Keys, db: Database, entry: AuditEntry): Promise<void> =>
  inTransaction(db, (trx) => appendAudit(vault, trx, entry));

/** The entries after a position, oldest first, in pieces. */
export async function* auditEntries(db: Database, after = 0): AsyncGenerator<AuditRow> {
  for (let position = after; ; ) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('position', '>', position)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    position = last.position;
  }
}

/** The latest entries, newest first. */
export const latestEntries = (db: Database, count: number): Promise<AuditRow[]> =>
  db.selectFrom('audit_log').selectAll().orderBy('position', 'desc').limit(count).execute();

export const auditHead = (db: Database): Promise<AuditHead> =>
  db
    .selectFrom('audit_head')
    .select(['position', 'hash'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();

/**
 * Computes the chain again.
 * @param known a head that was written down earlier: tells of a log that was cut, or written anew
 */
export async function verifyAudit(vault: Keys, db: Database, known?: AuditHead): Promise<Verified> {
  // First: what is appended meanwhile is no fault, as long as it continues the chain.
  const head = await auditHead(db);
  const faults: string[] = [];
  let before: AuditHead = { position: 0, hash: '' };
  let hashAtHead = '';
  let entries = 0;
  for await (const row of auditEntries(db)) {
    entries += 1;
    if (row.position !== before.position + 1) {
      faults.push(`entries ${before.position + 1} to ${row.position - 1} are missing`);
    } else if (row.hash !== chained(vault, before.hash, row)) {
      faults.push(`entry ${row.position} is not as it was written`);
    }
    if (row.position === known?.position && row.hash !== known.hash) {
      faults.push(`entry ${row.position} is not the one whose hash was written down`);
    }
    if (row.position === head.position) hashAtHead = row.hash;
    before = { position: row.position, hash: row.hash };
  }
  if (before.position < head.position) {
    faults.push(`entries ${before.position + 1} to ${head.position} are missing`);
  } else if (hashAtHead !== head.hash) {
    faults.push(`entry ${head.position} is not the latest that was written`);
  }
  if (known && known.position > head.position) {
    faults.push(`entries ${head.position + 1} to ${known.position} are missing`);
  }
  return { entries, head, faults };
}

function chained(
  vault: Keys,
  before: string,
  { position, at, actor, action, subject, detail }: Omit<AuditRow, 'hash'>,
): string {
  const written = JSON.stringify([before, position, at, actor, action, subject, detail]);
  return vault.keyedHash('audit log')(written);
}
