/** Deliveries in the console: found, opened, sent again; and what else is done with a webhook. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryItem } from '../../../contract/admin-api.ts';
import { auditEntries, issueToken } from '../../gateway/access/index.ts';
import { createEntity } from '../../gateway/entities/entities.ts';
import { createSubscription } from '../../notifications/subscriptions.ts';
import { type Client, startConsole } from '../../tests/support/console-client.ts';
import { startReceiver, status, type TestReceiver } from '../../tests/support/receiver.ts';
import { CARD_FIELDS, CHECKOUT, startTestGateway } from '../../tests/support/test-gateway.ts';
import { payByCard, read, type Subscription, subscribe } from '../../tests/webhooks/subscribe.ts';

const test = await startTestGateway({ delivers: true });
const { gateway, entityId } = test;
const { db } = gateway;
const console = await startConsole(gateway);
afterAll(async () => {
  await console[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

const JSON_BODY = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let operator: Client;
let agent: Client;
let receiver: TestReceiver;
let webhook: Subscription;
beforeAll(async () => {
  operator = await console.administrator('Opal', 'operator');
  agent = await console.administrator('Sam', 'support');
  receiver = await startReceiver();
  webhook = await subscribe(test, receiver);
});
afterAll(() => receiver[Symbol.asyncDispose]());

let keys = 0;
const post = (client: Client, path: string, body: object = {}, key = `key ${keys++}`) =>
  client.ask(`/admin/v1/webhooks/${webhook.id}/${path}`, body, {
    headers: { ...JSON_BODY, 'idempotency-key': key },
  });
const look = async (path = '', client = agent) =>
  (await client.ask(`/admin/v1/webhooks/${webhook.id}${path}`)).body;
const pay = async () => (await payByCard(test)).body.id as string;
const soon = (check: () => unknown) => expect.poll(check, { interval: 40 });
/** As the schedule does it after its last attempt. */
const giveUp = (id: string) =>
  db
    .updateTable('deliveries')
    .set({ state: 'given_up', due_at: null, given_up_at: Date.now() })
    .where('webhook_id', '=', id)
    .execute();
async function audited(action: string) {
  const entries = [];
  for await (const entry of auditEntries(db)) if (entry.action === action) entries.push(entry);
  return entries;
}
const itemOf = async (payment: string) =>
  (await look(`/deliveries?payment=${payment}`)).items[0] ?? {};

describe('the deliveries of a webhook', () => {
  it('are filtered by state, type, payment and time', async () => {
    const before = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString();
    const payment = await pay();
    await soon(async () => (await itemOf(payment)).state).toBe('delivered');
    const count = async (query: string) => (await look(`/deliveries?${query}`)).items.length;
    expect(await itemOf(payment)).toMatchObject({
      ...{ type: 'PAYMENT', subjectId: payment, paymentId: payment, attempts: 1, lastStatus: 200 },
      nextAttemptAt: null,
    });
    const mine = `payment=${payment}`;
    expect(await count(`${mine}&state=delivered`)).toBe(1);
    expect(await count(`${mine}&state=given_up`)).toBe(0);
    expect(await count(`${mine}&type=REGISTRATION`)).toBe(0);
    expect(await count(`${mine}&from=${before}`)).toBe(1);
    expect(await count(`${mine}&until=${before}`)).toBe(0);
  });

  it('come page by page, each once', async () => {
    await Promise.all(Array.from({ length: 60 }, pay));
    const pages: string[][] = [];
    for (let cursor = ''; ; ) {
      const { items, next } = await look(`/deliveries${cursor}`);
      pages.push(items.map(({ id }: { id: string }) => id));
      if (next === null) break;
      cursor = `?cursor=${next}`;
    }
    expect(pages[0]).toHaveLength(50);
    const all = pages.flat();
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all).size).toBe(all.length);
  });

  it.each([
    ['state=none', 'state'],
    ['from=yesterday', 'from'],
    ['payment=x', 'payment'],
    ['type=nothing', 'type'],
    ['cursor=ffffffffffffffffffffffffffffffff', 'after'],
    [`payment=${'x'.repeat(10_000)}`, 'payment'],
  ])('are refused for %s', async (query, name) => {
    const { status: code, body } = await agent.ask(
      `/admin/v1/webhooks/${webhook.id}/deliveries?${query}`,
    );
    expect(code).toBe(400);
    expect(body.parameterErrors[0].name).toBe(name);
  });

  it('are opened to payload, headers and every attempt, with what was answered', async () => {
    receiver.answer(status(500, {}, `<b>no</b>${'x'.repeat(5_000)}`));
    const payment = await pay();
    await soon(async () => (await itemOf(payment)).attempts).toBe(1);
    receiver.answer(status(200, {}, 'yes'));
    const { id } = await itemOf(payment);
    expect((await post(agent, 'resend', { deliveries: [id] })).status).toBe(202);
    await soon(async () => (await itemOf(payment)).state).toBe('delivered');
    const whole = await look(`/deliveries/${id}`);
    expect(whole).toMatchObject({
      ...{ id, webhookId: webhook.id, url: `${receiver.url}/hook`, paymentId: payment },
      payload: { type: 'PAYMENT', payload: { id: payment } },
      headers: { 'webhook-channel-id': entityId, 'webhook-sequence-of': payment },
      attemptList: [{ status: 500 }, { status: 200, answer: 'yes' }],
    });
    const [first] = whole.attemptList;
    expect(first.answer).toMatch(/^<b>no<\/b>x+$/);
    expect(first.answer).toHaveLength(1_024);
    expect(first.durationMs).toBeGreaterThanOrEqual(0);
    expect(first.headers).toHaveProperty('x-initialization-vector');
  });
});

