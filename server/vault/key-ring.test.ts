import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isOutdated, type KeyRing, openKeyRing, unwrap, wrap } from './key-ring.ts';

const context = { recordId: 'r', entityId: 'e', purpose: 'test' };
const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
let parent: string;
let dataDir: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  dataDir = join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true }));

describe('VAULT_KEYS', () => {
  test('the first key encrypts, the others still decrypt', async () => {
    const [older, newer] = [newKey('older'), newKey('newer')];
    const before = await openKeyRing({ vaultKeys: older, dataDir });
    const wrapped = wrap(before, Buffer.from('secret'), context);
    expect(isOutdated(before, wrapped)).toBe(false);

    const after = await openKeyRing({ vaultKeys: `${newer},${older}`, dataDir });
    expect(unwrap(after, wrapped, context).toString()).toBe('secret');
    expect(isOutdated(after, wrapped)).toBe(true);
    expect(isOutdated(after, wrap(after, Buffer.from('secret'), context))).toBe(false);
  });

  test('a key that was taken away opens nothing any more', async () => {
    const before = await openKeyRing({ vaultKeys: newKey('older'), dataDir });
    const wrapped = wrap(before, Buffer.from('secret'), context);
    const after = await openKeyRing({ vaultKeys: newKey('newer'), dataDir });
    expect(() => unwrap(after, wrapped, context)).toThrow('no key "older"');
  });

  test('no key file is made', async () => {
    await openKeyRing({ vaultKeys: newKey('a'), dataDir });
    expect(await readdir(parent)).toEqual([]);
  });
});

describe('the key file', () => {
  test('is made on the first start, for this user only, and read on the next', async () => {
    const first = await openKeyRing({ dataDir });
    const wrapped = wrap(first, Buffer.from('secret'), context);
    expect((await stat(join(dataDir, 'vault-keys'))).mode & 0o777).toBe(0o600);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    const second = await openKeyRing({ dataDir });
    expect(unwrap(second, wrapped, context).toString()).toBe('secret');
  });

  test('instances that start at once end with the same key, and leave nothing behind', async () => {
    const starting: Promise<KeyRing>[] = [];
    for (let n = 0; n < 50; n += 1) {
      starting.push(openKeyRing({ dataDir }));
      // A little later each, so that some are making a file while others have read theirs.
      await setImmediate();
    }
    const rings = await Promise.all(starting);
    expect(new Set(rings.map(({ current }) => current.id)).size).toBe(1);
    const [first, ...others] = rings;
    for (const ring of others) expect(first?.current.key.equals(ring.current.key)).toBe(true);
    expect(await readdir(dataDir)).toEqual(['vault-keys']);
  });

  test('holds what VAULT_KEYS can be set to', async () => {
    const fromFile = await openKeyRing({ dataDir });
    const text = await readFile(join(dataDir, 'vault-keys'), 'utf8');
    const fromVariable = await openKeyRing({ vaultKeys: text.trim(), dataDir });
    expect(fromVariable.current.key.equals(fromFile.current.key)).toBe(true);
  });

  test.each([
    ['is empty', '', 'there is no vault key'],
    ['is not a key', 'hunter2', 'vault key 1 is not'],
    ['has a second line that is none', `${newKey('a')}\nhunter2`, 'vault key 2 is not'],
    ['has an id twice', `${newKey('a')}\n${newKey('a')}`, 'the same id'],
  ])('that %s is refused, not replaced and not quoted', async (_, text, message) => {
    await openKeyRing({ dataDir });
    await writeFile(join(dataDir, 'vault-keys'), text);
    const error = await openKeyRing({ dataDir }).catch((reason: unknown) => reason);
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain('hunter2');
    expect(await readFile(join(dataDir, 'vault-keys'), 'utf8')).toBe(text);
  });
});
