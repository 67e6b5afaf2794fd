/** An address of several hosts: which of them connections are made to, and which of them stay. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../free-port.ts';
import { type FreezingProxy, startFreezingProxy } from '../../tests/support/freezing-proxy.ts';
import { createTestDatabase, isTestedOnPostgres } from '../../tests/support/test-database.ts';
import { openDatabase } from '../database.ts';
import { inTransaction } from '../dialect.ts';

interface Rows {
  rows: { id: string; value: number };
}

describe.runIf(isTestedOnPostgres)('an address of several hosts', () => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let proxy: FreezingProxy;
  let db: Kysely<Rows>;
  beforeAll(async () => {
    created = await createTestDatabase();
    proxy = await startFreezingProxy(created.location.databaseUrl ?? '');
    db = await open(hostsOf(created.location.databaseUrl));
    await sql`create table rows (id text primary key, value bigint)`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await proxy[Symbol.asyncDispose]();
    await created.drop();
  });

  const hostsOf = (...urls: readonly (string | undefined)[]) =>
    urls.map((url) => new URL(url ?? '').host);
  const open = (hosts: readonly string[], query = '') => {
    const url = new URL(created.location.databaseUrl ?? '');
    const databaseUrl = url.href.replace(url.host, hosts.join(',')) + query;
    return openDatabase<Rows>({
      ...created.location,
      databaseUrl,
      databaseConnections: 1,
      databaseTimeoutMs: 2_000,
    });
  };
  const nowhere = async () => `127.0.0.1:${await freePort()}`;

  test('the first that answers is taken', async () => {
    const found = await open([await nowhere(), await nowhere(), ...hostsOf(proxy.databaseUrl)]);
    expect((await sql`select 1 as one`.execute(found)).rows).toEqual([{ one: 1 }]);
    await found.destroy();
  });

  test('one that falls silent is left for the next', async () => {
    const found = await open(hostsOf(proxy.databaseUrl, created.location.databaseUrl));
    proxy.freeze();
    await expect(sql`select 1`.execute(found)).rejects.toThrow('Query read timeout');
    expect((await sql`select 1 as one`.execute(found)).rows).toEqual([{ one: 1 }]);
    proxy.thaw();
    await found.destroy();
  });

  test('where none takes writes, the error names the last', async () => {
    const hosts = hostsOf(proxy.databaseUrl, created.location.databaseUrl);
    const readOnly = '?options=-cdefault_transaction_read_only=on';
    await expect(open(hosts, readOnly)).rejects.toThrow(
      `${hosts[1]}: it takes no writes: a replica`,
    );
    const replica = await open(hosts, `${readOnly}&target_session_attrs=read-only`);
    await replica.destroy();
    await expect(open(hosts, '?target_session_attrs=standby')).rejects.toThrow(
      `${hosts[1]}: it is the primary, no replica`,
    );
  });

  test('a connection that became read-only is thrown out, and its transaction done again', async () => {
    let runs = 0;
    await sql`set session characteristics as transaction read only`.execute(db);
    await inTransaction(db, async (trx) => {
      runs += 1;
      await trx.insertInto('rows').values({ id: 'a', value: runs }).execute();
    });
    expect(await db.selectFrom('rows').selectAll().execute()).toEqual([{ id: 'a', value: 2 }]);
  });
});
