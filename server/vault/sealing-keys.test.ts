import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../tests/support/test-database.ts';
import { type KeyRing, openKeyRing } from './key-ring.ts';
import {
  currentSealingKey,
  deleteRetiredSealingKeys,
  openingKey,
  RETIRED_KEY_OPENS_MS,
  rotateSealingKey,
} from './sealing-keys.ts';

let opened: TestDatabase;
let db: TestDatabase['db'];
let ring: KeyRing;
const NOW = 1_700_000_000_000;

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ db } = opened);
  ring = await openKeyRing({ dataDir: opened.location.dataDir });
});
afterAll(() => opened.drop());
beforeEach(() => db.deleteFrom('sealing_keys').execute());

const storedKids = async () =>
  (await db.selectFrom('sealing_keys').select('kid').execute()).map(({ kid }) => kid);

describe('the current key', () => {
  test('is a public P-256 key with an id', async () => {
    const key = await currentSealingKey(db, ring);
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'x', 'y']);
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ECDH-ES' });
    expect(await currentSealingKey(db, ring)).toEqual(key);
  });

  test('is one and the same in instances that start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => currentSealingKey(db, ring)));
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
    expect(await storedKids()).toHaveLength(1);
  });

  test('has a private part that is nowhere in the clear', async () => {
    await currentSealingKey(db, ring);
    const row = await db.selectFrom('sealing_keys').selectAll().executeTakeFirstOrThrow();
    expect(JSON.parse(row.public_jwk)).not.toHaveProperty('d');
    expect(row.wrapped_private_jwk).toMatch(/^v1\./);
  });
});

describe('rotation', () => {
  test('makes a new current key; the old one opens for a day and then goes', async () => {
    const old = await currentSealingKey(db, ring, NOW - 1);
    expect(await rotateSealingKey(db, ring, NOW)).toBe(true);
    expect((await currentSealingKey(db, ring)).kid).not.toBe(old.kid);

    const end = NOW + RETIRED_KEY_OPENS_MS;
    expect(await openingKey(db, ring, old.kid, end - 1)).toBeDefined();
    expect(await openingKey(db, ring, old.kid, end)).toBeUndefined();

    await deleteRetiredSealingKeys(db, end - 1);
    expect(await storedKids()).toContain(old.kid);
    await deleteRetiredSealingKeys(db, end);
    expect(await storedKids()).toEqual([(await currentSealingKey(db, ring)).kid]);
  });

  test('leaves a key that is young enough', async () => {
    const { kid } = await currentSealingKey(db, ring, NOW);
    expect(await rotateSealingKey(db, ring, NOW + 999, 1000)).toBe(false);
    expect((await currentSealingKey(db, ring)).kid).toBe(kid);
    expect(await rotateSealingKey(db, ring, NOW + 1000, 1000)).toBe(true);
  });

  test('is done once when several instances find it due', async () => {
    await currentSealingKey(db, ring, NOW);
    const rotations = Array.from({ length: 4 }, () => rotateSealingKey(db, ring, NOW + 10, 10));
    expect((await Promise.all(rotations)).filter((done) => done)).toHaveLength(1);
    expect(await storedKids()).toHaveLength(2);
  });

  test('does nothing where there is no key yet', async () => {
    expect(await rotateSealingKey(db, ring, NOW)).toBe(false);
  });
});
