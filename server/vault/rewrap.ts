/** Gives envelopes that lie under older master keys the current one. */
import type { Database } from '../store/database.ts';
import { eraseDeleted, inTransaction } from '../store/dialect.ts';
import {
  countByPrefix,
  type EnvelopeColumn,
  type EnvelopeRow,
  replaceEnvelope,
  rowsBeginningOtherwise,
} from '../store/envelope-column.ts';
import { EnvelopeError, envelopesOf } from './envelope.ts';
import { type KeyRing, unwrap, wrap } from './key-ring.ts';

/** A transaction is that short, so that payments go on beside it. */
const ROWS_AT_ONCE = 100;

export interface Rewrapped {
  readonly rewrapped: number;
  /** Rows that none of the keys opens, by their primary key; they stay as they are. */
  readonly unopened: readonly string[];
}

/**
 * Wraps everything in a column under the current key. Instances may go on reading and writing: an
 * envelope is replaced only where it is still the one that was read. Broken off, it can be begun
 * again: what is done is passed over.
 */
export async function rewrapColumn(
  db: Database,
  ring: KeyRing,
  column: EnvelopeColumn,
): Promise<Rewrapped> {
  const unopened: string[] = [];
  let rewrapped = 0;
  let after: EnvelopeRow | undefined;
  for (;;) {
    const rows = await rowsBeginningOtherwise(db, column, envelopesOf(ring.current.id), {
      after,
      limit: ROWS_AT_ONCE,
    });
    const renewed = rows.flatMap((row) => {
      const envelope = rewrap(ring, column, row);
      if (envelope === undefined) unopened.push(column.key.map((name) => row[name]).join(' '));
      return envelope === undefined ? [] : [{ row, envelope }];
    });
    rewrapped += await inTransaction(db, async (trx) => {
      let replaced = 0;
      for (const { row, envelope } of renewed) {
        if (await replaceEnvelope(trx, column, row, envelope)) replaced += 1;
      }
      return replaced;
    });
    after = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  if (rewrapped > 0) await eraseDeleted(db);
  return { rewrapped, unopened };
}

/** @returns undefined where none of the keys opens it */
function rewrap(ring: KeyRing, column: EnvelopeColumn, row: EnvelopeRow): string | undefined {
  const place = column.placeOf(row);
  try {
    const secret = unwrap(ring, row[column.column] ?? '', place);
    const envelope = wrap(ring, secret, place);
    secret.fill(0);
    return envelope;
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}

/** How many envelopes of a column lie under each key of the ring, and how many under others. */
export async function countByKey(
  db: Database,
  ring: KeyRing,
  column: EnvelopeColumn,
): Promise<{ readonly byKey: ReadonlyMap<string, number>; readonly others: number }> {
  const { all, each } = await countByPrefix(db, column, ring.ids.map(envelopesOf));
  return {
    byKey: new Map(ring.ids.map((id, n) => [id, each[n] ?? 0])),
    others: each.reduce((rest, n) => rest - n, all),
  };
}
