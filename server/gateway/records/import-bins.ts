/**
 * Takes the ranges of a file in place of those before. They are written under an id of the file's own, which
 * nothing looks at until all of it is there: a file with a mistake changes nothing, and no payment waits.
 */
import { sql } from 'kysely';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { CardBinRow } from '../../store/tables.ts';
import { newId } from '../ids.ts';
import { BinError, binRanges } from './bin-file.ts';
import { BIN_DIGITS, currentFile } from './issuer-country.ts';

const ROWS_AT_ONCE = 1_000;
/** An import that takes longer was killed. */
const LONGEST_IMPORT_MS = 24 * 60 * 60_000;

export interface BinFile {
  readonly ranges: number;
  /** ISO 8601, UTC. */
  readonly importedAt: string;
}

/** @throws BinError where it cannot be read, has a mistake, or has no range */
export async function importBins(db: Database, path: string): Promise<BinFile> {
  const file_id = newId();
  await db
    .insertInto('card_bin_files')
    .values({ id: file_id, begun_at: realNow(), imported_at: null, ranges: 0 })
    .execute();
  let ranges = 0;
  try {
    let rows: CardBinRow[] = [];
    const write = async () => {
      if (rows.length > 0) await db.insertInto('card_bins').values(rows).execute();
      ranges += rows.length;
      rows = [];
    };
    for await (const range of binRanges(path)) {
      rows.push({ file_id, ...range });
      if (rows.length === ROWS_AT_ONCE) await write();
    }
    await write();
    if (ranges === 0) throw new BinError(`${path} has no range: "bins clear" takes all away`);
    await refuseOverlap(db, file_id);
  } catch (error) {
    await forget(db, file_id);
    throw error;
  }
  return makeCurrent(db, file_id, ranges);
}

/** No card is found any more. */
export async function clearBins(db: Database): Promise<BinFile> {
  const id = newId();
  await db
    .insertInto('card_bin_files')
    .values({ id, begun_at: realNow(), imported_at: null, ranges: 0 })
    .execute();
  return makeCurrent(db, id, 0);
}

/** The file that counts; undefined where none was imported. */
export async function currentBins(db: Database): Promise<BinFile | undefined> {
  const file = await db
    .selectFrom('card_bin_files')
    .select(['ranges', 'imported_at'])
    .where('id', '=', currentFile(db))
    .executeTakeFirst();
  return file && presented(file.ranges, file.imported_at ?? 0);
}

const presented = (ranges: number, at: number): BinFile => ({
  ranges,
  importedAt: new Date(at).toISOString(),
});

async function makeCurrent(db: Database, id: string, ranges: number): Promise<BinFile> {
  const now = realNow();
  const { latest } = await db
    .selectFrom('card_bin_files')
    .select(({ fn }) => fn.max('imported_at').as('latest'))
    .executeTakeFirstOrThrow();
  // Later than the one before, within one millisecond and where the clock was set back, too.
  const importedAt = Math.max(now, Number(latest ?? 0) + 1);
  await db
    .updateTable('card_bin_files')
    .set({ imported_at: importedAt, ranges })
    .where('id', '=', id)
    .execute();
  const older = await db
    .selectFrom('card_bin_files')
    .select('id')
    .where('id', '<>', currentFile(db))
    // What another import is writing now is its own.
    .where(({ or, eb }) =>
      or([eb('imported_at', 'is not', null), eb('begun_at', '<', now - LONGEST_IMPORT_MS)]),
    )
    .execute();
  for (const file of older) await forget(db, file.id);
  return presented(ranges, importedAt);
}

/** Some at once: on SQLite a payment would wait for all. */
async function forget(db: Database, file_id: string): Promise<void> {
  for (let deleted = 1n; deleted > 0n; ) {
    const some = db
      .selectFrom('card_bins')
      .select('first_bin')
      .where('file_id', '=', file_id)
      .orderBy('first_bin')
      .limit(ROWS_AT_ONCE);
    const { numDeletedRows } = await db
      .deleteFrom('card_bins')
      .where('file_id', '=', file_id)
      .where('first_bin', 'in', some)
      .executeTakeFirst();
    deleted = numDeletedRows;
  }
  await db.deleteFrom('card_bin_files').where('id', '=', file_id).execute();
}

/** A card would be of two countries. */
async function refuseOverlap(db: Database, fileId: string): Promise<void> {
  const ordered = db
    .selectFrom('card_bins')
    .select(['first_bin', 'line'])
    .select([
      sql<number>`lag(last_bin) over (order by first_bin, line)`.as('last_before'),
      sql<number>`lag(line) over (order by first_bin, line)`.as('line_before'),
    ])
    .where('file_id', '=', fileId)
    .as('ordered');
  const found = await db
    .selectFrom(ordered)
    .selectAll()
    .whereRef('last_before', '>=', 'first_bin')
    .orderBy('line')
    .limit(1)
    .executeTakeFirst();
  if (!found) return;
  const [first, second] = [found.line, found.line_before].toSorted((one, other) => one - other);
  throw new BinError(
    `line ${second}: must not overlap line ${first}: both have ${String(found.first_bin).padStart(BIN_DIGITS, '0')}`,
  );
}
