/** Subscriptions as their merchant asks for them (docs/webhooks.md). */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outgoing } from '../../outgoing/guarded-client.ts';
import type { WebhookRow } from '../../store/tables.ts';
import { refusedBy } from '../../tests/support/a-channel.ts';
import { openSubscribedChannel, webhookOf } from '../../tests/support/subscribed-channel.ts';
import { createEntity, type Entity, findEntity } from '../entities/index.ts';
import { newId } from '../ids.ts';
import { changeWebhook, pauseWebhook, resumeWebhook } from './change-webhook.ts';
import {
  changeEntityKey,
  changeSecret,
  deleteWebhook,
  hasNotificationKey,
  holderOfNotificationKey,
  listFailing,
  listWebhooks,
  notificationKeyOf,
  ownWebhook,
  progressOf,
  rotateEntityKey,
  subscribe,
  testWebhook,
} from './webhooks.ts';

const {
  db,
  vault,
  drop,
  merchantId,
  channelId,
  subscribe: subscribed,
  pay,
} = await openSubscribedChannel();
afterAll(drop);

const check = vi.fn<Outgoing['check']>();
const call = vi.fn<Outgoing['call']>();
const tools = { db, vault, outgoing: { check, call } };
const entityOf = async (id: string) => (await findEntity(db, id)) as Entity;
const [channel, merchant] = [await entityOf(channelId), await entityOf(merchantId)];
const stranger = await createEntity(db, { kind: 'merchant', name: 'Stranger' });

const ADDRESS = 'https://shop.example/hook';
const KEY = 'ab'.repeat(32);
const EVENT_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const [NO_KEY, NO_EVENT_SECRET] = [
  'must be 64 hexadecimal characters',
  'must be whsec_ and 24 to 64 bytes in base64',
];
const answering = (status: number) => call.mockResolvedValue({ status, headers: {}, body: 'said' });

beforeEach(async () => {
  check.mockReset().mockResolvedValue();
  call.mockReset();
  answering(200);
  for (const table of [
    'deliveries',
    'webhook_lanes',
    'messages',
    'webhook_secrets',
    'webhooks',
  ] as const) {
    await db.deleteFrom(table).execute();
  }
});

const subscribing = (fields: Readonly<Record<string, string>>, of = channel, id = newId()) =>
  subscribe(tools, of, Object.entries(fields), id);
const NOTIFICATIONS = { url: ADDRESS, kind: 'notifications' };
const change = (webhook: WebhookRow, fields: Readonly<Record<string, string>>) =>
  changeWebhook(tools, webhook, Object.entries(fields));

