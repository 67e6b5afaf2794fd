/** The audit log: what was changed, removed or put in between is found. */
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, isPostgres } from '../../store/dialect.ts';
import { openTestDatabase } from '../../tests/support/test-database.ts';
import { openVault } from '../../vault/vault.ts';
import {
  appendAudit,
  audit,
  auditEntries,
  auditHead,
  latestEntries,
  verifyAudit,
} from './audit-log.ts';

const { db, location, drop } = await openTestDatabase();
afterAll(drop);
const vault = await openVault({ db, dataDir: location.dataDir });

const note = (subject: string) =>
  audit(vault, db, { actor: 'machine', action: 'test', subject, detail: { a: 1 } });
const faultsOf = async (known?: { position: number; hash: string }) =>
  (await verifyAudit(vault, db, known)).faults;

/** As the owner of the database can. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table audit_log disable trigger audit_log_no_change`.execute(db);
    await statement.execute(db);
    await sql`alter table audit_log enable trigger audit_log_no_change`.execute(db);
    return;
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'audit_log'`.execute(
    db,
  );
  for (const { name } of rows) await sql.raw(`drop trigger ${name}`).execute(db);
  await statement.execute(db);
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}

beforeEach(async () => {
  await tamper(sql`delete from audit_log`);
  await db.updateTable('audit_head').set({ position: 0, hash: '' }).execute();
  for (const subject of ['one', 'two', 'three', 'four']) await note(subject);
});

it('is whole as it was written', async () => {
  const { entries, head, faults } = await verifyAudit(vault, db);
  expect([entries, head.position, faults]).toEqual([4, 4, []]);
  expect((await latestEntries(db, 2)).map(({ subject }) => subject)).toEqual(['four', 'three']);
});

it('is whole while it is empty', async () => {
  await tamper(sql`delete from audit_log`);
  const empty = { position: 0, hash: '' };
  await db.updateTable('audit_head').set(empty).execute();
  expect(await verifyAudit(vault, db)).toEqual({ entries: 0, head: empty, faults: [] });
});

it('is whole by a head that was written down, its latest or an earlier one', async () => {
  const [latest, third] = await latestEntries(db, 2);
  for (const known of [latest, third]) expect(await faultsOf(known)).toEqual([]);
});

it('has entries that an auditor can compute with the key of the vault', async () => {
  const hashOf = vault.keyedHash('audit log');
  let before = '';
  for await (const { hash, ...entry } of auditEntries(db)) {
    expect(Math.abs(Date.now() - entry.at)).toBeLessThan(600_000);
    const { position, at, actor, action, subject, detail } = entry;
    expect([actor, action, detail]).toEqual(['machine', 'test', '{"a":1}']);
    expect(hash).toBe(
      hashOf(JSON.stringify([before, position, at, actor, action, subject, detail])),
    );
    before = hash;
  }
  expect(await auditHead(db)).toEqual({ position: 4, hash: before });
});

it('is read from any position on, the oldest first, however long it is', async () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => ({
    ...{ position: 5 + n, at: 0, actor: 'machine', action: 'test' },
    ...{ subject: '', detail: '{}', hash: '' },
  }));
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('audit_log')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  for (const after of [undefined, 2, 1_005]) {
    const read: number[] = [];
    for await (const { position } of auditEntries(db, after)) read.push(position);
    const first = (after ?? 0) + 1;
    expect(read).toEqual(Array.from({ length: 1_006 - first }, (_, n) => first + n));
  }
});

it('has no entry of what was rolled back', async () => {
  const done = inTransaction(db, async (trx) => {
    const entry = { actor: 'machine', action: 'undone', subject: '', detail: {} };
    await appendAudit(vault, trx, entry);
    throw new Error('rolled back');
  });
  await expect(done).rejects.toThrow('rolled back');
  expect(await verifyAudit(vault, db)).toMatchObject({ entries: 4, faults: [] });
});

it('holds no card number, wherever one was pasted', async () => {
  const number = '4200000000000000';
  await audit(vault, db, {
    actor: `token ${'0'.repeat(32)} (till ${number})`,
    action: 'token misused',
    subject: `the card ${number}`,
    detail: { words: [`bin=${number}`, 7, null], more: { label: number } },
  });
  const [entry] = await latestEntries(db, 1);
  expect(entry).toMatchObject({
    actor: `token ${'0'.repeat(32)} (till …)`,
    subject: 'the card …',
    detail: JSON.stringify({ words: ['bin=…', 7, null], more: { label: '…' } }),
  });
  expect(await faultsOf()).toEqual([]);
});

it('keeps one chain when many write at once', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => note(`at once ${n}`)));
  const { entries, faults } = await verifyAudit(vault, db);
  expect([entries, faults]).toEqual([24, []]);
});

describe('the database refuses', () => {
  it.each([
    ['a change', sql`update audit_log set actor = 'nobody' where position = 2`],
    ['a removal', sql`delete from audit_log where position = 2`],
  ])('%s', async (_, statement) => {
    await expect(statement.execute(db)).rejects.toThrow('the audit log takes new rows only');
    expect(await faultsOf()).toEqual([]);
  });
});

describe('what its owner did all the same is found', () => {
  it.each(['actor', 'action', 'subject', 'detail'])('%s changed', async (column) => {
    await tamper(sql`update audit_log set ${sql.ref(column)} = 'x' where position = 2`);
    expect(await faultsOf()).toEqual(['entry 2 is not as it was written']);
  });

  it('time changed', async () => {
    await tamper(sql`update audit_log set at = at + 1 where position = 3`);
    expect(await faultsOf()).toEqual(['entry 3 is not as it was written']);
  });

  it('an entry removed from the middle', async () => {
    await tamper(sql`delete from audit_log where position = 2`);
    expect(await faultsOf()).toEqual(['entries 2 to 2 are missing']);
  });

  it('the first entries removed', async () => {
    await tamper(sql`delete from audit_log where position < 3`);
    expect(await faultsOf()).toEqual(['entries 1 to 2 are missing']);
  });

  it('what says which is the latest, changed', async () => {
    const { hash } = await auditHead(db);
    await db
      .updateTable('audit_head')
      .set({ hash: 'f'.repeat(64) })
      .execute();
    expect(await faultsOf()).toEqual(['entry 4 is not the latest that was written']);
    await db.updateTable('audit_head').set({ position: 3, hash }).execute();
    expect(await faultsOf()).toEqual(['entry 3 is not the latest that was written']);
    await db.updateTable('audit_head').set({ position: 6, hash }).execute();
    expect(await faultsOf()).toEqual(['entries 5 to 6 are missing']);
  });

  it('the latest entries removed', async () => {
    await tamper(sql`delete from audit_log where position > 2`);
    expect(await faultsOf()).toEqual(['entries 3 to 4 are missing']);
  });

  it('an entry put behind the latest, which others would read as such', async () => {
    await tamper(sql`insert into audit_log (position, at, actor, action, subject, detail, hash)
      select 5, at, actor, action, 'forged', detail, hash from audit_log where position = 4`);
    expect(await faultsOf()).toEqual(['entry 5 is not as it was written']);
  });

  it('an entry put in the place of another, with a hash copied from it', async () => {
    await tamper(sql`update audit_log set subject = 'forged',
      hash = (select hash from audit_log where position = 3) where position = 2`);
    expect(await faultsOf()).toEqual([
      'entry 2 is not as it was written',
      'entry 3 is not as it was written',
    ]);
  });

  it('the latest removed together with what says which is the latest, by a head written down', async () => {
    const known = await auditHead(db);
    await tamper(sql`delete from audit_log where position > 2`);
    const { hash } = await db
      .selectFrom('audit_log')
      .select('hash')
      .where('position', '=', 2)
      .executeTakeFirstOrThrow();
    await db.updateTable('audit_head').set({ position: 2, hash }).execute();
    expect(await faultsOf()).toEqual([]);
    expect(await faultsOf(known)).toEqual(['entries 3 to 4 are missing']);
    for (const subject of ['other', 'entries', 'again']) await note(subject);
    expect(await faultsOf(known)).toEqual(['entry 4 is not the one whose hash was written down']);
  });

  it('a chain made without the keys of the vault', async () => {
    const other = { keyedHash: () => () => 'f'.repeat(64) };
    await audit(other, db, { actor: 'machine', action: 'x', subject: '', detail: {} });
    expect(await faultsOf()).toEqual(['entry 5 is not as it was written']);
  });
});
