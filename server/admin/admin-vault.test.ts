/** Changing VAULT_KEYS as an operator does it: beside running instances, until the old key can go. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_EVIDENCE } from '../../contract/field-evidence.ts';
import type { SealedField } from '../../contract/sealed-value.ts';
import { newId } from '../gateway/ids.ts';
import { connectorSecret } from '../gateway/processors/connector-secrets.ts';
import { secretsOf } from '../notifications/secrets.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { inTransaction } from '../store/dialect.ts';
import { CVV_KEY_TABLES } from '../store/tables/vault-tables.ts';
import {
  DEMO,
  type RunningServer,
  runScript,
  startServer,
} from '../tests/support/gateway-process.ts';
import { sealWith } from '../tests/support/seal.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { CARD } from '../tests/support/test-gateway.ts';
import { EPOCH_MS } from '../vault/cvv-keys.ts';
import type { SealingJwk } from '../vault/sealing-keys.ts';
import { openVault } from '../vault/vault.ts';
import { ENVELOPE_COLUMNS } from './vault-keys.ts';

const [OLD, NEW, NEWER] = ['old', 'new', 'newer'].map(
  (id) => `${id}:${randomBytes(32).toString('base64')}`,
) as [string, string, string];
const { location, drop } = await createTestDatabase();
const place = {
  DATA_DIR: location.dataDir,
  WEBHOOK_ALLOW_PRIVATE: '1',
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
const running: RunningServer[] = [];
const start = async (VAULT_KEYS: string) => {
  const server = await startServer({ ...place, VAULT_KEYS });
  running.push(server);
  return server;
};
let db: Database;
beforeAll(async () => {
  db = await openDatabase(location);
});
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill()));
  await db.destroy();
  await drop();
});

const CHANNEL = DEMO.DEMO_ENTITY_ID;
const { shopperResultUrl, ...card } = CARD as Record<string, string>;
const DEBIT = { amount: '10.00', currency: 'EUR', paymentType: 'DB' };

async function post(
  server: RunningServer,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`, ...headers },
    body: new URLSearchParams(fields),
  });
  return answer.json();
}
async function admin(keys: string, args: readonly string[], input = '') {
  const variables = { ...place, VAULT_KEYS: keys };
  const { code, stdout, stderr } = await runScript('server/admin/admin.ts', args, variables, input);
  return { code, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
}
const vaultWith = (vaultKeys: string) => openVault({ db, vaultKeys, dataDir: location.dataDir });

/** Every text of every table that looks like an envelope: its table and column, and its key. */
async function envelopesInTables(): Promise<{ column: string; key: string }[]> {
  const tables = await db.introspection.getTables();
  const found = tables.map(async ({ name }) => {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    );
    return rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => {
        const [, key] = /^v1\.([A-Za-z0-9_-]{1,32})\.[A-Za-z0-9_-]+$/.exec(String(value)) ?? [];
        return key === undefined ? [] : [{ column: `${name}.${column}`, key }];
      }),
    );
  });
  return (await Promise.all(found)).flat();
}

