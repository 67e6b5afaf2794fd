/**
 * Moves old payments of a channel out of the database, into a file for each month, and back again
 * (docs/operations.md, "Archive"). It takes what says nothing of a shopper any more, so that nothing in a
 * file has ever to be erased; a payment goes with all that was made of it, or stays.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInitial } from '../../../contract/parameter-rules.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { paymentFromRow } from '../../store/records/payment.ts';
import type { PaymentRow } from '../../store/tables.ts';
import type { Vault } from '../../vault/vault.ts';
import { type Channel, findChannel } from '../entities/index.ts';
import { ArchiveError, readArchive, rowsOf, type Seal, writeArchive } from './archive-file.ts';
import { descendantsOf } from './family.ts';
import { paymentWithoutShopper } from './without-shopper.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Payments wait for so many rows at most. */
const BATCH = 200;

/** A payment, and behind it what was made of it. */
type Family = readonly PaymentRow[];

/** `vault`: of the database, which alone knows its files again. */
interface Tools {
  readonly db: Database;
  readonly vault: Pick<Vault, 'keyedHash'>;
}

export const sealOf = ({ keyedHash }: Tools['vault']): Seal => keyedHash('archive of payments');

export interface ArchivedMonth {
  /** `yyyy-mm`, UTC: when its payments began. */
  readonly month: string;
  readonly file: string;
  readonly payments: number;
  /** Of them those that changed while the file was written, and are in the database still. */
  readonly kept: number;
}

/**
 * @param before `yyyy-mm`, UTC: the first month that stays
 * @param now epoch milliseconds, real clock
 * @throws ArchiveError where personal data of a month are still kept, or a file cannot be written
 */
export async function archivePayments(
  { db, vault }: Tools,
  channel: Channel,
  directory: string,
  before?: string,
  now = realNow(),
): Promise<ArchivedMonth[]> {
  const { personalDataMonths } = channel.settings.retention;
  const last = monthOf(startOf(monthOf(now), -personalDataMonths));
  if (before !== undefined && !(startOf(before) <= startOf(last))) {
    throw new ArchiveError(
      `before must be a month up to ${last}, as yyyy-mm, because channel ${channel.id} keeps personal data for ${personalDataMonths} months, and not ${before}`,
    );
  }
  const seal = sealOf(vault);
  const end = startOf(before ?? last);
  const archived: ArchivedMonth[] = [];
  for (let at = await nextPayment(db, channel, 0); at < end; ) {
    const month = monthOf(at);
    const next = startOf(month, 1);
    const families = familiesOf(db, channel, at, next);
    const first = await families.next();
    if (!first.done) {
      const file = newFile(directory, channel, month);
      const rows = rowsFrom(first.value, families);
      await writeArchive(seal, file, { channel: channel.id, month }, rows);
      archived.push({ month, file, ...(await removeArchived(db, seal, channel, file)) });
    }
    at = await nextPayment(db, channel, next);
  }
  return archived;
}

/** @returns how many of the file's payments were not in the database */
export async function restorePayments(
  { db, vault }: Tools,
  file: string,
): Promise<{ readonly payments: number; readonly restored: number }> {
  const seal = sealOf(vault);
  const { channel: id, payments } = await readArchive(seal, file);
  const channel = await findChannel(db, id);
  if (!channel) throw new ArchiveError(`${file} is of channel ${id}, which there is not`);
  let restored = 0;
  for await (const families of batchesOf(rowsOf(seal, file))) {
    const rows = families.flat();
    restored += await inTransaction(db, async (trx) => {
      let inserted = 0;
      // A family may have more rows than a statement takes parameters of.
      for (let first = 0; first < rows.length; first += BATCH) {
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('payments')
          .values(rows.slice(first, first + BATCH))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        inserted += Number(numInsertedOrUpdatedRows);
      }
      await forgetSums(trx, channel, rows);
      return inserted;
    });
  }
  return { payments, restored };
}

/** When the first payment since then was made, epoch milliseconds; infinite where there is none. */
async function nextPayment(db: Database, channel: Channel, since: number): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select('created_at')
    .where('entity_id', '=', channel.id)
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? Number.POSITIVE_INFINITY;
}

