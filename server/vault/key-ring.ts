import type { KeyObject } from 'node:crypto';
import { decrypt, type EnvelopeContext, encrypt, type NamedKey } from './envelope.ts';
import { readKeyFile } from './key-file.ts';
import { parseMasterKeys } from './master-keys.ts';

/** The master keys: the current one encrypts, all of them decrypt. */
export interface KeyRing {
  readonly current: NamedKey;
  /** Of all keys, the current one first. */
  readonly ids: readonly string[];
  readonly find: (id: string) => KeyObject | undefined;
}

/**
 * Takes the master keys from `VAULT_KEYS`, or from the key file of the data directory.
 *
 * @throws Error for keys in a wrong format, or a file that can be neither read nor created
 */
export async function openKeyRing({
  vaultKeys,
  dataDir,
}: {
  /** `VAULT_KEYS` as it was set. */
  readonly vaultKeys?: string | undefined;
  readonly dataDir: string;
}): Promise<KeyRing> {
  const keys = parseMasterKeys(vaultKeys ?? (await readKeyFile(dataDir)));
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return { current: keys[0], ids: keys.map(({ id }) => id), find: (id) => byId.get(id) };
}

/** Encrypts a key, or any other secret, under the current master key. */
export const wrap = (ring: KeyRing, secret: Uint8Array, context: EnvelopeContext): string =>
  encrypt(secret, ring.current, context);

/** @throws EnvelopeError when none of the master keys opens it */
export const unwrap = (ring: KeyRing, envelope: string, context: EnvelopeContext): Buffer =>
  decrypt(envelope, ring.find, context);

/** True when it would be wrapped differently today: the current master key is another one. */
export const isOutdated = (ring: KeyRing, envelope: string): boolean =>
  envelope.split('.')[1] !== ring.current.id;
