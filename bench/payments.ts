/**
 * Payments per second over HTTP, against the same SQL without HTTP, on SQLite and on the PostgreSQL
 * of `TEST_DATABASE_URL`: `node bench/payments.ts [rounds] [payments of a round]`. A payment is the
 * post of the form, with sealed fields, for a checkout that is there already.
 */
import { Kysely, PostgresDialect } from 'kysely';
import { NO_EVIDENCE } from '../contract/field-evidence.ts';
import { sealedParameter } from '../contract/sealed-value.ts';
import { createCheckout } from '../server/gateway/checkout/create-checkout.ts';
import { newSealNonce } from '../server/gateway/checkout/nonces.ts';
import { payCheckout } from '../server/gateway/checkout/pay-checkout.ts';
import type { GatewayContext } from '../server/gateway/context.ts';
import { findChannel } from '../server/gateway/entities/entities.ts';
import { existingCheckout } from '../server/gateway/records/checkouts.ts';
import type { Database, DatabaseLocation } from '../server/store/database.ts';
import { postgresAddress } from '../server/store/postgres/address.ts';
import { postgresPool } from '../server/store/postgres/pool.ts';
import { sqliteDialect } from '../server/store/sqlite/dialect.ts';
import { openSqliteFile } from '../server/store/sqlite/file.ts';
import type { Tables } from '../server/store/tables.ts';
import { DEMO, temporaryDataDir } from '../server/tests/support/gateway-process.ts';
import { sealWith } from '../server/tests/support/seal.ts';
import { simulatedGateway } from '../server/tests/support/simulated-gateway.ts';
import { createTestDatabase, isTestedOnPostgres } from '../server/tests/support/test-database.ts';
import { openVault } from '../server/vault/vault.ts';
import { post, rateOf, requestRate } from './load-client.ts';
import { type Comparison, countArgument, printComparisons, takeTurns } from './measure.ts';
import { startGateway } from './measured-server.ts';
import { freshStatements, recording, type Statement } from './recorded-sql.ts';

const ROUNDS = countArgument(0, 5);
const PAYMENTS = countArgument(1, 500);
/** Before any is counted: V8 compiles what a payment runs through for its first 1,500. */
const WARM_ROUNDS = 3;
/** Shoppers who pay at the same moment. */
const AT_ONCE = 16;
const VALUES = { 'card.number': '4200000000000000', 'card.cvv': '123' } as const;

