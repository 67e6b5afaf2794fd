/** Webhooks and keys by the administration, while the server runs and delivers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aWhile } from '../tests/support/a-while.ts';
import { DEMO, type RunningServer, startServer } from '../tests/support/gateway-process.ts';
import { PAYMENT_FIELDS } from '../tests/support/payment-fields.ts';
import { startReceiver, status, type TestReceiver } from '../tests/support/receiver.ts';
import { runAdmin } from '../tests/support/run-admin.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { read } from '../tests/webhooks/subscribe.ts';

const { location, drop } = await createTestDatabase();
const environment: Record<string, string> = {
  DATA_DIR: location.dataDir,
  WEBHOOK_ALLOW_PRIVATE: '1',
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
const ENTITY = DEMO.DEMO_ENTITY_ID;
let server: RunningServer;
let receiver: TestReceiver;
beforeAll(async () => {
  server = await startServer(environment);
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver[Symbol.asyncDispose]();
  await drop();
});

const admin = async (...args: string[]) => {
  const { code, stdout, stderr } = await runAdmin(args, environment);
  return { code, stderr, answer: stdout ? JSON.parse(stdout) : undefined };
};
const pay = async (
  fields: Record<string, string> = {},
  token: string = DEMO.DEMO_ACCESS_TOKEN,
): Promise<{ id: string }> => {
  const response = await fetch(`${server.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({
      ...PAYMENT_FIELDS,
      ...fields,
    }),
  });
  return (await response.json()) as { id: string };
};

describe('a webhook by the administration', () => {
  it('is made, shown, tested, replayed, given another secret and deleted', async () => {
    const made = await admin('webhook', 'create', ENTITY, 'notifications', `${receiver.url}/admin`);
    expect(made.answer).toMatchObject({ active: true, secret: expect.stringMatching(/^\w{64}$/) });
    const { id, secret } = made.answer;
    const before = receiver.received.length;
    const paid = await pay();
    const [told] = (await receiver.until(before + 1)).slice(before);
    expect(told && read(told, secret).message.payload.id).toBe(paid.id);
    expect((await admin('webhook', 'list')).answer).toMatchObject([{ id }]);
    const shown = (await admin('webhook', 'show', id)).answer;
    expect(shown.deliveries).toMatchObject([{ subjectId: paid.id }]);
    expect((await admin('webhook', 'replay', id, shown.deliveries[0].id)).code).toBe(0);
    await receiver.until(before + 2);
    expect((await admin('webhook', 'test', id)).answer.test).toMatchObject({ acknowledged: true });
    expect((await admin('webhook', 'secret', id)).answer.secret).not.toBe(secret);
    expect((await admin('webhook', 'delete', id)).answer).toEqual({ deleted: id });
    expect((await admin('webhook', 'list', ENTITY)).answer).toEqual([]);
  });

  it('is changed, paused, resumed and looked into, and what was given up is sent again', async () => {
    const address = `${receiver.url}/looked-into`;
    const { id, secret } = (await admin('webhook', 'create', ENTITY, 'notifications', address))
      .answer;
    const changed = await admin('webhook', 'change', id, '--types', 'PAYMENT', '--fields', 'ALL');
    expect(changed.answer).toMatchObject({ types: ['PAYMENT'], active: true });
    const sample = await admin('webhook', 'test', id, '--type', 'PAYMENT');
    expect(sample.answer.test).toMatchObject({ acknowledged: true });
    expect((await admin('webhook', 'pause', id)).answer).toMatchObject({ active: false });
    const before = receiver.received.length;
    const paid = await pay();
    const list = async (...more: string[]) =>
      (await admin('webhook', 'deliveries', id, ...more)).answer.deliveries;
    const [delivery] = await list('--state', 'waiting', '--payment', paid.id);
    expect(delivery).toMatchObject({ subjectId: paid.id, attempts: 0 });
    expect((await admin('webhook', 'resume', id)).answer).toMatchObject({ active: true });
    await receiver.until(before + 1);
    await expect.poll(async () => (await list('--state', 'delivered'))[0]?.id).toBe(delivery.id);
    const one = (await admin('webhook', 'delivery', id, delivery.id)).answer;
    expect(one).toMatchObject({
      payload: { type: 'PAYMENT', payload: { id: paid.id } },
      attemptList: [{ status: 200, url: address }],
    });
    const none = await admin('webhook', 'replay', id, '--since', '2026-01-01 00:00:00');
    expect(none.answer).toEqual({ replayed: 0, more: false });
    expect((await admin('webhook', 'failing')).answer).toEqual([]);
    expect((await admin('notification-url', 'deliveries', ENTITY)).answer).toMatchObject({
      deliveries: [],
    });
    const leaked = await admin('webhook', 'secret', id, '--overlap', '0');
    expect(leaked.answer.secret).not.toBe(secret);
    const which = await admin('webhook', 'replay', id);
    expect(which.stderr).toContain('name a delivery, or --since MOMENT');
    await admin('webhook', 'delete', id);
  });

  it('is refused with what is wrong', async () => {
    const { url } = receiver;
    const known = (await admin('webhook', 'create', ENTITY, 'events', url)).answer.id;
    for (const [words, why] of [
      [
        ['create', ENTITY, 'letters', 'https://shop.example/'],
        /notifications or events .* "letters"/,
      ],
      [
        ['create', ENTITY, 'events', 'ftp://shop.example/', '--wrapper', 'XML'],
        /url must be .*; it is ftp:\/\/shop.example\/\n {2}wrapper must be one of NONE, JSON; it is XML/,
      ],
      [
        ['create', ENTITY, 'events', 'https://jane:s3cret@shop.example/'],
        /url must be .*; it is https:\/\/jane:…@shop.example\/$/m,
      ],
      [['secret', known, '--overlap', '-1'], /overlap .*; it is -1$/m],
      [['show', 'nowhere'], /^there is no webhook nowhere$/m],
      [['create', ENTITY, 'events'], /^webhook create needs URL$/m],
    ] as const) {
      const { code, stderr } = await admin('webhook', ...words);
      expect(code).toBe(2);
      expect(stderr).toMatch(why);
    }
  });
});

describe('the notificationUrl of a request', () => {
  it('gets that payment’s notifications by the entity’s key, and what was kept before there is one', async () => {
    // The demo merchant has a key from the first start.
    const merchant = (await admin('entity', 'create', 'merchant', 'Bookshop')).answer;
    const channel = (await admin('entity', 'create', 'channel', 'Web', '--parent', merchant.id))
      .answer;
    const { token } = (await admin('token', 'issue', channel.id, '--label', 'web')).answer;
    const before = receiver.received.length;
    const notificationUrl = `${receiver.url}/request?order=1`;
    const first = await pay({ notificationUrl }, token);
    await pay({}, token);
    await aWhile(800);
    expect(receiver.received).toHaveLength(before);

    const short = await admin('entity', 'key', channel.id, '--key', 'ab'.repeat(16));
    expect(short.code).toBe(2);
    expect(short.stderr).toMatch(/64 hexadecimal/);
    const { key } = (await admin('entity', 'key', channel.id)).answer;
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const [kept] = (await receiver.until(before + 1)).slice(before);
    expect(kept?.path).toBe('/request?order=1');
    expect(kept && read(kept, key).message.payload.id).toBe(first.id);

    // A new key: a receiver that has only the old one still gets messages for a day.
    const renewed = (await admin('entity', 'key', channel.id)).answer.key;
    expect(renewed).not.toBe(key);
    receiver.answer((response, call) => {
      try {
        read(call, key);
        status(200)(response, call);
      } catch {
        status(400)(response, call);
      }
    });
    const second = await pay({ notificationUrl }, token);
    const calls = (await receiver.until(before + 3)).slice(before + 1);
    expect(calls.map((call) => read(call, renewed, key).message.payload.id)).toEqual([
      second.id,
      second.id,
    ]);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});
