import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { CVV_KEY_TABLES } from '../tables/vault-tables.ts';
import { backUpSqlite } from './backup.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a backup of SQLite', () => {
  it('has everything but CVVs and their keys, for its owner alone', async () => {
    const db = await openDatabase({ dataDir });
    await migrate(db);
    const record = { record_id: 'one', entity_id: 'e', purge_at: 1 };
    await db
      .insertInto('card_numbers')
      .values({ ...record, number: 'sealed number' })
      .execute();
    await db
      .insertInto('card_cvvs')
      .values({ ...record, cvv: 'sealed cvv' })
      .execute();
    await db
      .insertInto('cvv_keys')
      .values({ record_id: 'one', wrapped_key: 'key of it' })
      .execute();
    for (const table of CVV_KEY_TABLES) {
      await db
        .insertInto(table)
        .values({ record_id: 'one', wrapped_key: 'key of it', salt: 'half of it', purge_at: 1 })
        .execute();
    }
    const path = join(dataDir, 'copy.sqlite');
    await backUpSqlite(db, path);
    await db.destroy();

    const copy = new DatabaseSync(path, { readOnly: true });
    const count = (table: string) =>
      copy.prepare(`select count(*) as n from ${table}`).get()?.['n'];
    expect([count('card_numbers'), count('card_cvvs'), count('cvv_keys')]).toEqual([1, 0, 0]);
    expect(CVV_KEY_TABLES.map(count)).toEqual([0, 0, 0, 0, 0, 0]);
    copy.close();
    const bytes = await readFile(path, 'latin1');
    expect(bytes).toContain('sealed number');
    expect(bytes).not.toContain('sealed cvv');
    expect(bytes).not.toContain('key of it');
    expect(bytes).not.toContain('half of it');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('writes over nothing', async () => {
    const db = await openDatabase({ dataDir });
    const path = join(dataDir, 'kept');
    await writeFile(path, 'kept');
    await expect(backUpSqlite(db, path)).rejects.toThrow('exists already');
    await db.destroy();
    expect(await readFile(path, 'utf8')).toBe('kept');
  });
});
