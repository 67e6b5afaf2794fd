/** The gateway behind PgBouncer, which lends its connections for one transaction each. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../store/database.ts';
import { DEMO, type RunningServer, runScript, startServer } from '../support/gateway-process.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { createTestDatabase, isTestedOnPostgres } from '../support/test-database.ts';
import { CARD_FIELDS } from '../support/test-gateway.ts';

/** Fewer than the clients, so that each of them is lent to another one all the time. */
const CONNECTIONS = 4;
const SHOPPERS = 12;
const ROUNDS = 15;
const SUCCESS = '000.100.110';

const post = async (url: string, fields: Record<string, string | undefined>) => {
  const headers = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
  const body = new URLSearchParams({ amount: '10.00', currency: 'EUR', ...fields });
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
};

describe.runIf(isTestedOnPostgres)('behind PgBouncer in transaction mode', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let bouncer: PgBouncer;
  const running: RunningServer[] = [];
  const environment = (more: Record<string, string> = {}) => ({
    DATA_DIR: database.location.dataDir,
    DATABASE_URL: bouncer.through(database.location.databaseUrl ?? ''),
    ...more,
  });
  beforeAll(async () => {
    database = await createTestDatabase();
    bouncer = await startPgBouncer(database.location.databaseUrl ?? '', CONNECTIONS);
  });
  afterAll(async () => {
    await Promise.all(running.map((server) => server.stop()));
    await bouncer[Symbol.asyncDispose]();
    await database.drop();
  });

  it('the start says which setting is missing', async () => {
    const { code, stderr } = await runScript('server/main.ts', [], environment());
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      'the database of DATABASE_URL cannot be used: a pooler such as PgBouncer needs DATABASE_POOL_MODE=transaction',
    );
  });

  it('two instances take payments and captures, and book each once', async () => {
    const settings = environment({
      DATABASE_POOL_MODE: 'transaction',
      DATABASE_MIGRATION_URL: database.location.databaseUrl ?? '',
    });
    running.push(await startServer(settings), await startServer(settings));
    const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
      const { url } = running[shopper % running.length] as RunningServer;
      const answers = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const paid = await post(`${url}/v1/payments`, { ...CARD_FIELDS, paymentType: 'PA' });
        const captured = await post(`${url}/v1/payments/${paid.body.id}`, { paymentType: 'CP' });
        answers.push(paid, captured);
      }
      return answers;
    });
    const answers = (await Promise.all(shoppers)).flat();
    const codes = new Set(answers.map(({ status, body }) => `${status} ${body.result.code}`));
    expect([...codes]).toEqual([`200 ${SUCCESS}`]);

    const db = await openDatabase(database.location);
    const booked = await db.selectFrom('payments').select(['id', 'state']).execute();
    await closeDatabase(db);
    expect(booked.map(({ id }) => id).sort()).toEqual(answers.map(({ body }) => body.id).sort());
    expect(new Set(booked.map(({ state }) => state))).toEqual(new Set(['succeeded']));
  });

  it('brings the tables up to date through the pooler, too', async () => {
    const other = await createTestDatabase();
    try {
      const server = await startServer({
        DATA_DIR: other.location.dataDir,
        DATABASE_URL: bouncer.through(other.location.databaseUrl ?? ''),
        DATABASE_POOL_MODE: 'transaction',
      });
      const paid = await post(`${server.url}/v1/payments`, { ...CARD_FIELDS, paymentType: 'DB' });
      await server.stop();
      expect(paid.body.result.code).toBe(SUCCESS);
    } finally {
      await other.drop();
    }
  });
});
