/** Role × route × merchant: what each administrator is answered, and that a refusal changes and tells nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '../../gateway/access/index.ts';
import { openApiOf } from '../support/admin-openapi.ts';
import { servedRoutes, startConsole } from '../support/console-client.ts';
import { startAlone } from '../support/test-gateway.ts';
import { ROWS, type RouteRequest, type Row, send } from './rows.ts';
import { type Caller, caller, everything, type Merchant, openShop } from './two-merchants.ts';

const server = await startAlone({ logsRequests: true });
const { gateway } = server;
const { vault } = gateway;
const console = await startConsole(gateway);
/** Another instance, whose audit log cannot be written. */
const silent = await startConsole({
  ...gateway,
  vault: {
    ...vault,
    keyedHash: (use) => {
      if (use === 'audit log') throw new Error('the audit log cannot be written');
      return vault.keyedHash(use);
    },
  },
});
const openApi = await openApiOf(console);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await silent[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let ours: Merchant;
let theirs: Merchant;
beforeAll(async () => {
  ours = await openShop(server, 'Ours');
  theirs = await openShop(server, 'Theirs');
  for (const merchant of [ours, theirs]) {
    await merchant.pay();
    await merchant.checkout();
    await merchant.chargeback();
    await merchant.schedule(await merchant.registration());
    await merchant.approval();
    await merchant.token();
    await merchant.colleague();
  }
});

const prepared = async (row: Row, merchant: Merchant, by: Caller): Promise<RouteRequest> =>
  (await row.prepare?.({ server, console, merchant, caller: by })) ?? {};
const withoutSession = (path: string, method: string, body?: object) =>
  console.ask(path, method === 'GET' ? undefined : (body ?? {}), {
    method,
    headers: { 'content-type': 'application/json' },
  });
const writes = ({ route }: Row) => !route.startsWith('GET ');

it('each answer has the id of its request, also where nobody is signed in', async () => {
  const { headers } = await console.ask('/admin/v1/session', undefined, {
    headers: { 'x-request-id': 'ticket-4711' },
  });
  expect(headers.get('x-request-id')).toBe('ticket-4711');
});

it('has a row for each route, and a route for each row', () => {
  const served = servedRoutes(console);
  const rows = ROWS.map(({ route }) => route);
  expect(served.filter((route) => !rows.includes(route))).toEqual([]);
  expect(rows.filter((route) => !served.includes(route))).toEqual([]);
});

it('asks for session, role and token also where the address is written in another way', async () => {
  const path = '/%61dmin/v1/tokens';
  expect((await console.ask(path)).status).toBe(401);
  const agent = await caller(server, 'support', ours);
  expect((await agent.ask(console, path, 'GET')).body.reason).toBe('forbidden');
  const owner = await console.administrator('Ottilie', 'owner', ours.id);
  const { status, headers } = await owner.ask(path);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const body = { entityId: ours.channel, label: 'a new one' };
  const unsigned = await owner.ask(path, body, { headers: { 'x-csrf-token': '' } });
  expect(unsigned.body.reason).toBe('csrf');
});

describe('without a session', () => {
  it.each(ROWS)('$route', async (row) => {
    const owner = await caller(server, 'owner', ours);
    const request = await prepared(row, ours, owner);
    const before = await everything(server);
    const { status, body } = await send(row, request, withoutSession);
    if (row.needs === 'signed out') return expect(status).toBe(row.status ?? 200);
    expect({ status, body }).toMatchObject({ status: 401, body: { reason: 'signed-out' } });
    expect(await everything(server)).toEqual(before);
  });
});

describe.each([...ROLES])('the role %s', (role) => {
  // One row makes the merchant's bank slow: payments of later rows would wait five seconds each.
  afterAll(async () => {
    await gateway.db.deleteFrom('simulator_behaviours').execute();
  });
  const mayNot = ({ needs }: Row) =>
    needs !== 'anyone' && needs !== 'signed out' && ROLES.indexOf(role) < ROLES.indexOf(needs);
  const rows = ROWS.filter(({ needs }) => needs !== 'signed out');

  it.each(rows.filter(mayNot))('may not $route', async (row) => {
    const by = await caller(server, role, ours);
    const request = await prepared(row, ours, by);
    const before = await everything(server);
    const { status, body } = await send(row, request, (...sent) => by.ask(console, ...sent));
    expect({ status, body }).toEqual({
      status: 403,
      body: { reason: 'forbidden', description: 'your role does not allow this' },
    });
    expect(openApi.problemsOf(row.route, request, { status, body })).toEqual([]);
    expect(await everything(server)).toEqual(before);
  });

  it.each(rows.filter((row) => !mayNot(row)))('may $route', async (row) => {
    const by = await caller(server, role, ours);
    const request = await prepared(row, ours, by);
    const before = await everything(server);
    const { status, body } = await send(row, request, (...sent) => by.ask(console, ...sent));
    expect(status, JSON.stringify(body)).toBe(row.status ?? 200);
    expect(openApi.problemsOf(row.route, request, { status, body })).toEqual([]);
    const isChanged = JSON.stringify(await everything(server)) !== JSON.stringify(before);
    // The file of payments is noted, although it changes nothing.
    const isNoted = writes(row) || row.route.endsWith('.csv');
    const isDone = (row.status ?? 200) < 400;
    expect(isChanged).toBe(isNoted && isDone);
  });
});

describe.each([
  ['ours', () => [ours, theirs] as const],
  ['theirs', () => [theirs, ours] as const],
])('an owner of another merchant, of things that are %s', (_, pair) => {
  it.each(ROWS.filter(({ foreign }) => foreign))('is refused $route', async (row) => {
    const [merchant, other] = pair();
    const owner = await caller(server, 'owner', merchant);
    const stranger = await caller(server, 'owner', other);
    const request = await prepared(row, merchant, owner);
    const before = await everything(server);
    const { status, body } = await send(row, request, (...sent) => stranger.ask(console, ...sent));
    expect(status).toBe(row.foreign);
    expect(body.reason).toBe(row.foreign === 404 ? 'not-found' : 'forbidden');
    expect(openApi.problemsOf(row.route, request, { status, body })).toEqual([]);
    const said = JSON.stringify(body);
    expect(merchant.secrets.filter((secret) => said.includes(secret))).toEqual([]);
    expect(await everything(server)).toEqual(before);
  });

  const reads = ROWS.filter(
    ({ route, needs }) => route.startsWith('GET ') && needs !== 'signed out',
  );
  it.each(reads.filter(({ route }) => !route.includes(':')))(
    'reads none at $route',
    async (row) => {
      const [merchant, other] = pair();
      const stranger = await caller(server, 'owner', other);
      const { status, body } = await send(row, {}, (...sent) => stranger.ask(console, ...sent));
      expect(status).toBe(200);
      const said = JSON.stringify(body);
      expect(merchant.secrets.filter((secret) => said.includes(secret))).toEqual([]);
    },
  );

  it('is told of their own by the same lists', async () => {
    const [, other] = pair();
    const own = await caller(server, 'owner', other);
    for (const list of [
      'administrators',
      'payments',
      'checkouts',
      'registrations',
      'schedules',
      'chargebacks',
      'settlement',
      'approvals',
      'webhooks',
      'requests',
      'tokens',
      'session',
    ]) {
      const { body } = await own.ask(console, `/admin/v1/${list}`, 'GET');
      const said = JSON.stringify(body);
      expect(
        other.secrets.some((secret) => said.includes(secret)),
        list,
      ).toBe(true);
    }
  });
});

describe('where the audit log cannot be written, nothing is done', () => {
  const rows = ROWS.filter((row) => writes(row) && !row.unaudited);
  it.each(rows)('$route', async (row) => {
    const owner = await caller(server, 'owner', ours);
    const request = await prepared(row, ours, owner);
    const before = await everything(server);
    const ask = (path: string, method: string, body?: object) =>
      owner.ask(silent, path, method, body);
    const { status } = await send(row, request, ask);
    expect(status).toBe(500);
    expect(await everything(server)).toEqual(before);
  });
});
