/** What a thief does who has the files of a database and the key file: looks for CVVs that open. */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordReference } from '../../vault/cvv-keys.ts';
import { decrypt } from '../../vault/envelope.ts';
import { type KeyRing, unwrap } from '../../vault/key-ring.ts';

const KEY = /v1\.[A-Za-z0-9_-]{1,32}\.[A-Za-z0-9_-]{80}/g;
/** In a row the salt follows the key, with a byte of its length between them or without. */
const KEY_AND_SALT = /v1\.[A-Za-z0-9_-]{1,32}\.[A-Za-z0-9_-]{80}[\s\S]?([0-9a-f]{32})/g;
const SALT = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const CVV = /v1\.own\.[A-Za-z0-9_-]{42,43}/g;

/**
 * @param places directories and files; everything in them is read, whatever it is
 * @param records the payments, as the database names them
 * @returns the CVVs that opened
 */
export async function openedCvvs(
  places: readonly string[],
  ring: KeyRing,
  records: readonly RecordReference[],
): Promise<readonly string[]> {
  const texts = (await Promise.all(places.map(textsUnder))).flat();
  const found = (pattern: RegExp, group = 0) => [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[group] ?? '')),
    ),
  ];
  const salts = [...found(SALT), ...found(KEY_AND_SALT, 1)];
  const cvvs = found(CVV).flatMap((text) => [text, text.slice(0, -1)]);
  const opened = new Set<string>();
  for (const record of records) {
    const keys = found(KEY).flatMap((key) => {
      const secret = attempt(() => unwrap(ring, key, { ...record, purpose: 'cvv key' }));
      return secret ? [createSecretKey(secret), ...salts.map((salt) => derived(secret, salt))] : [];
    });
    for (const key of keys) {
      for (const cvv of cvvs) {
        const text = attempt(() => decrypt(cvv, () => key, { ...record, purpose: 'cvv' }));
        if (text) opened.add(text.toString());
      }
    }
  }
  return [...opened].sort();
}

const derived = (secret: Buffer, salt: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, 'cvv', 32)));

function attempt(open: () => Buffer): Buffer | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}

async function textsUnder(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [await readFile(place, 'latin1')];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
}
