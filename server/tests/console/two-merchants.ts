/** Two merchants of one gateway, each with a channel, things of every kind, and administrators of each role. */
import type { AdminRole } from '../../../contract/admin-api.ts';
import { hashPassword } from '../../console/sign-in/passwords.ts';
import { startSession } from '../../console/sign-in/sessions.ts';
import { issueToken } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { newId } from '../../gateway/ids.ts';
import { createSubscription } from '../../notifications/subscriptions.ts';
import { realNow } from '../../store/clock.ts';
import type { ConsoleAnswer, TestConsole } from '../support/console-client.ts';
import { CARD_FIELDS, type TestGateway } from '../support/test-gateway.ts';

export const PASSWORD = 'correct horse battery';
const hashed = await hashPassword(PASSWORD);

export interface Merchant {
  readonly id: string;
  readonly channel: string;
  readonly webhook: string;
  /** What no answer to another merchant may have. */
  readonly secrets: string[];
  pay(paymentType?: string): Promise<string>;
  /** One that is not paid. */
  checkout(): Promise<string>;
  /** A saved card. */
  registration(): Promise<string>;
  chargeback(): Promise<string>;
  /** One that pays with it. */
  schedule(registration: string): Promise<string>;
  /** Of the message of a payment. */
  delivery(payment: string): Promise<string>;
  approval(): Promise<string>;
  token(): Promise<string>;
  /** A member of its staff, with a name of their own. */
  colleague(): Promise<string>;
  /** A passkey of a colleague. */
  passkey(name: string): Promise<string>;
}

export interface Caller {
  readonly name: string;
  ask(to: TestConsole, path: string, method: string, body?: object): Promise<ConsoleAnswer>;
}

/** The rows of everything that the console can change. */
export async function everything({ gateway }: TestGateway): Promise<Record<string, unknown[]>> {
  const tables = [
    ...['administrators', 'access_tokens', 'audit_log', 'deliveries', 'entities', 'messages'],
    ...[
      'payments',
      'checkouts',
      'registrations',
      'schedules',
      'webhooks',
      'webhook_secrets',
      'console_links',
      'console_sessions',
      'console_recovery_codes',
    ],
    ...['font_files', 'page_script_decisions', 'simulator_behaviours', 'watched_pages'],
    ...['console_passkeys', 'console_challenges', 'console_views', 'console_approvals'],
  ] as const;
  const rows = await Promise.all(
    tables.map((table) =>
      gateway.db
        .selectFrom(table as 'payments')
        .selectAll()
        .execute(),
    ),
  );
  return Object.fromEntries(
    tables.map((table, n) => [table, (rows[n] ?? []).map((row) => JSON.stringify(row)).sort()]),
  );
}

let count = 0;
const next = (what: string) => {
  count += 1;
  return `${what} ${String(count).padStart(5, '0')}`;
};

export async function openShop(server: TestGateway, name: string): Promise<Merchant> {
  const { gateway, call } = server;
  const { db, vault } = gateway;
  const merchant = await createEntity(db, { kind: 'merchant', name });
  const channel = await createEntity(db, {
    ...{ kind: 'channel', name: `Channel of ${name}`, parentId: merchant.id },
  });
  const { token } = await issueToken(db, { entityId: merchant.id, label: `server of ${name}` });
  const { webhook } = await createSubscription(db, vault, {
    ...{ entityId: channel.id, url: `https://${name.toLowerCase()}.example/hook` },
    ...{ kind: 'notifications', types: [], wrapper: 'NONE', fields: 'ALL' },
  });
  const secrets = [merchant.id, channel.id, webhook.id, name];
  const kept = (id: string) => {
    secrets.push(id);
    return id;
  };
  const make = async (path: string, fields: Readonly<Record<string, string>>) => {
    const { body } = await call(
      path,
      { entityId: channel.id, ...fields },
      {
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
      },
    );
    if (!body.id) throw new Error(JSON.stringify(body));
    return kept(body.id);
  };
  const order = { amount: '92.00', currency: 'EUR' };
  const pay: Merchant['pay'] = (paymentType = 'DB') =>
    make('/v1/payments', { ...order, paymentType, ...CARD_FIELDS });
  return {
    ...{ id: merchant.id, channel: channel.id, webhook: webhook.id, secrets, pay },
    checkout: () => make('/v1/checkouts', { ...order, paymentType: 'DB' }),
    chargeback: async () => make(`/sandbox/payments/${await pay()}/chargeback`, {}),
    registration: () => make('/v1/registrations', CARD_FIELDS),
    schedule: (registrationId) =>
      make('/scheduling/v1/schedules', {
        ...{ ...order, registrationId, paymentType: 'SD' },
        ...{ 'job.dayOfMonth': '5', 'job.hour': '7' },
      }),
    async delivery(payment) {
      const { id } = await db
        .selectFrom('deliveries')
        .innerJoin('messages', 'messages.id', 'deliveries.message_id')
        .select('deliveries.id')
        .where('messages.group_id', '=', payment)
        .executeTakeFirstOrThrow();
      return kept(id);
    },
    async approval() {
      const id = kept(newId());
      await db
        .insertInto('console_approvals')
        .values({
          ...{ id, payment_id: await pay(), entity_id: channel.id, amount: 100, currency: 'EUR' },
          ...{ state: 'waiting', asked_by: 'An agent', asked_at: realNow(), decided_by: null },
        })
        .execute();
      return id;
    },
    async token() {
      const label = next(`token of ${name}`);
      const scopes = ['payments'] as const;
      return kept((await issueToken(db, { entityId: channel.id, label, scopes })).id);
    },
    colleague: async () =>
      kept(await employ(server, next(`Colleague of ${name}`), 'support', merchant.id)),
    async passkey(owner) {
      const id = kept(newId());
      await db
        .insertInto('console_passkeys')
        .values({
          ...{ id, name: owner, label: 'laptop', public_key: 'AA', counter: 0 },
          ...{ created_at: realNow(), used_at: null },
        })
        .execute();
      return id;
    },
  };
}

async function employ(
  { gateway: { db } }: TestGateway,
  name: string,
  role: AdminRole,
  entityId: string | null,
): Promise<string> {
  await db
    .insertInto('administrators')
    .values({
      ...{ name, role, entity_id: entityId, password: hashed, key_hash: `none of ${name}` },
      ...{ created_at: realNow(), removed_at: null },
    })
    .execute();
  return name;
}

/** An administrator with a session that has just begun: each of their own, as some requests end it. */
export async function caller(
  server: TestGateway,
  role: AdminRole,
  { id, secrets }: Pick<Merchant, 'id' | 'secrets'>,
): Promise<Caller> {
  const { db } = server.gateway;
  const name = await employ(server, next(`The ${role}`), role, id);
  secrets.push(name);
  const token = await startSession(db, name, 'a test');
  const { csrf_token } = await db
    .selectFrom('console_sessions')
    .select('csrf_token')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return {
    name,
    ask: (to, path, method, body) =>
      to.ask(path, method === 'GET' ? undefined : (body ?? {}), {
        method,
        headers: {
          ...{ cookie: `__Host-console=${token}`, 'x-csrf-token': csrf_token },
          ...{ 'content-type': 'application/json', 'idempotency-key': next('key') },
        },
      }),
  };
}
