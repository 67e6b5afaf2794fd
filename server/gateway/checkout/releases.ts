/**
 * Releases of the widget: every instance serves every release that any instance has brought. Which one a
 * new checkout begins with, and what an operator does about it while instances run.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { ReleaseRow } from '../../store/tables.ts';
import { type Channel, changeSettings } from '../entities/index.ts';

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

/** What a checkout keeps of its release. */
export type ChosenRelease = Pick<Release, 'id' | 'integrity'>;

/** Thrown for what the operator has to put right; the message says the rule. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/** How long a roll back may take to reach an instance. */
const CHECKED_EVERY_MS = 1_000;

/** Releases without their documents, newest first. */
const releases = (db: Database) =>
  db
    .selectFrom('releases')
    .select(['id', 'integrity', 'created_at', 'withdrawn_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id');

const inUse = new WeakMap<Database, { at: number; release: Promise<ChosenRelease> }>();

/**
 * The release that the channel is pinned to; else the instance's own, or the latest before it where
 * that was rolled back. A release whose frames are not served any more is never chosen.
 * @param own of this instance
 */
export async function chooseRelease(
  db: Database,
  { settings }: Channel,
  own: ChosenRelease,
): Promise<ChosenRelease> {
  const { release: pinned } = settings;
  if (pinned !== undefined && pinned !== own.id) {
    const found = await servedRelease(db, pinned);
    if (found) return found;
  } else if (pinned === own.id) {
    return own;
  }
  const known = inUse.get(db);
  if (known && performance.now() - known.at < CHECKED_EVERY_MS) return known.release;
  const release = notWithdrawn(db, own);
  inUse.set(db, { at: performance.now(), release });
  release.catch(() => inUse.delete(db));
  return release;
}

async function notWithdrawn(db: Database, own: ChosenRelease): Promise<ChosenRelease> {
  const all = await releases(db).execute();
  const position = all.findIndex(({ id }) => id === own.id);
  if (position < 0 || all[position]?.withdrawn_at === null) return own;
  for (const { id, integrity, withdrawn_at } of all.slice(position + 1)) {
    if (withdrawn_at === null && (await isServed(db, id))) return { id, integrity };
  }
  return own;
}

async function servedRelease(db: Database, id: string): Promise<ChosenRelease | undefined> {
  const found = await releases(db).where('id', '=', id).executeTakeFirst();
  return found && (await isServed(db, id)) ? found : undefined;
}

/** @throws ReleaseError where checkouts cannot begin with it */
async function refuseUnservedRelease(db: Database, id: string): Promise<void> {
  if (await servedRelease(db, id)) return;
  const known = await releases(db).where('id', '=', id).executeTakeFirst();
  throw new ReleaseError(
    known
      ? `the release ${id} is not served any more: its frames were mended since`
      : `there is no release ${id}`,
  );
}

/**
 * The form that a channel's new checkouts get from now on.
 * @param id of a release; undefined: the one that is in use
 * @throws ReleaseError, EntityError
 */
export async function pinRelease(
  db: Database,
  channelId: string,
  id: string | undefined,
  within?: (trx: Transaction) => Promise<void>,
): Promise<void> {
  if (id !== undefined) await refuseUnservedRelease(db, id);
  await changeSettings(db, channelId, { release: id }, within);
}

export interface ListedRelease {
  readonly id: string;
  readonly integrity: string;
  readonly created_at: number;
  readonly withdrawn_at: number | null;
  /** Whether its script and frames are served; older frames are not, after a mend. */
  readonly isServed: boolean;
}

/** Newest first. */
export async function listReleases(db: Database): Promise<ListedRelease[]> {
  const all = await releases(db).execute();
  return Promise.all(all.map(async (one) => ({ ...one, isServed: await isServed(db, one.id) })));
}

/**
 * Takes the latest release that is in use back: new checkouts begin with the one before it.
 * @returns ids of both
 * @throws ReleaseError where there is none to go back to
 */
export async function rollBack(db: Database): Promise<{ withdrawn: string; inUse: string }> {
  const [latest, before] = (await listReleases(db)).filter(
    (one) => one.isServed && one.withdrawn_at === null,
  );
  if (!latest || !before) throw new ReleaseError('there is no earlier release to go back to');
  await db
    .updateTable('releases')
    .set({ withdrawn_at: realNow() })
    .where('id', '=', latest.id)
    .execute();
  return { withdrawn: latest.id, inUse: before.id };
}

/** Lets checkouts begin with a release again. @throws ReleaseError where it was not rolled back */
export async function rollForward(db: Database, id: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('releases')
    .set({ withdrawn_at: null })
    .where('id', '=', id)
    .where('withdrawn_at', 'is not', null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ReleaseError(`the release ${id} was not rolled back`);
}
