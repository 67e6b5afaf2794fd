/** Which release a new checkout begins with, and what an operator does about it while instances run. */
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Channel } from '../entities/index.ts';
import { isServed, type Release } from './releases.ts';

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
  if (known && realNow() - known.at < CHECKED_EVERY_MS) return known.release;
  const release = notWithdrawn(db, own);
  inUse.set(db, { at: realNow(), release });
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
export async function refuseUnservedRelease(db: Database, id: string): Promise<void> {
  if (await servedRelease(db, id)) return;
  const known = await releases(db).where('id', '=', id).executeTakeFirst();
  throw new ReleaseError(
    known
      ? `the release ${id} is not served any more: its frames were mended since`
      : `there is no release ${id}`,
  );
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
