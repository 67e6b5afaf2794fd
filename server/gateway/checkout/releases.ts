/** Releases of the widget: every instance serves every release that any instance has brought. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { ReleaseRow } from '../../store/tables.ts';

export type Release = FieldsOf<Omit<ReleaseRow, 'created_at' | 'withdrawn_at'>>;

/**
 * Reads what `npm run build` wrote and makes it known to all instances.
 * @throws when the folder holds no build
 */
export async function registerRelease(db: Database, buildFolder: string): Promise<Release> {
  const read = (name: string) => readFile(join(buildFolder, name), 'utf8');
  const [about, script, numberFrame, cvvFrame, ibanFrame] = await Promise.all([
    read('release.json'),
    read('paymentWidgets.js'),
    read('number.html'),
    read('cvv.html'),
    read('iban.html'),
  ]).catch((cause: unknown) => {
    throw new Error(`no build of the widget in ${buildFolder}: run npm run build`, { cause });
  });
  const { release: id, integrity } = JSON.parse(about) as { release: string; integrity: string };
  const columns = {
    id,
    integrity,
    script,
    number_frame: numberFrame,
    cvv_frame: cvvFrame,
    iban_frame: ibanFrame,
  };
  await db
    .insertInto('releases')
    .values({ ...columns, created_at: realNow(), withdrawn_at: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return toFields(columns);
}

/** Where the build leaves room for the brands' rules in the document of the card number. */
export const RULES_PLACEHOLDER = '__BRAND_RULES__';

/**
 * How the frames of this build are told from older ones: of generations 0 and 1 a page could read a
 * number, those of 2 seal no nonce (D8, D9), those of 4 read the key in another encoding.
 * Raise it, here and in all documents of `widget/frame/`, with each mend of a frame.
 */
const FRAME_GENERATION = 'data-generation="5"';

/**
 * A release of another generation is not found: a hostile page could load its frame in place of
 * today's.
 */
export async function findRelease(db: Database, id: string): Promise<Release | undefined> {
  const row = await db
    .selectFrom('releases')
    .select(['id', 'integrity', 'script', 'number_frame', 'cvv_frame', 'iban_frame'])
    .where('id', '=', id)
    .where('number_frame', 'like', `%${FRAME_GENERATION}%`)
    .where('cvv_frame', 'like', `%${FRAME_GENERATION}%`)
    .where((eb) =>
      eb.or([eb('iban_frame', 'is', null), eb('iban_frame', 'like', `%${FRAME_GENERATION}%`)]),
    )
    .executeTakeFirst();
  return row && toFields(row);
}

/** Whether script and frames of a release are served. */
export async function isServed(db: Database, id: string): Promise<boolean> {
  const known = SERVED.get(db) ?? new Set();
  SERVED.set(db, known);
  if (!known.has(id) && (await findRelease(db, id))) known.add(id);
  return known.has(id);
}

/**
 * Whether the form of a release asks for the CVV and the holder as the form's data say, and tells
 * where its page has hidden the holder. Those of before do not, and are paid as they were.
 */
export async function knowsCardRules(db: Database, id: string): Promise<boolean> {
  const known = KNOWING.get(db) ?? new Map<string, Promise<boolean>>();
  KNOWING.set(db, known);
  const found =
    known.get(id) ??
    db
      .selectFrom('releases')
      .select('id')
      .where('id', '=', id)
      .where('script', 'like', '%card.holderHidden%')
      .executeTakeFirst()
      .then((row) => row !== undefined);
  known.set(id, found);
  found.catch(() => known.delete(id));
  return found;
}

const KNOWING = new WeakMap<Database, Map<string, Promise<boolean>>>();

/** A release that is known never changes. */
const SERVED = new WeakMap<Database, Set<string>>();

/** The release that a checkout began with; its script stays the same until it ends. */
export async function releaseOfCheckout(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('release')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.release;
}