describe('the old key', () => {
  let registration = '';
  let webhook = { id: '', secret: '' };
  let sealingKey: SealingJwk;
  let answered = { id: '' };
  const KEY = { 'idempotency-key': 'order-1' };
  const waiting = { recordId: newId(), entityId: CHANNEL };
  const { 'card.number': number = '', 'card.cvv': cvv = '', ...rest } = card;
  const PROCESSOR_TOKEN = 'the-token-at-our-processor';

  it('can go after a rotation beside two running instances, and everything still opens', async () => {
    const first = await start(OLD);
    registration = (await post(first, '/v1/registrations', card)).id;
    answered = await post(first, '/v1/payments', { ...DEBIT, ...card }, KEY);
    const made = ['webhook', 'create', CHANNEL, 'notifications', `${first.url}/v1/resultcodes`];
    const { id } = (await admin(OLD, made)).answer;
    // Twice: then there is one before the one before, too.
    await admin(OLD, ['webhook', 'secret', id]);
    webhook = (await admin(OLD, ['webhook', 'secret', id])).answer;
    await admin(OLD, ['connector', 'secret', CHANNEL, 'token'], PROCESSOR_TOKEN);
    await admin(OLD, ['applepay', 'key', CHANNEL, 'payment']);
    const { release } = await (await fetch(`${first.url}/v1/scripts.json`)).json();
    const framed = (await post(first, '/v1/checkouts', DEBIT)).id;
    const path = `/v1/frames/${release}/${framed}/number.html`;
    const frame = await (await fetch(first.url + path)).text();
    const encoded = /data-key='([^']+)'/.exec(frame)?.[1] ?? '';
    sealingKey = JSON.parse(encoded);
    // What a payment with a stored card keeps while it is with its bank.
    const keptBy = await vaultWith(OLD);
    const purgeAt = Date.now() + 3_600_000;
    await inTransaction(db, async (trx) => {
      await keptBy.keepCard(trx, { ...waiting, number, purgeAt });
      await keptBy.keepCvv(trx, { ...waiting, cvv, purgeAt });
    });
    // A key of each epoch, and one as the releases up to 0.2 wrote it.
    const begin = Date.now();
    for (let epoch = 0; epoch < CVV_KEY_TABLES.length; epoch += 1) {
      vi.spyOn(Date, 'now').mockReturnValue(begin + epoch * EPOCH_MS);
      const kept = { ...waiting, recordId: newId(), cvv, purgeAt };
      await inTransaction(db, (trx) => keptBy.keepCvv(trx, kept));
    }
    vi.restoreAllMocks();
    await db
      .insertInto('card_cvvs')
      .values({ record_id: 'earlier', entity_id: CHANNEL, cvv: 'sealed', purge_at: purgeAt })
      .execute();
    const place = { recordId: 'earlier', entityId: CHANNEL, purpose: 'cvv key' };
    await db
      .insertInto('cvv_keys')
      .values({ record_id: 'earlier', wrapped_key: keptBy.wrapText('key', place) })
      .execute();
    // An administrator with an authenticator app, and another one begun.
    const secret = keptBy.wrapText('SECRET', {
      ...{ recordId: 'Ada', entityId: 'console', purpose: 'authenticator' },
    });
    await db
      .insertInto('administrators')
      .values({
        ...{ name: 'Ada', role: 'owner', key_hash: 'none of Ada', created_at: begin },
        ...{ authenticator: secret, pending_authenticator: secret },
      })
      .execute();
    await first.stop();

    const listed = ENVELOPE_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    const columns = new Set((await envelopesInTables()).map(({ column }) => column));
    // The CVV itself lies under a key of its own, which lies under the master key.
    expect([...columns].sort()).toEqual([...listed, 'card_cvvs.cvv'].sort());

    const [one, two] = await Promise.all([start(`${NEW},${OLD}`), start(`${NEW},${OLD}`)]);
    const use = (await admin(`${NEW},${OLD}`, ['vault', 'keys'])).answer;
    expect(use).toMatchObject([
      { key: 'new', encrypts: true },
      { key: 'old', encrypts: false, envelopes: expect.any(Number) },
    ]);
    expect(use[1].envelopes).toBeGreaterThan(6);

    let rotating = true;
    const shoppers = [one, two].map(async (server) => {
      const codes: string[] = [];
      while (rotating) {
        const path = `/v1/registrations/${registration}/payments`;
        codes.push((await post(server, path, DEBIT)).result.code);
        codes.push((await post(server, '/v1/payments', { ...DEBIT, ...card })).result.code);
      }
      return codes;
    });
    const rotation = await admin(`${NEW},${OLD}`, ['vault', 'rotate']);
    rotating = false;
    const codes = (await Promise.all(shoppers)).flat();
    expect(codes.length).toBeGreaterThan(4);
    expect(new Set(codes)).toEqual(new Set(['000.100.110']));

    expect(rotation.code, rotation.stderr).toBe(0);
    expect(rotation.answer).toMatchObject({
      unopened: [],
      keys: [{}, { key: 'old', envelopes: 0 }],
    });
    for (const [holds, n] of Object.entries(rotation.answer.rewrapped)) {
      // Instances open the vault's own secret at their start, and wrap it anew then.
      if (holds !== 'secrets of the vault') expect(n, holds).toBeGreaterThan(0);
    }
    expect((await envelopesInTables()).filter(({ key }) => key === 'old')).toEqual([]);
    await Promise.all([one.stop(), two.stop()]);

    const after = await start(NEW);
    const paid = await post(after, `/v1/registrations/${registration}/payments`, DEBIT);
    expect(paid.result.code).toBe('000.100.110');
    expect(await post(after, '/v1/payments', { ...DEBIT, ...card }, KEY)).toEqual(answered);

    const checkout = (await post(after, '/v1/checkouts', DEBIT)).id;
    const page = { headers: { origin: 'https://shop.example' } };
    const asked = await fetch(`${after.url}/v1/checkouts/${checkout}/form`, page);
    const { nonce } = await asked.json();
    const sealing = await sealWith(sealingKey);
    const seal = (field: SealedField, value: string) =>
      sealing({
        nonce,
        checkoutId: checkout,
        field,
        origin: 'https://shop.example',
        at: Date.now(),
        value,
        evidence: NO_EVIDENCE,
      });
    const sealed = {
      ...rest,
      'sealed[card.number]': await seal('card.number', number),
      'sealed[card.cvv]': await seal('card.cvv', cvv),
      ...(shopperResultUrl && { shopperResultUrl }),
    };
    const form = await post(after, `/v1/checkouts/${checkout}/payment`, sealed, {
      origin: 'https://shop.example',
    });
    expect(form.result.code).toBe('000.100.110');

    const vault = await vaultWith(NEW);
    expect(await vault.readCard(db, waiting)).toEqual({ number, cvv });
    expect(await connectorSecret(db, vault, CHANNEL, 'token')).toBe(PROCESSOR_TOKEN);
    const row = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhook.id)
      .executeTakeFirstOrThrow();
    expect(await secretsOf(db, vault, row)).toEqual([
      webhook.secret,
      expect.stringMatching(/^\w{64}$/),
      expect.stringMatching(/^\w{64}$/),
    ]);
    await after.stop();
  });

  it('that was taken away too early is named, and what lies under it', async () => {
    const server = await start(`${NEWER},${NEW}`);
    await server.stop();
    const { code, answer } = await admin(NEWER, ['vault', 'rotate']);
    expect(code).toBe(1);
    expect(answer.unopened).toContain(`card_numbers ${registration}`);
    expect(answer.keys).toEqual([
      { key: 'newer', encrypts: true, envelopes: 1 },
      { key: null, encrypts: false, envelopes: answer.unopened.length },
    ]);
    const wrong = await admin(OLD, ['vault', 'rotate']);
    expect(wrong).toMatchObject({ code: 2, answer: undefined });
    expect(wrong.stderr).toMatch(
      /^VAULT_KEYS cannot be used: there is no key "newer".*need the same VAULT_KEYS/,
    );
    expect(wrong.stderr).not.toContain('  at ');
  });

  it('a rotation that is killed goes on where it was', async () => {
    const vault = await vaultWith(`${NEWER},${NEW}`);
    await inTransaction(db, async (trx) => {
      for (let n = 0; n < MANY; n += 1) {
        await vault.keepCard(trx, { ...card0(), recordId: newId(), purgeAt: null });
      }
    });
    const keys = `${NEW},${NEWER}`;
    const child = spawn(process.execPath, ['server/admin/admin.ts', 'vault', 'rotate'], {
      env: { ...process.env, ...place, VAULT_KEYS: keys },
      stdio: 'ignore',
    });
    const underNew = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from card_numbers
        where number like 'v1.new.%'`.execute(db);
      return Number(rows[0]?.n);
    };
    const before = await underNew();
    const ended = once(child, 'exit');
    while ((await underNew()) === before) {
      expect(child.exitCode).toBe(null);
    }
    child.kill('SIGKILL');
    await ended;
    const done = (await underNew()) - before;
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(MANY);

    const { code, answer } = await admin(keys, ['vault', 'rotate']);
    expect(code).toBe(0);
    expect(answer.rewrapped['card numbers']).toBe(MANY - done);
    expect(answer.keys[1]).toEqual({ key: 'newer', encrypts: false, envelopes: 0 });
  });
});

const MANY = 4_000;
const card0 = () => ({ entityId: CHANNEL, number: '4200000000000000' });
