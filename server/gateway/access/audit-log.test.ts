/** The audit log: what was changed, removed or put in between is found. */
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isPostgres } from '../../store/dialect.ts';
import { startAlone } from '../../tests/support/test-gateway.ts';
import { audit, auditHead, latestEntries, verifyAudit } from './audit-log.ts';

const test = await startAlone();
afterAll(() => test[Symbol.asyncDispose]());
const { db, vault } = test.gateway;

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