describe('a subscription', () => {
  it('is made with what it does not name as usual, and its receiver is called', async () => {
    const { webhook, secret, test, ignored } = await subscribing({ ...NOTIFICATIONS, odd: '1' });
    expect(webhook).toMatchObject({
      ...{
        entity_id: channelId,
        url: ADDRESS,
        kind: 'notifications',
        types: '[]',
        wrapper: 'NONE',
      },
      ...{ fields: 'ALL', acknowledged_at: expect.any(Number) },
    });
    expect(secret).toMatch(/^[0-9a-f]{64}$/i);
    expect(test).toMatchObject({ isAcknowledged: true, status: 200 });
    expect(ignored).toEqual(['odd']);
    expect(check).toHaveBeenCalledExactlyOnceWith(ADDRESS, channelId);
    expect(call).toHaveBeenCalledExactlyOnceWith(ADDRESS, expect.anything());
    expect(await webhookOf(db, webhook.id)).toEqual(webhook);
  });

  it('is made as it is asked for', async () => {
    const { webhook, secret } = await subscribing({
      ...{ url: ADDRESS, kind: 'events', fields: 'NON_CUSTOMER_DATA', secret: EVENT_SECRET },
      types: 'PAYMENT_CHARGE_REFUND_PENDING, CHARGEBACK_SUCCEEDED',
    });
    expect(webhook).toMatchObject({ kind: 'events', fields: 'NON_CUSTOMER_DATA' });
    expect(JSON.parse(webhook.types)).toEqual([
      ...['PAYMENT_CHARGE_REFUND_PENDING', 'CHARGEBACK_SUCCEEDED'],
    ]);
    expect(secret).toBe(EVENT_SECRET);
    const wrapped = await subscribing({ ...NOTIFICATIONS, wrapper: 'JSON', secret: KEY });
    expect(wrapped.webhook.wrapper).toBe('JSON');
    expect(wrapped.secret).toBe(KEY);
  });

  it('waits where its receiver does not acknowledge', async () => {
    answering(500);
    const { webhook, test } = await subscribing(NOTIFICATIONS);
    expect(test).toMatchObject({ isAcknowledged: false, status: 500 });
    expect(webhook.acknowledged_at).toBeNull();
  });

  it.each([
    [{ kind: 'notifications' }, ['url']],
    [{ url: ADDRESS }, ['kind']],
    [{ url: ADDRESS, kind: 'letters' }, ['kind']],
    [{ ...NOTIFICATIONS, types: 'PAYMENT,PAYMENT_CHARGE_FAILED,NONE' }, ['types']],
    [{ ...NOTIFICATIONS, types: 'NONE', secret: 'x' }, ['types', 'secret']],
    [{ url: ADDRESS, kind: 'events', wrapper: 'JSON', types: 'PAYMENT' }, ['types', 'wrapper']],
    [{ url: ADDRESS, kind: 'events', secret: KEY }, ['secret']],
    [{ url: ADDRESS, types: 'NONE' }, ['kind']],
  ])('of %j is refused, naming %j', async (fields, names) => {
    const { status, code, errors } = await refusedBy(() => subscribing(fields));
    expect([status, code]).toEqual([400, '200.300.404']);
    expect(errors.map(({ name }) => name)).toEqual(names);
    expect(check).not.toHaveBeenCalled();
    expect(await listWebhooks(tools, channelId)).toEqual([]);
  });

  it('is refused in words', async () => {
    const given = {
      url: ADDRESS,
      kind: 'events',
      wrapper: 'JSON',
      types: 'PAYMENT,RISK',
      secret: 'x',
    };
    const { errors } = await refusedBy(() => subscribing(given));
    expect(errors).toEqual([
      {
        ...{ name: 'types', value: 'PAYMENT,RISK' },
        message: expect.stringMatching(/^events have the types \w+(, \w+)+$/),
      },
      { name: 'wrapper', value: 'JSON', message: 'events are not wrapped' },
      { name: 'secret', value: null, message: NO_EVENT_SECRET },
    ]);
  });

  it('is refused where its address may not be called', async () => {
    check.mockRejectedValue(new Error('the address is private'));
    const { errors } = await refusedBy(() => subscribing(NOTIFICATIONS));
    expect(errors).toEqual([
      { name: 'url', value: ADDRESS, message: 'cannot be called: the address is private' },
    ]);
    expect(await listWebhooks(tools, channelId)).toEqual([]);
  });

  it('that is made again under its id is the same, with its secret', async () => {
    const id = newId();
    const first = await subscribing(NOTIFICATIONS, channel, id);
    const again = await subscribing({ ...NOTIFICATIONS, types: 'PAYMENT' }, channel, id);
    expect(again.webhook).toMatchObject({ id, types: '[]' });
    expect(again.secret).toBe(first.secret);
    expect(await listWebhooks(tools, channelId)).toHaveLength(1);
  });

  it('is one of twenty of its entity at most', async () => {
    const first = await subscribing(NOTIFICATIONS);
    const others = Array.from({ length: 19 }, () => ({ ...first.webhook, id: newId() }));
    await db.insertInto('webhooks').values(others).execute();
    const { status, code, description } = await refusedBy(() => subscribing(NOTIFICATIONS));
    expect([status, code]).toEqual([400, '200.300.404']);
    expect(description).toMatch(/: an entity has up to 20 webhooks$/);
    expect(await subscribing(NOTIFICATIONS, channel, first.webhook.id)).toMatchObject({
      secret: first.secret,
    });
    expect(await subscribing(NOTIFICATIONS, merchant)).toMatchObject({ test: { status: 200 } });
  });
});

