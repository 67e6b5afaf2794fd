/** Passkeys of administrators, and what one is asked to sign. */
import type { Passkey } from '../../../contract/admin-api.ts';
import { newId } from '../../gateway/ids.ts';
import { realNow } from '../../store/clock.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { type FieldsOf, toFields } from '../../store/records/column-names.ts';
import type { ConsolePasskeyRow } from '../../store/tables/console-tables.ts';
import { AdminFailure } from '../admin-failure.ts';

const CHALLENGE_MS = 5 * 60_000;

export interface OwnPasskey extends Omit<FieldsOf<ConsolePasskeyRow>, 'publicKey'> {
  /** COSE. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

const fromRow = ({ public_key, ...row }: ConsolePasskeyRow): OwnPasskey => ({
  ...toFields(row),
  publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
});

export async function passkeysOf(db: Database | Transaction, name: string): Promise<OwnPasskey[]> {
  const rows = await db
    .selectFrom('console_passkeys')
    .selectAll()
    .where('name', '=', name)
    .execute();
  return rows.map(fromRow);
}

export async function findPasskey(db: Database, id: string): Promise<OwnPasskey | undefined> {
  const row = await db
    .selectFrom('console_passkeys')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** How many each administrator has who has one. */
export async function passkeyCounts(db: Database): Promise<ReadonlyMap<string, number>> {
  const counts = await db
    .selectFrom('console_passkeys')
    .select(['name', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('name')
    .execute();
  return new Map(counts.map(({ name, count }) => [name, Number(count)]));
}

export async function addPasskey(
  trx: Transaction,
  { publicKey, ...passkey }: Pick<OwnPasskey, 'id' | 'name' | 'label' | 'publicKey' | 'counter'>,
): Promise<void> {
  await trx
    .insertInto('console_passkeys')
    .values({
      ...passkey,
      public_key: Buffer.from(publicKey).toString('base64url'),
      ...{ created_at: realNow(), used_at: null },
    })
    .execute();
}

/** False for one that the administrator does not have. */
export async function removePasskey(trx: Transaction, name: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('console_passkeys')
    .where('id', '=', id)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Keeps that it has signed. False for one that was removed meanwhile. */
export async function notePasskeyUse(
  trx: Transaction,
  id: string,
  counter: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('console_passkeys')
    .set({ counter, used_at: realNow() })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const presentPasskey = ({ id, label, createdAt, usedAt }: OwnPasskey): Passkey => ({
  ...{ id, label },
  createdAt: new Date(createdAt).toISOString(),
  lastUsedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
});

/**
 * @param name whose new passkey will sign it; null where one signs in
 * @returns its id
 */
export async function keepChallenge(
  db: Database,
  challenge: string,
  name: string | null,
): Promise<string> {
  const id = newId();
  const ends_at = realNow() + CHALLENGE_MS;
  await db.insertInto('console_challenges').values({ id, name, challenge, ends_at }).execute();
  return id;
}

/** Each is answered once. @throws AdminFailure where it is over */
export async function takeChallenge(
  db: Database,
  by: { id: string } | { name: string },
): Promise<string> {
  const all = await db
    .deleteFrom('console_challenges')
    .where((eb) =>
      'id' in by
        ? eb.and([eb('id', '=', by.id), eb('name', 'is', null)])
        : eb('name', '=', by.name),
    )
    .where('ends_at', '>', realNow())
    .returning(['challenge', 'ends_at'])
    .execute();
  const [latest] = all.toSorted((one, other) => other.ends_at - one.ends_at);
  if (!latest) {
    throw new AdminFailure('wrong-credentials', 'the passkey was asked for too long ago');
  }
  return latest.challenge;
}
