/**
 * What a payment runs through: the files and functions of ours that are called while it is made, and the
 * statements that it sends to its database: `node bench/payment-way.ts`. With `files` or `sql` it lists
 * them. It goes two ways, a checkout that a form pays with a sealed card, whose merchant then asks for the
 * outcome, and a `POST /v1/payments`; then both once more with a merchant that is told of them. Each way
 * is gone once before, so that what is remembered is not counted.
 */
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SHOP_ORIGIN, sealer } from '../server/tests/support/seal.ts';
import {
  type Answer,
  CARD,
  CARD_FIELDS,
  CHECKOUT,
  startAlone,
} from '../server/tests/support/test-gateway.ts';

const ROOT = join(import.meta.dirname, '..');
const OURS = /^(contract|server)\/(?!tests\/)/;
const [list] = process.argv.slice(2);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** Functions by file, as they were called since this was asked last. */
async function calledByFile(): Promise<Map<string, string[]>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ours = result.flatMap(({ url, functions }): [string, string[]][] => {
    const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : '';
    const called = functions.flatMap(({ functionName, ranges: [whole] }) =>
      whole && whole.count > 0 ? [`${functionName || 'unnamed'}@${whole.startOffset}`] : [],
    );
    return OURS.test(file) && called.length > 0 ? [[file, called]] : [];
  });
  return new Map(ours);
}

await using gateway = await startAlone();
const { call, entityId } = gateway;
const seal = await sealer(gateway, await gateway.createCheckout());

const statements: string[] = [];
// What Kysely's executors share, those of transactions too.
const executors = Object.getPrototypeOf(Object.getPrototypeOf(gateway.gateway.db.getExecutor()));
const { executeQuery } = executors;
executors.executeQuery = function noteAndExecute(query: { sql: string }, ...rest: unknown[]) {
  statements.push(query.sql);
  return executeQuery.call(this, query, ...rest);
};

type Measured = (request: () => Promise<Answer>) => Promise<Answer>;

async function payCheckout(measured: Measured): Promise<void> {
  const created = await measured(() => call('/v1/checkouts', { entityId, ...CHECKOUT }));
  const { id } = created.body;
  const { 'card.number': _number, 'card.cvv': _cvv, ...typed } = CARD;
  const fields = {
    ...typed,
    'sealed[card.number]': await seal(id, 'card.number'),
    'sealed[card.cvv]': await seal(id, 'card.cvv'),
  };
  const headers = { origin: SHOP_ORIGIN, accept: 'application/json' };
  await measured(() => call(`/v1/checkouts/${id}/payment`, fields, { headers }));
  await measured(() => call(`/v1/checkouts/${id}/payment?entityId=${entityId}`));
}

async function payFromServer(measured: Measured): Promise<void> {
  await measured(() => call('/v1/payments', { entityId, ...CHECKOUT, ...CARD_FIELDS }));
}

async function measure(name: string, pay: (measured: Measured) => Promise<void>): Promise<void> {
  await pay((request) => request());
  const files = new Map<string, Set<string>>();
  const sql: string[] = [];
  await pay(async (request) => {
    await calledByFile();
    statements.length = 0;
    const answer = await request();
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    sql.push(...statements);
    for (const [file, called] of await calledByFile()) {
      files.set(file, new Set([...(files.get(file) ?? []), ...called]));
    }
    return answer;
  });
  const functions = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  console.log(`${name}: ${files.size} files, ${functions} functions, ${sql.length} statements`);
  const lists: Record<string, readonly string[]> = {
    files: [...files].sort().map(([file, called]) => `${file}: ${[...called].join(' ')}`),
    sql,
  };
  for (const line of lists[list ?? ''] ?? []) console.log(`  ${line}`);
}

await measure('a checkout, paid by a form', payCheckout);
await measure('a payment of a server', payFromServer);
// Deliveries are not started: the address is not called.
const webhook = { entityId, kind: 'notifications', url: 'https://8.8.8.8/' };
const { status } = await call('/v1/webhooks', webhook);
if (status !== 200) throw new Error(`there is no webhook: ${status}`);
await measure('the same checkout, told to the merchant', payCheckout);
await measure('the same payment, told to the merchant', payFromServer);