describe('a webhook', () => {
  it('is listed and found for its entity, and those above it', async () => {
    const [own, above] = [await subscribed(), await subscribed({ entityId: merchantId })];
    expect((await listWebhooks(tools, channelId)).map(({ id }) => id)).toEqual([own.id]);
    const all = (await listWebhooks(tools, merchantId)).map(({ id }) => id);
    expect(all.sort()).toEqual([own.id, above.id].sort());
    expect(await ownWebhook(tools, merchant, own.id)).toEqual(own);
    for (const [of, id] of [
      [channel, above.id],
      [stranger, own.id],
      [channel, 'none'],
    ] as const) {
      const refused = await refusedBy(() => ownWebhook(tools, of, id));
      expect(refused).toMatchObject({ status: 404, code: '200.300.406' });
      expect(refused.description).toMatch(/: there is no such webhook$/);
    }
  });

  it('is gone once it is deleted', async () => {
    const webhook = await subscribed();
    await deleteWebhook(tools, webhook);
    expect(await listWebhooks(tools, channelId)).toEqual([]);
    expect(await refusedBy(() => ownWebhook(tools, channel, webhook.id))).toMatchObject({
      status: 404,
    });
  });

  it('says how far telling has got', async () => {
    const webhook = await subscribed();
    for (let n = 0; n < 21; n += 1) await pay(newId());
    const progress = await progressOf(tools, webhook);
    expect(progress.deliveries).toHaveLength(20);
    expect(progress).toMatchObject({ hasMore: true, retriesPaused: false });
  });

  it('that fails is told of, the longest first', async () => {
    const webhooks = [await subscribed(), await subscribed(), await subscribed()];
    const ids = webhooks.map(({ id }) => id);
    const failSince = (id = '', failing_since: number) =>
      db.updateTable('webhooks').set({ failing_since }).where('id', '=', id).execute();
    await failSince(ids[0], 2);
    await failSince(ids[1], 1);
    for (const of of [channelId, merchantId]) {
      expect((await listFailing({ db }, of)).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    }
    expect(await listFailing({ db }, stranger.id)).toEqual([]);
    await pauseWebhook(tools, webhooks[0] as WebhookRow);
    expect((await listFailing({ db }, channelId)).map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('pauses, and is resumed, with what is written beside', async () => {
    const webhook = await subscribed();
    const within = vi.fn(async () => undefined);
    const paused = await pauseWebhook(tools, webhook, within);
    expect(paused).toMatchObject({ pause_reason: 'merchant', paused_at: expect.any(Number) });
    expect(within).toHaveBeenCalledOnce();
    expect(await resumeWebhook(tools, webhook, within)).toMatchObject({ paused_at: null });
    expect(within).toHaveBeenCalledTimes(2);
    await deleteWebhook(tools, webhook);
    expect(await refusedBy(() => pauseWebhook(tools, webhook))).toMatchObject({ status: 404 });
  });
});

describe('a webhook that is changed', () => {
  it('keeps what is not named', async () => {
    const webhook = await subscribed({ types: ['PAYMENT'] });
    const changed = await change(webhook, {
      fields: 'NON_CUSTOMER_DATA',
      wrapper: 'JSON',
      odd: '1',
    });
    expect(changed).toEqual({
      ...{ test: undefined, ignored: ['odd'] },
      webhook: { ...webhook, fields: 'NON_CUSTOMER_DATA', wrapper: 'JSON' },
    });
    expect(await change(webhook, {})).toMatchObject({ webhook: { types: '["PAYMENT"]' } });
    expect(await change(webhook, { types: 'RISK, PAYMENT' })).toMatchObject({
      webhook: { types: '["RISK","PAYMENT"]', wrapper: 'JSON' },
    });
    expect(await change(webhook, { types: 'ALL' })).toMatchObject({ webhook: { types: '[]' } });
    expect(await change(webhook, { wrapper: 'NONE', fields: 'ALL' })).toMatchObject({
      webhook: { wrapper: 'NONE', fields: 'ALL' },
    });
    expect(call).not.toHaveBeenCalled();
  });

  it('is called at another address, and not at the same', async () => {
    const webhook = await subscribed();
    expect(await change(webhook, { url: ADDRESS })).toMatchObject({ test: undefined, webhook });
    expect(check).not.toHaveBeenCalled();
    answering(404);
    const url = 'https://other.example/hook';
    expect(await change(webhook, { url })).toMatchObject({
      ...{ test: { isAcknowledged: false, status: 404 }, webhook: { url, acknowledged_at: null } },
    });
    expect(check).toHaveBeenCalledExactlyOnceWith(url, channelId);
    expect(call).toHaveBeenCalledExactlyOnceWith(url, expect.anything());
    answering(200);
    const moved = await change(await webhookOf(db, webhook.id), { url: `${url}/2` });
    expect(moved.webhook.acknowledged_at).toEqual(expect.any(Number));
  });

  it.each([
    [{ wrapper: 'ODD' }, ['wrapper']],
    [{ wrapper: 'ODD', types: 'NONE' }, ['wrapper']],
    [{ types: 'NONE' }, ['types']],
    [{ types: 'ALL,PAYMENT' }, ['types']],
    [{ url: 'ftp://x' }, ['url']],
  ])('to %j is refused, naming %j, and stays as it was', async (fields, names) => {
    const webhook = await subscribed();
    const { errors } = await refusedBy(() => change(webhook, fields));
    expect(errors.map(({ name }) => name)).toEqual(names);
    expect(await webhookOf(db, webhook.id)).toEqual(webhook);
  });

  it('is refused an address that may not be called, and stays as it was', async () => {
    const webhook = await subscribed();
    check.mockRejectedValue(new Error('private'));
    const refused = refusedBy(() => change(webhook, { url: 'https://x.example/', fields: 'ALL' }));
    expect((await refused).errors).toMatchObject([{ name: 'url' }]);
    expect(await webhookOf(db, webhook.id)).toEqual(webhook);
  });

  it('of events is not wrapped', async () => {
    const webhook = await subscribed({ kind: 'events' });
    expect((await refusedBy(() => change(webhook, { wrapper: 'JSON' }))).errors).toMatchObject([
      { name: 'wrapper' },
    ]);
  });
});

describe('a test of a webhook', () => {
  const bodies = () => call.mock.calls.map(([, { headers }]) => headers?.['webhook-sample']);
  const testing = (webhook: WebhookRow, fields: Readonly<Record<string, string>> = {}) =>
    testWebhook(tools, webhook, Object.entries(fields));

  it('is a call of no type, or a sample of one', async () => {
    const webhook = await subscribed();
    await db.updateTable('webhooks').set({ acknowledged_at: null }).execute();
    const { test, webhook: after, ignored } = await testing(webhook, { odd: '1' });
    expect([test.status, ignored]).toEqual([200, ['odd']]);
    expect(after.acknowledged_at).toEqual(expect.any(Number));
    await testWebhook(tools, webhook);
    await testing(webhook, { type: 'PAYMENT' });
    expect(bodies()).toEqual(['test', 'test', 'sample']);
  });

  it('is refused a type that the webhook is not told', async () => {
    const webhook = await subscribed();
    const before = vi.fn(async () => undefined);
    const types =
      'notifications have the types PAYMENT, REGISTRATION, SCHEDULE, RISK, PAGE_WATCH, WEBHOOK';
    for (const [type, message] of [
      ['PAYMENT_CHARGE_FAILED', types],
      ['odd!', expect.anything()],
    ] as const) {
      const pairs = [['type', type]] as const;
      const { errors } = await refusedBy(() => testWebhook(tools, webhook, pairs, before));
      expect(errors).toEqual([{ name: 'type', value: type, message }]);
    }
    expect(before).not.toHaveBeenCalled();
    expect(call).not.toHaveBeenCalled();
  });

  it('is written down before it is sent', async () => {
    const before = vi.fn(async () => expect(call).not.toHaveBeenCalled());
    await testWebhook(tools, await subscribed(), [], before);
    expect(before).toHaveBeenCalledOnce();
  });
});

describe('the secret of a webhook', () => {
  const changing = async (webhook: WebhookRow, fields: Readonly<Record<string, string>> = {}) =>
    changeSecret(tools, webhook, Object.entries(fields));
  const DAY_MS = 24 * 60 * 60_000;

  it('is drawn, or taken, and the one before stays valid as is wanted', async () => {
    const webhook = await subscribed();
    const drawn = await changing(webhook, { odd: '1' });
    expect(drawn.secret).toMatch(/^[0-9a-f]{64}$/i);
    expect(drawn.ignored).toEqual(['odd']);
    const left = () =>
      webhookOf(db, webhook.id).then((row) => Number(row.previous_until) - Date.now());
    expect(Math.abs((await left()) - DAY_MS)).toBeLessThan(5_000);
    expect(await changing(webhook, { secret: KEY, overlap: '3600' })).toMatchObject({
      secret: KEY,
    });
    expect(Math.abs((await left()) - 3_600_000)).toBeLessThan(5_000);
    await changing(webhook, { overlap: '0' });
    expect((await webhookOf(db, webhook.id)).previous_secret).toBeNull();
    expect(await changeSecret(tools, webhook)).toMatchObject({ ignored: [] });
  });

  it.each([
    [{ secret: 'x' }, [{ name: 'secret', value: null, message: NO_KEY }]],
    [{ overlap: 'x' }, [expect.objectContaining({ name: 'overlap' })]],
    [
      { overlap: 'x', secret: 'x' },
      [
        expect.objectContaining({ name: 'overlap' }),
        expect.objectContaining({ name: 'secret', message: NO_KEY }),
      ],
    ],
  ])('of %j is refused', async (fields, expected) => {
    const webhook = await subscribed();
    const { errors } = await refusedBy(() => changing(webhook, fields));
    expect(errors).toEqual(expected);
    expect(await webhookOf(db, webhook.id)).toEqual(webhook);
  });

  it('is the fifth at most that is valid', async () => {
    const webhook = await subscribed();
    for (let n = 1; n < 5; n += 1) await changing(webhook);
    const { errors } = await refusedBy(() => changing(webhook));
    expect(errors).toEqual([
      {
        ...{ name: 'overlap', value: null },
        message:
          '5 secrets are valid at the same time at most: wait until one has ended, or send 0',
      },
    ]);
    expect(await changing(webhook, { overlap: '0' })).toMatchObject({ ignored: [] });
  });

  it('is changed with what is written beside, or not at all', async () => {
    const webhook = await subscribed();
    const failing = changeSecret(tools, webhook, [], () => Promise.reject(new Error('no room')));
    await expect(failing).rejects.toThrow('no room');
    expect(await webhookOf(db, webhook.id)).toEqual(webhook);
  });

  it('is neither changed nor tested once the receiver has ended the subscription', async () => {
    const webhook = { ...(await subscribed()), ended_at: 1 };
    for (const attempt of [() => changeSecret(tools, webhook), () => testWebhook(tools, webhook)]) {
      const { status, code, description } = await refusedBy(attempt);
      expect([status, code]).toEqual([400, '200.300.404']);
      expect(description).toMatch(/: the receiver has ended this subscription \(410\)$/);
    }
  });
});

describe('the key of an entity', () => {
  it('is the nearest one above a channel', async () => {
    expect(await hasNotificationKey(db, channelId)).toBe(false);
    expect(await holderOfNotificationKey(db, channelId)).toBeUndefined();
    expect(await notificationKeyOf(tools, channelId)).toBeUndefined();
    const key = await changeEntityKey(tools, merchant);
    expect(key).toMatch(/^[0-9a-f]{64}$/i);
    expect(await hasNotificationKey(db, channelId)).toBe(true);
    expect(await holderOfNotificationKey(db, channelId)).toBe(merchantId);
    expect(await notificationKeyOf(tools, channelId)).toBe(key);
    expect(await changeEntityKey(tools, channel, KEY)).toBe(KEY);
    expect(await holderOfNotificationKey(db, channelId)).toBe(channelId);
    expect(await notificationKeyOf(tools, channelId)).toBe(KEY);
    expect(await hasNotificationKey(db, stranger.id)).toBe(false);
  });

  it('is refused where it is none', async () => {
    const { errors } = await refusedBy(() => changeEntityKey(tools, channel, 'x'));
    expect(errors).toEqual([{ name: 'key', value: null, message: NO_KEY }]);
    expect(await hasNotificationKey(db, channelId)).toBe(false);
  });

  it('is changed as the API asks for it', async () => {
    const { key, ignored } = await rotateEntityKey(tools, channel, [
      ['secret', KEY],
      ['overlap', '0'],
      ['odd', '1'],
    ]);
    expect([key, ignored]).toEqual([KEY, ['odd']]);
    expect((await rotateEntityKey(tools, channel, [])).key).not.toBe(KEY);
    const refused = refusedBy(() => rotateEntityKey(tools, channel, [['secret', 'x']]));
    expect((await refused).errors).toMatchObject([{ name: 'secret', message: NO_KEY }]);
  });

  it('is the fifth at most that is valid', async () => {
    for (let n = 0; n < 5; n += 1) await changeEntityKey(tools, channel);
    const { errors } = await refusedBy(() => changeEntityKey(tools, channel));
    expect(errors).toMatchObject([{ name: 'overlap' }]);
  });

  it('delivers what was kept for want of one below', async () => {
    await pay('a payment', { notificationUrl: 'https://shop.example/told' });
    const [kept] = await db.selectFrom('deliveries').select('webhook_id').execute();
    await changeEntityKey(tools, merchant);
    const [adopted] = await db.selectFrom('deliveries').select('webhook_id').execute();
    expect(adopted).not.toEqual(kept);
    const row = await webhookOf(db, adopted?.webhook_id ?? '');
    expect(row.entity_id).toBe(merchantId);
  });

  it('is changed with what is written beside, or not at all', async () => {
    const failing = changeEntityKey(tools, channel, KEY, {}, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await hasNotificationKey(db, channelId)).toBe(false);
    await changeEntityKey(tools, channel, KEY, { overlapMs: 0 });
    await changeEntityKey(tools, channel, undefined, { overlapMs: 0 });
    const { previous_secret } = await db
      .selectFrom('webhooks')
      .select('previous_secret')
      .executeTakeFirstOrThrow();
    expect(previous_secret).toBeNull();
  });
});
