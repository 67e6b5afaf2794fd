import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../store/database.ts';
import { EnvelopeError } from './envelope.ts';
import { isOutdated, type KeyRing, unwrap, wrap } from './key-ring.ts';

const NAME = 'keyed-hashes';

/** Where the envelope of a secret of the vault belongs. */
export const vaultSecretContext = (name: string) => ({
  recordId: name,
  entityId: '',
  purpose: 'vault secret',
});
const CONTEXT = vaultSecretContext(NAME);

/**
 * The secret behind all keyed hashes of this installation. It was drawn once and lies wrapped in the
 * database, so that hashes stay the same when `VAULT_KEYS` change.
 *
 * @throws EnvelopeError when this instance does not have the master key that the others use
 */
export async function openVaultSecret(
  db: Database | Transaction,
  ring: KeyRing,
): Promise<KeyObject> {
  const wrapped = (await storedSecret(db)) ?? (await drawSecret(db, ring));
  const bytes = unwrapOrExplain(ring, wrapped);
  if (isOutdated(ring, wrapped)) {
    await db
      .updateTable('vault_secrets')
      .set({ wrapped_key: wrap(ring, bytes, CONTEXT) })
      .where('name', '=', NAME)
      .where('wrapped_key', '=', wrapped)
      .execute();
  }
  const secret = createSecretKey(bytes);
  bytes.fill(0);
  return secret;
}

/** The first thing that an instance opens: where keys are wrong, it shows here. */
function unwrapOrExplain(ring: KeyRing, wrapped: string): Buffer {
  try {
    return unwrap(ring, wrapped, CONTEXT);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    throw new EnvelopeError(
      `${error.message}; all instances on one database need the same VAULT_KEYS (or key file)`,
    );
  }
}

/** True where the master keys of this instance open what the others read. */
export async function opensVaultSecret(db: Database, ring: KeyRing): Promise<boolean> {
  const wrapped = await storedSecret(db);
  if (wrapped === undefined) return false;
  try {
    unwrap(ring, wrapped, CONTEXT).fill(0);
    return true;
  } catch (error) {
    if (error instanceof EnvelopeError) return false;
    throw error;
  }
}

/** The key of one use of the secret (HKDF, RFC 5869): hashes of different uses cannot be compared. */
export const deriveKey = (secret: KeyObject, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', use, 32)));

async function storedSecret(db: Database | Transaction): Promise<string | undefined> {
  const row = await db
    .selectFrom('vault_secrets')
    .select('wrapped_key')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row?.wrapped_key;
}

async function drawSecret(db: Database | Transaction, ring: KeyRing): Promise<string> {
  await db
    .insertInto('vault_secrets')
    .values({ name: NAME, wrapped_key: wrap(ring, randomBytes(32), CONTEXT) })
    // Another instance may have been faster; its secret counts.
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const stored = await storedSecret(db);
  if (stored === undefined) throw new Error('the vault secret could not be stored');
  return stored;
}

/**
 * Tells whether two cards are the same without knowing their numbers: HMAC-SHA-256, hexadecimal. The
 * key matters: there are so few card numbers that a plain hash is undone by trying them all.
 *
 * @param secret of the vault
 * @returns a function from a card number (digits only) to its fingerprint
 */
export const fingerprinter = (secret: KeyObject): ((number: string) => string) =>
  keyedHash(secret, 'card fingerprint');

/** A keyed hash of texts for one use, HMAC-SHA-256 in hexadecimal. */
export function keyedHash(secret: KeyObject, use: string): (text: string) => string {
  const key = deriveKey(secret, use);
  return (text) => createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** The same of each use that is named in the code: its key is derived once. */
export function keyedHashes(secret: KeyObject): (use: string) => (text: string) => string {
  const known = new Map<string, (text: string) => string>();
  return (use) => {
    const hash = known.get(use) ?? keyedHash(secret, use);
    known.set(use, hash);
    return hash;
  };
}