describe('what is done with a webhook', () => {
  it('all that were given up since a time are sent again, once for each key', async () => {
    const payment = await pay();
    await soon(async () => (await itemOf(payment)).state).toBe('delivered');
    await giveUp(webhook.id);
    const { givenUp } = await look();
    expect(givenUp).toBeGreaterThan(60);
    const since = { givenUpSince: '2026-01-01T00:00:00Z' };
    const none = await post(agent, 'resend', { givenUpSince: '2999-01-01T00:00:00Z' });
    expect(none.body).toEqual({ resent: 0, more: false });
    const twice = [
      await post(agent, 'resend', since, 'same'),
      await post(agent, 'resend', since, 'same'),
    ];
    expect(twice.map(({ body }) => body)).toEqual([
      { resent: givenUp, more: false },
      { resent: givenUp, more: false },
    ]);
    await soon(async () => (await look()).givenUp).toBe(0);
    const [, ...lines] = (await audited('messages resent')).map(({ actor, subject, detail }) => ({
      ...{ actor, subject, detail: JSON.parse(detail) },
    }));
    expect(lines).toEqual([
      {
        ...{ actor: 'administrator Sam', subject: webhook.id },
        detail: { ...since, messages: givenUp },
      },
    ]);
  });

  it.each([
    [{}, 'deliveries'],
    [{ deliveries: ['f'.repeat(32)], givenUpSince: '2026-01-01T00:00:00Z' }, 'deliveries'],
    [{ deliveries: ['f'.repeat(32)] }, 'deliveries'],
    [{ deliveries: [] }, 'deliveries'],
    [{ deliveries: ['nothing'] }, 'deliveries.0'],
    [{ deliveries: ['4200000000000000'] }, 'deliveries'],
    [{ givenUpSince: 'today' }, 'givenUpSince'],
  ])('sending again is refused for %j', async (body, name) => {
    const refused = await post(agent, 'resend', body);
    expect(refused.status).toBe(400);
    expect(refused.body.parameterErrors[0].name).toBe(name);
    expect(JSON.stringify(refused.body)).not.toContain('4200000000000000');
  });

  it('needs a key', async () => {
    const path = `/admin/v1/webhooks/${webhook.id}/pause`;
    const refused = await operator.ask(path, {});
    expect(refused.body.parameterErrors[0].name).toBe('idempotency-key');
  });

  it('paused it keeps what happens, and resumed it sends that', async () => {
    expect((await post(operator, 'pause')).body.state).toBe('paused');
    const payment = await pay();
    expect(await itemOf(payment)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect((await post(operator, 'resume')).body).toMatchObject({
      state: 'active',
      pausedAt: null,
    });
    await soon(async () => (await itemOf(payment)).state).toBe('delivered');
    expect(await audited('webhook paused')).toHaveLength(1);
    expect(await audited('webhook resumed')).toHaveLength(1);
  });

  it('fails in sight, and is ended by a 410', async () => {
    receiver.answer(status(500));
    await pay();
    await soon(async () => (await look()).state).toBe('failing');
    expect((await look()).failingSince).toMatch(/^20\d\d-/);
    const wantAttention = async () => (await operator.ask('/admin/v1/today')).body.attention;
    expect(await wantAttention()).toMatchObject({ failingWebhooks: [{ state: 'failing' }] });
    await post(operator, 'pause');
    expect(await wantAttention()).toMatchObject({ failingWebhooks: [] });
    await post(operator, 'resume');
    receiver.answer(status(410));
    await pay();
    await soon(async () => (await look()).state).toBe('ended');
    expect(await wantAttention()).toMatchObject({
      failingWebhooks: [{ id: webhook.id, state: 'ended' }],
    });
    receiver.answer(status(200));
    expect((await post(operator, 'resume')).body.state).toBe('active');
  });

  it('its secret is another one, and the one before stays as long as was said', async () => {
    const secretsAt = async () => {
      const row = await db
        .selectFrom('webhooks')
        .select(['previous_until'])
        .where('id', '=', webhook.id)
        .executeTakeFirstOrThrow();
      return row.previous_until;
    };
    const first = await post(operator, 'secret', { overlap: 3_600 }, 'rotate');
    expect(first.body.secret).toMatch(/^[0-9a-f]{64}$/i);
    expect((await post(operator, 'secret', { overlap: 3_600 }, 'rotate')).body).toEqual(first.body);
    expect(await secretsAt()).toBeGreaterThan(Date.now() + 3_500_000);
    expect(await audited('webhook secret rotated')).toHaveLength(1);
    const last = await post(operator, 'secret', { overlap: 0 });
    expect(await secretsAt()).toBe(null);
    const payment = await pay();
    await soon(async () => (await itemOf(payment)).state).toBe('delivered');
    const sent = receiver.received.at(-1);
    expect(sent && read(sent, last.body.secret).message.payload.id).toBe(payment);
    const lines = JSON.stringify(await audited('webhook secret rotated'));
    expect(lines).not.toContain(last.body.secret);
  });

  it('a sample of any of its types is sent, and what was answered is said', async () => {
    receiver.answer(status(202, {}, 'thanks'));
    const count = receiver.received.length;
    const sent = await post(operator, 'test', { type: 'SCHEDULE' });
    expect(sent.body).toEqual({ acknowledged: true, status: 202, answer: 'thanks' });
    expect(receiver.received[count]?.headers['webhook-sample']).toBe('sample');
    const refused = await post(operator, 'test', { type: 'NOTHING' });
    expect(refused).toMatchObject({ status: 400, body: { parameterErrors: [{ name: 'type' }] } });
    expect(await audited('webhook sample sent')).toHaveLength(1);
  });
});

describe('seen from below', () => {
  it('a merchant’s webhook has what concerns the channel in sight, and is not changed', async () => {
    const merchant = await createEntity(db, { kind: 'merchant', name: 'A chain' });
    const { token } = await issueToken(db, { entityId: merchant.id, label: 'its server' });
    const { webhook: chain } = await createSubscription(db, gateway.vault, {
      ...{ entityId: merchant.id, url: 'https://chain.example/hook', kind: 'notifications' },
      ...{ types: [], wrapper: 'NONE', fields: 'ALL' },
    });
    const soldAt = async (name: string) => {
      const channel = await createEntity(db, { kind: 'channel', name, parentId: merchant.id });
      const paid = await test.call(
        '/v1/payments',
        { ...CHECKOUT, ...CARD_FIELDS, entityId: channel.id },
        { headers: { ...FORM, authorization: `Bearer ${token}` } },
      );
      return { channel: channel.id, payment: paid.body.id as string };
    };
    const [near, far] = [await soldAt('Near'), await soldAt('Far')];
    const at = `/admin/v1/webhooks/${chain.id}`;
    const { items } = (await agent.ask(`${at}/deliveries`)).body;
    expect(items).toHaveLength(2);
    const ofFar = items.find(({ paymentId }: DeliveryItem) => paymentId === far.payment).id;

    const clerk = await console.administrator('Cleo', 'operator', near.channel);
    const act = (name: string, body: object) =>
      clerk.ask(`${at}/${name}`, body, { headers: { ...JSON_BODY, 'idempotency-key': name } });
    expect((await clerk.ask(at)).body).toMatchObject({ canChange: false, waiting: 1 });
    const seen = (await clerk.ask(`${at}/deliveries`)).body.items;
    expect(seen).toMatchObject([{ paymentId: near.payment }]);
    expect((await clerk.ask(`${at}/deliveries/${ofFar}`)).status).toBe(404);
    expect((await act('resend', { deliveries: [ofFar] })).status).toBe(400);
    await giveUp(chain.id);
    const all = await act('resend', { givenUpSince: '2020-01-01T00:00:00Z' });
    expect(all.body).toEqual({ resent: 1, more: false });
    for (const name of ['pause', 'resume', 'secret', 'test']) {
      expect(await act(name, {})).toMatchObject({ status: 400, body: { reason: 'refused' } });
    }
    const stranger = await console.administrator('Yan', 'owner', entityId);
    expect((await stranger.ask(at)).status).toBe(404);
  });

  it('what the notificationUrl of requests was told is a webhook of its own', async () => {
    await test.call('/v1/webhooks/key', { entityId });
    const { body: paid } = await payByCard(test, { notificationUrl: `${receiver.url}/own` });
    const { body: all } = await agent.ask('/admin/v1/webhooks');
    const ofRequests = all.find(({ url }: { url: string | null }) => url === null);
    const at = `/admin/v1/webhooks/${ofRequests.id}`;
    expect((await agent.ask(at)).body).toMatchObject({ canChange: false, kind: 'notifications' });
    const { items } = (await agent.ask(`${at}/deliveries?payment=${paid.id}`)).body;
    const { body: whole } = await agent.ask(`${at}/deliveries/${items[0].id}`);
    expect(whole.url).toBe(`${receiver.url}/own`);
  });
});