/** Families that are over, of the payments that began in a period. */
async function* familiesOf(
  db: Database,
  channel: Channel,
  from: number,
  to: number,
): AsyncGenerator<Family> {
  let after = { created_at: from, id: '' };
  for (;;) {
    const { created_at, id } = after;
    const roots = await db
      .selectFrom('payments')
      .selectAll()
      .where('entity_id', '=', channel.id)
      .where('created_at', '>=', created_at)
      .where('created_at', '<', to)
      .where((eb) => eb.or([eb('created_at', '>', created_at), eb('id', '>', id)]))
      .where('referenced_id', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = roots.at(-1);
    if (!last) return;
    const families = new Map<string, PaymentRow[]>(roots.map((root) => [root.id, [root]]));
    for (const row of await descendantsOf(db, roots)) {
      const family = families.get(row.referenced_id ?? '');
      family?.push(row);
      if (family) families.set(row.id, family);
    }
    const begun = await begunChains(db, roots);
    for (const { id: root } of roots) {
      const family = families.get(root) ?? [];
      if (family.every(isOver) && !begun.has(root)) yield family;
    }
    after = last;
  }
}

/**
 * Those that later payments may name as the first of their chain, because what they were paid with is stored.
 * Of a card that is not stored the fingerprint tells the same, which keeps its payment from being anonymous.
 */
async function begunChains(
  db: Database,
  roots: readonly PaymentRow[],
): Promise<ReadonlySet<string>> {
  const first = roots.filter(
    (row) => row.acquirer_tx_id !== null && isInitial(JSON.parse(row.parameters)),
  );
  const ids = first.flatMap(({ registration_id }) => registration_id ?? []);
  if (ids.length === 0) return new Set();
  const stored = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  const alive = new Set(stored.map(({ id }) => id));
  return new Set(
    first.filter(({ registration_id }) => alive.has(registration_id ?? '')).map(({ id }) => id),
  );
}

/** Nothing more will happen to it by itself, and it does not say who the shopper was. */
function isOver(row: PaymentRow): boolean {
  const { state, reserved, lease_until, next_step, checkout_id } = row;
  const isDecided = state === 'succeeded' || state === 'failed';
  const isIdle = reserved === 0 && lease_until === null && next_step === null;
  return isDecided && isIdle && checkout_id === null && isAnonymous(row);
}

/** The first payment of a chain that may be gone on with is none: it keeps the fingerprint of its card. */
const isAnonymous = (row: PaymentRow): boolean =>
  Object.entries(paymentWithoutShopper(paymentFromRow(row), { keepsChain: false })).every(
    ([column, value]) => row[column as keyof PaymentRow] === value,
  );

async function* rowsFrom(first: Family, rest: AsyncIterable<Family>): AsyncGenerator<PaymentRow> {
  yield* first;
  for await (const family of rest) yield* family;
}

/** Families of a file, some at a time. */
async function* batchesOf(rows: AsyncIterable<PaymentRow>): AsyncGenerator<Family[]> {
  let families: PaymentRow[][] = [];
  let count = 0;
  for await (const row of rows) {
    if (row.referenced_id !== null) {
      families.at(-1)?.push(row);
    } else {
      if (count >= BATCH) {
        yield families;
        [families, count] = [[], 0];
      }
      families.push([row]);
    }
    count += 1;
  }
  if (families.length > 0) yield families;
}

/** Deletes what is in the file as it is in the database. */
async function removeArchived(
  db: Database,
  seal: Seal,
  channel: Channel,
  file: string,
): Promise<Pick<ArchivedMonth, 'payments' | 'kept'>> {
  let payments = 0;
  let kept = 0;
  for await (const families of batchesOf(rowsOf(seal, file))) {
    const removed = await inTransaction(db, async (trx) => {
      const unchanged = await unchangedOf(trx, families);
      if (unchanged.length === 0) return 0;
      const ids = unchanged.map(({ id }) => id);
      await trx.deleteFrom('payments').where('id', 'in', ids).execute();
      await forgetSums(trx, channel, unchanged);
      return ids.length;
    });
    const count = families.flat().length;
    payments += count;
    kept += count - removed;
  }
  return { payments, kept };
}

/** The rows of families that are in the database as they are here, and nothing more was made of them. */
async function unchangedOf(trx: Transaction, families: readonly Family[]): Promise<PaymentRow[]> {
  const roots = families.flatMap(([root]) => root ?? []);
  const ids = families.flat().map(({ id }) => id);
  const current = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', ids)
    .forUpdate()
    .execute();
  const written = new Map(current.map((row) => [row.id, JSON.stringify(row)]));
  const known = new Set(ids);
  const added = (await descendantsOf(trx, roots)).filter(({ id }) => !known.has(id));
  const grown = new Set(added.map(({ referenced_id }) => referenced_id));
  return families
    .filter((family) =>
      family.every((row) => written.get(row.id) === JSON.stringify(row) && !grown.has(row.id)),
    )
    .flat();
}

/** Of the days on which these were made and settled: they are computed anew from what is there. */
async function forgetSums(trx: Transaction, channel: Channel, rows: Family): Promise<void> {
  const times = rows.flatMap(({ created_at, settled_at }) => [
    created_at,
    settled_at ?? created_at,
  ]);
  const days = new Set(times.map((time) => Math.floor(time / DAY_MS)));
  await trx
    .deleteFrom('daily_sums')
    .where('entity_id', '=', channel.id)
    .where('day', 'in', [...days])
    .execute();
}

/** A month whose payments went at several times has several files. */
function newFile(directory: string, { id }: Channel, month: string): string {
  for (let part = 1; ; part++) {
    const name = `payments-${id}-${month}${part > 1 ? `.${part}` : ''}.jsonl.gz`;
    const file = join(directory, name);
    if (!existsSync(file)) return file;
  }
}

const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 'yyyy-mm'.length);

/** Epoch milliseconds; not a number for what is no month. */
function startOf(month: string, more = 0): number {
  if (!/^\d{4}-\d{2}$/.test(month)) return Number.NaN;
  const date = new Date(`${month}-01T00:00:00Z`);
  return date.setUTCMonth(date.getUTCMonth() + more);
}
