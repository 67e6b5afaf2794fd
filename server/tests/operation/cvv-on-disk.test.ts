/**
 * The files of the database in a thief's hands, and the key file with them: the table's files, the
 * write-ahead log, the log of statements, a base backup. No CVV opens whose time is over (D13).
 */
import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMessage } from '../../../contract/simulated-bank.ts';
import { freePort } from '../../free-port.ts';
import { bankKeyOf } from '../../gateway/processors/index.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { eraseDeleted, inTransaction, isPostgres } from '../../store/dialect.ts';
import { backUpSqlite } from '../../store/sqlite/backup.ts';
import { EPOCH_MS } from '../../vault/cvv-keys.ts';
import { encrypt } from '../../vault/envelope.ts';
import { type KeyRing, openKeyRing, wrap } from '../../vault/key-ring.ts';
import { openVault, type Vault } from '../../vault/vault.ts';
import {
  DEMO,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '../support/gateway-process.ts';
import { openedCvvs } from '../support/opened-cvvs.ts';
import {
  type PostgresCluster,
  postgresPrograms,
  startPostgresCluster,
} from '../support/postgres-cluster.ts';
import { isTestedOnPostgres } from '../support/test-database.ts';
import { CARD, CHECKOUT } from '../support/test-gateway.ts';

const entityId = DEMO.DEMO_ENTITY_ID;
const HALF_HOUR_MS = 30 * 60_000;
/** When everything that is over is off the disk. */
const LATER_MS = EPOCH_MS + HALF_HOUR_MS;
const CHALLENGED = '4200000000000018';

let cluster: PostgresCluster | undefined;
let dataDir = '';
let removeDataDir: () => Promise<void>;
let server: RunningServer;
let db: Database;
let vault: Vault;
let ring: KeyRing;

async function connect(): Promise<void> {
  const databaseUrl = cluster?.databaseUrl;
  server = await startServer({
    DATA_DIR: dataDir,
    SHOP_PORT: String(await freePort()),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  db = await openDatabase({ dataDir, databaseUrl });
  vault = await openVault({ db, dataDir });
}
async function disconnect(): Promise<void> {
  await server.stop();
  await db.destroy();
}

async function call(path: string, fields?: object, method = fields ? 'POST' : 'GET') {
  const answer = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` },
    ...(fields && { body: new URLSearchParams({ ...fields }) }),
  });
  expect(answer.status).toBeLessThan(500);
  const text = await answer.text();
  return text.startsWith('{') ? JSON.parse(text) : text;
}
async function pay(cvv: string, number = CHALLENGED) {
  const { id: checkoutId } = await call('/v1/checkouts', { entityId, ...CHECKOUT });
  const card = { ...CARD, 'card.number': number, 'card.cvv': cvv };
  await call(`/v1/checkouts/${checkoutId}/payment`, card);
  const { id: paymentId, result } = await call(`/v1/checkouts/${checkoutId}/payment`);
  return { checkoutId, paymentId, code: result.code, cvv };
}
type Made = Awaited<ReturnType<typeof pay>>;
async function comeBack({ paymentId }: Made) {
  const { next_step: step } = await db
    .selectFrom('payments')
    .select('next_step')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const { transactionId, page } = JSON.parse(step ?? '{}');
  const [text = ''] = page.parameters[0].value.split('.');
  const { returnUrl } = JSON.parse(decodeURIComponent(atob(text)));
  const cres = writeMessage(bankKeyOf(vault), 'answer', { transactionId, outcome: 'Y' });
  // The server may have been started anew, on another port.
  await call(new URL(returnUrl).pathname, { cres });
  return (await call(`/v1/payments/${paymentId}?entityId=${entityId}`)).result.code;
}
const expire = async ({ paymentId }: Made) => {
  for (const table of ['card_cvvs', 'card_numbers'] as const) {
    await db
      .updateTable(table)
      .set({ purge_at: Date.now() - 1 })
      .where('record_id', '=', paymentId)
      .execute();
  }
  const left = () =>
    db.selectFrom('card_cvvs').select('cvv').where('record_id', '=', paymentId).execute();
  await expect.poll(left).toEqual([]);
};
const recordsOf = (payments: readonly { paymentId: string }[]) =>
  payments.map(({ paymentId }) => ({ recordId: paymentId, entityId }));

const backUps: string[] = [];
async function backUp(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-backup-'));
  backUps.push(directory);
  if (cluster) await cluster.baseBackup(directory);
  else await backUpSqlite(db, join(directory, 'copy.sqlite'));
  return directory;
}
/** Everything on the disk as a thief finds it once the database is stopped. */
async function thief(payments: readonly { paymentId: string }[], ...more: readonly string[]) {
  if (cluster) {
    await disconnect();
    await cluster.stop('fast');
  }
  const places = [...(cluster ? [cluster.directory] : []), dataDir, ...more];
  const opened = await openedCvvs(places, ring, recordsOf(payments));
  if (cluster) {
    await cluster.start();
    await connect();
  }
  return opened;
}

describe.skipIf(isTestedOnPostgres && !postgresPrograms)('a CVV', () => {
  beforeAll(async () => {
    ({ dataDir, remove: removeDataDir } = await temporaryDataDir());
    if (isTestedOnPostgres) cluster = await startPostgresCluster();
    await connect();
    ring = await openKeyRing({ dataDir });
  });
  afterAll(async () => {
    await disconnect();
    await cluster?.remove();
    await removeDataDir();
    for (const directory of backUps) await rm(directory, { recursive: true, force: true });
  });

  it('that was given before the upgrade would be found: the thief knows the way', async () => {
    const recordId = 'planted';
    const place = { recordId, entityId };
    const keyBytes = randomBytes(32);
    const own = { id: 'own', key: createSecretKey(keyBytes) };
    const cvv = encrypt(Buffer.from('871'), own, { ...place, purpose: 'cvv' });
    const key = wrap(ring, keyBytes, { ...place, purpose: 'cvv key' });
    await sql`create table planted_cvvs (record_id text, cvv text)`.execute(db);
    await sql`create table planted_keys (record_id text, wrapped_key text)`.execute(db);
    await inTransaction(db, async (trx) => {
      await sql`insert into planted_cvvs values (${recordId}, ${cvv})`.execute(trx);
      await sql`insert into planted_keys values (${recordId}, ${key})`.execute(trx);
    });
    await sql`delete from planted_cvvs`.execute(db);
    await sql`delete from planted_keys`.execute(db);
    expect(await thief([{ paymentId: recordId }])).toEqual(['871']);
    const afterErasing = async () => {
      await eraseDeleted(db);
      return thief([{ paymentId: recordId }]);
    };
    // PostgreSQL keeps it for ever, SQLite overwrites it; who reads at that moment holds it up, so the
    // sweeper does it each minute.
    if (isPostgres(db)) expect(await afterErasing()).toEqual(['871']);
    else await expect.poll(afterErasing).toEqual([]);
  });

  it('cannot be opened after deletion, expiry and success, once its epoch is over', async () => {
    const succeeded = await pay('601', '4111111111111111');
    expect(succeeded.code).toBe('000.100.110');
    const [deleted, expired, confirmed] = [await pay('602'), await pay('603'), await pay('604')];
    expect([deleted.code, expired.code, confirmed.code]).toEqual(Array(3).fill('000.200.000'));
    const payments = [succeeded, deleted, expired, confirmed];
    const waiting = ['602', '603', '604'];
    if (cluster) {
      // What the planner knows of a column are values of it.
      await sql`analyze`.execute(db);
      await sql`checkpoint`.execute(db);
    }
    // While they wait, no backup has them; the files of the database itself do.
    expect(await openedCvvs([await backUp()], ring, recordsOf(payments))).toEqual([]);
    expect(await thief(payments)).toEqual(expect.arrayContaining(waiting));

    await call(`/v1/checkouts/${deleted.checkoutId}?entityId=${entityId}`, undefined, 'DELETE');
    await expire(expired);
    expect(await comeBack(confirmed)).toBe('000.100.110');
    for (const { paymentId: recordId } of payments) {
      expect(await vault.readCvv(db, { recordId, entityId })).toBeUndefined();
    }
    // As long as its epoch lasts, the disk still has it: so this looks at the right place.
    if (cluster) expect(await thief(payments)).toEqual(expect.arrayContaining(waiting));

    await vault.clearSpentKeys(db, Date.now() + LATER_MS);
    await eraseDeleted(db);
    expect(await thief(payments, await backUp())).toEqual([]);
  });

  it('that a shopper still needs outlives a clearing of what is over, and a restart', async () => {
    const waiting = await pay('605');
    await vault.clearSpentKeys(db, Date.now() + EPOCH_MS);
    await disconnect();
    if (cluster) {
      await cluster.stop('fast');
      await cluster.start();
    }
    await connect();
    expect(await comeBack(waiting)).toBe('000.100.110');
  });

  it.runIf(isTestedOnPostgres)('is asked for again after the database has crashed', async () => {
    const waiting = await pay('606');
    await cluster?.stop('immediate');
    await cluster?.start();
    const { paymentId: recordId } = waiting;
    expect(await vault.readCvv(db, { recordId, entityId })).toEqual({ isCvvLost: true });
    expect(await comeBack(waiting)).toBe('100.100.600');
    const again = { ...CARD, 'card.cvv': '606' };
    await call(`/v1/checkouts/${waiting.checkoutId}/payment`, again);
    const { result } = await call(`/v1/checkouts/${waiting.checkoutId}/payment`);
    expect(result.code).toBe('000.100.110');
    const left = await db.selectFrom('card_cvvs').select('record_id').execute();
    expect(left.map(({ record_id }) => record_id)).not.toContain(recordId);
  });
});