interface Prepared {
  readonly checkoutId: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** As a field frame seals. */
async function sealer({ db, vault }: Pick<GatewayContext, 'db' | 'vault'>) {
  const seal = await sealWith(await vault.currentSealingKey(db));
  return (checkoutId: string, field: keyof typeof VALUES, nonce: string): Promise<string> =>
    seal({
      nonce,
      checkoutId,
      field,
      origin: 'https://shop.example',
      evidence: NO_EVIDENCE,
      at: Date.now(),
      value: VALUES[field],
    });
}

/** Checkouts, each with the post that pays it. */
async function preparer(gateway: GatewayContext): Promise<() => Promise<Prepared[]>> {
  const { db } = gateway;
  const channel = await findChannel(db, DEMO.DEMO_ENTITY_ID);
  const { id: release } = await db.selectFrom('releases').select('id').executeTakeFirstOrThrow();
  if (!channel) throw new Error('there is no demo channel');
  const seal = await sealer(gateway);
  const asked = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
  return async () => {
    const prepared: Prepared[] = [];
    await rateOf(PAYMENTS, AT_ONCE, async () => {
      const { checkoutId } = await createCheckout(db, channel, release, Object.entries(asked));
      const nonce = newSealNonce(gateway, checkoutId);
      const fields = {
        paymentBrand: 'VISA',
        [sealedParameter('card.number')]: await seal(checkoutId, 'card.number', nonce),
        [sealedParameter('card.cvv')]: await seal(checkoutId, 'card.cvv', nonce),
        'card.holder': 'Jane Jones',
        'card.expiryMonth': '05',
        'card.expiryYear': '2034',
        shopperResultUrl: 'https://shop.example/result',
      };
      prepared.push({ checkoutId, fields });
    });
    return prepared;
  };
}

/** What the route does. */
const pay = async (gateway: GatewayContext, { checkoutId, fields }: Prepared) =>
  payCheckout(
    gateway,
    await existingCheckout(gateway.db, checkoutId),
    Object.entries(fields),
    '127.0.0.1',
  );

interface BareDatabase {
  /** Runs statements one after the other on one connection. */
  run(statements: readonly Statement[]): Promise<void>;
  close(): Promise<void>;
}

function barePostgres(databaseUrl: string): BareDatabase {
  const pool = postgresPool(postgresAddress(databaseUrl));
  return {
    async run(statements) {
      const client = await pool.connect();
      for (const { sql, parameters } of statements) await client.query(sql, [...parameters]);
      client.release();
    },
    close: () => pool.end(),
  };
}

async function bareSqlite(dataDir: string): Promise<BareDatabase> {
  const database = await openSqliteFile(dataDir);
  // The server beside it looks into the database once a second.
  database.exec('pragma busy_timeout = 5000');
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  return {
    async run(statements) {
      for (const { sql, parameters } of statements) {
        const statement = prepared.get(sql) ?? database.prepare(sql);
        prepared.set(sql, statement);
        statement.all(...(parameters as (string | number | null)[]));
      }
    },
    async close() {
      database.close();
    },
  };
}

/** Payments that this process makes itself. */
async function ownWork(work: (index: number) => Promise<void>) {
  const { rate, clientShare } = await rateOf(PAYMENTS, AT_ONCE, work);
  return { rate, cpuMicros: (clientShare / rate) * 1e6 };
}

async function measure(name: string, location: DatabaseLocation): Promise<Comparison[]> {
  const { databaseUrl, dataDir } = location;
  const server = await startGateway({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  let note: ((statement: Statement) => void) | undefined;
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: postgresPool(postgresAddress(databaseUrl)) })
    : sqliteDialect(() => openSqliteFile(dataDir));
  const ends = databaseUrl ? undefined : { begin: 'begin immediate', commit: 'commit' };
  const db = new Kysely<Tables>({ dialect: recording(dialect, (made) => note?.(made), ends) });
  const vault = await openVault({ db, dataDir });
  const gateway = simulatedGateway(db, vault);
  const prepare = await preparer(gateway);
  const bare = databaseUrl ? barePostgres(databaseUrl) : await bareSqlite(dataDir);

  const record = async (payment: Prepared): Promise<Statement[]> => {
    const statements: Statement[] = [];
    note = (made) => statements.push(made);
    await pay(gateway, payment);
    note = undefined;
    return statements;
  };
  const [warming, first, second] = await prepare();
  if (!warming || !first || !second) throw new Error('nothing was prepared');
  // Whatever is remembered from then on is not asked for again.
  await record(warming);
  const statements = await record(first);
  const freshPayment = freshStatements(statements, await record(second));

  const sides = {
    async http() {
      const prepared = await prepare();
      const requests = prepared.map(({ checkoutId, fields }) =>
        post(`/v1/checkouts/${checkoutId}/payment`, fields, 'accept: application/json\r\n'),
      );
      const before = await server.usage();
      const load = { count: PAYMENTS, connections: AT_ONCE };
      const { rate } = await requestRate(server.url, load, (index) => requests[index] ?? '');
      const after = await server.usage();
      return { rate, cpuMicros: ((after.cpuMs - before.cpuMs) * 1000) / PAYMENTS };
    },
    async layer() {
      const prepared = await prepare();
      return ownWork(async (index) => {
        const payment = prepared[index];
        if (!payment) return;
        await pay(gateway, payment);
      });
    },
    async sql() {
      const prepared = await prepare();
      return ownWork(async (index) => {
        const { checkoutId = '' } = prepared[index] ?? {};
        await bare.run(freshPayment(new Map([[first.checkoutId, checkoutId]])));
      });
    },
  };
  await takeTurns(WARM_ROUNDS, sides);
  const figures = await takeTurns(ROUNDS, sides);
  await expectAllPaid(db, 3 + 3 * (ROUNDS + WARM_ROUNDS) * PAYMENTS);
  await Promise.all([server.stop(), bare.close()]);
  await db.destroy();

  const compare = (figure: 'rate' | 'cpuMicros', yardstick: 'layer' | 'sql') => ({
    ours: figures.http.map((side) => side[figure]),
    yardstick: figures[yardstick].map((side) => side[figure]),
  });
  return [
    {
      what: `${name}, against the bare ${statements.length} statements`,
      unit: '/s',
      ...compare('rate', 'sql'),
      target: { atLeast: 0.5 },
    },
    { what: `${name}, against our code without HTTP`, unit: '/s', ...compare('rate', 'layer') },
    {
      what: `${name}, node's processor time, bare statements`,
      unit: 'µs',
      ...compare('cpuMicros', 'sql'),
    },
    {
      what: `${name}, node's processor time, without HTTP`,
      unit: 'µs',
      ...compare('cpuMicros', 'layer'),
    },
  ];
}

/** What was measured did take place, on every side. */
async function expectAllPaid(db: Database, expected: number): Promise<void> {
  const { paid } = await db
    .selectFrom('payments')
    .innerJoin('checkouts', 'checkouts.paid_id', 'payments.id')
    .where('payments.state', '=', 'succeeded')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .executeTakeFirstOrThrow();
  if (paid !== expected) throw new Error(`${paid} payments, not ${expected}`);
}

const comparisons: Comparison[] = [];
const { dataDir, remove } = await temporaryDataDir();
comparisons.push(...(await measure('SQLite', { dataDir })));
await remove();
if (isTestedOnPostgres) {
  const { location, drop } = await createTestDatabase();
  comparisons.push(...(await measure('PostgreSQL', location)));
  await drop();
}
printComparisons(
  `Payments with sealed fields (${AT_ONCE} at once, ${ROUNDS} rounds of ${PAYMENTS})`,
  comparisons,
);
if (!isTestedOnPostgres) {
  process.stdout.write('PostgreSQL was left out: name a server in TEST_DATABASE_URL\n');
}
