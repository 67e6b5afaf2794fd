import { createSecretKey } from 'node:crypto';
import type { NamedKey } from './envelope.ts';

const KEY_BYTES = 32;
const FORMAT = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/**
 * Reads master keys from `VAULT_KEYS` or the key file: `id:base64-of-32-bytes`, separated by commas
 * or line ends. The first one is the current one.
 *
 * @throws Error that says which entry is wrong, never what it contains
 */
export function parseMasterKeys(text: string): [NamedKey, ...NamedKey[]] {
  const entries = text.split(/[,\r\n]+/).map((entry) => entry.trim());
  const [first, ...others] = entries.filter((entry) => entry !== '').map(parseMasterKey);
  if (first === undefined) throw new Error('there is no vault key');
  const keys: [NamedKey, ...NamedKey[]] = [first, ...others];
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) {
    throw new Error('two vault keys have the same id');
  }
  return keys;
}

function parseMasterKey(entry: string, index: number): NamedKey {
  const [, id, encoded] = FORMAT.exec(entry) ?? [];
  const bytes = Buffer.from(encoded ?? '', 'base64');
  if (id === undefined || bytes.length !== KEY_BYTES) {
    throw new Error(`vault key ${index + 1} is not an id, ":" and the base64 of 32 bytes`);
  }
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return { id, key };
}
