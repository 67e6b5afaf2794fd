/** Who is told of a receiver that fails, when, and how it reads (docs/webhooks.md, "Told when it fails"). */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebhookRow } from '../../store/tables.ts';
import { openSubscribedChannel, webhookOf } from '../../tests/support/subscribed-channel.ts';
import type { GatewayContext, SendMail } from '../context.ts';
import { mailFailing, publishFailingReceivers } from './failing-receivers.ts';

const { db, drop, merchantId, channelId, subscribe, pay } = await openSubscribedChannel();
afterAll(drop);

const warn = vi.fn<NonNullable<GatewayContext['warn']>>();
const mail = vi.fn<SendMail>();
const gateway = {
  ...{ db, warn, mail, buildNumber: 'built', publicUrl: () => 'https://gateway.example' },
} as unknown as GatewayContext;

const DAY_MS = 24 * 60 * 60_000;
const SINCE = Date.parse('2026-01-02T03:04:05.000Z');
const SHOWN_SINCE = '2026-01-02 03:04:05+0000';

beforeEach(async () => {
  warn.mockReset();
  mail.mockReset().mockResolvedValue();
  for (const table of ['deliveries', 'webhook_lanes', 'messages', 'webhooks'] as const) {
    await db.deleteFrom(table).execute();
  }
});

const change = (id: string, changes: Partial<WebhookRow>) =>
  db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
/** One that has failed for long enough to be told of. */
async function failing(
  changes: Partial<WebhookRow> = {},
  input: Parameters<typeof subscribe>[0] = {},
): Promise<string> {
  const { id } = await subscribe({ url: 'https://shop.example/hook?token=secret', ...input });
  await change(id, { failing_since: SINCE, notice_due_at: 1, ...changes });
  return id;
}
const told = async (webhookId: string) =>
  (
    await db
      .selectFrom('deliveries')
      .innerJoin('messages', 'messages.id', 'deliveries.message_id')
      .select(['type', 'subject_id', 'body', 'messages.channel_id'])
      .where('deliveries.webhook_id', '=', webhookId)
      .execute()
  ).map(({ body, ...rest }) => ({ ...rest, ...JSON.parse(body) }));
/** Within seconds of that time from now. */
const isIn = (at: number | null, ms: number) => Math.abs(Number(at) - Date.now() - ms) < 5_000;

describe('a receiver that fails', () => {
  it('is told of to the other receivers of its entity and of those above it', async () => {
    const [other, above] = [await subscribe(), await subscribe({ entityId: merchantId })];
    const id = await failing();
    await pay('a payment');
    expect(await publishFailingReceivers(gateway)).toBe(1);
    const notices = (await told(other.id)).filter(({ type }) => type === 'WEBHOOK');
    expect(notices).toEqual([
      {
        ...{ type: 'WEBHOOK', action: 'UPDATED', subject_id: id, channel_id: channelId },
        payload: {
          ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), entityId: channelId },
          webhook: {
            ...{ id, kind: 'notifications', url: 'https://shop.example/hook' },
            ...{ state: 'FAILING', failingSince: SHOWN_SINCE, waiting: 1 },
          },
          ...{ buildNumber: 'built', timestamp: expect.any(String), ndc: expect.any(String) },
          result: expect.objectContaining({ code: '000.000.100' }),
        },
      },
    ]);
    expect(await told(above.id)).toEqual(expect.arrayContaining(notices));
    expect((await told(id)).map(({ type }) => type)).toEqual(['PAYMENT']);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      {
        ...{ webhook: id, entity: channelId, state: 'FAILING', failingSince: SHOWN_SINCE },
        waiting: 1,
      },
      'a receiver of webhooks fails: messages to it wait',
    );
  });

  it('of a merchant is told of, too, and by its channel’s clock of a channel', async () => {
    const above = await subscribe({ entityId: merchantId });
    await failing({}, { entityId: merchantId });
    await db
      .updateTable('entities')
      .set({ clock_offset_ms: DAY_MS })
      .where('id', '=', channelId)
      .execute();
    await failing();
    expect(await publishFailingReceivers(gateway)).toBe(2);
    const messages = await db.selectFrom('messages').select(['channel_id', 'created_at']).execute();
    const atOf = (id: string) => messages.find((each) => each.channel_id === id)?.created_at ?? 0;
    expect(isIn(atOf(merchantId), 0)).toBe(true);
    expect(isIn(atOf(channelId), DAY_MS)).toBe(true);
    expect(await told(above.id)).toHaveLength(2);
    await db.updateTable('entities').set({ clock_offset_ms: 0 }).execute();
  });

  it('is paused where it has answered 410, and reads so', async () => {
    const other = await subscribe();
    await failing({ paused_at: 5, pause_reason: 'gone' });
    await publishFailingReceivers(gateway);
    expect(await told(other.id)).toMatchObject([{ payload: { webhook: { state: 'PAUSED' } } }]);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ state: 'PAUSED' });
  });

  it('of requests has no address that is told', async () => {
    const other = await subscribe();
    await failing({ source: 'request', url: null });
    await publishFailingReceivers(gateway);
    const [notice] = await told(other.id);
    expect(notice.payload.webhook).not.toHaveProperty('url');
  });

  it('is told of again a day later, and by mail as soon as that goes', async () => {
    const id = await failing();
    const mailed = await failing({ mail_due_at: 7 });
    expect(await publishFailingReceivers(gateway)).toBe(2);
    const { notice_due_at, mail_due_at } = await webhookOf(db, id);
    expect(isIn(notice_due_at, DAY_MS)).toBe(true);
    expect(isIn(mail_due_at, 0)).toBe(true);
    expect((await webhookOf(db, mailed)).mail_due_at).toBe(7);
    expect(await publishFailingReceivers(gateway)).toBe(0);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('is not told of before it is due, or once it is deleted', async () => {
    const ids = [
      await failing({ notice_due_at: Date.now() + 60_000 }),
      await failing({ notice_due_at: null }),
      await failing({ deleted_at: 1 }),
    ];
    expect(await publishFailingReceivers(gateway)).toBe(0);
    for (const id of ids) expect((await webhookOf(db, id)).mail_due_at).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  it('is told of once, where two instances look at once', async () => {
    await failing();
    await Promise.all([publishFailingReceivers(gateway), publishFailingReceivers(gateway)]);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('is one of a hundred of a pass, those first that were due first', async () => {
    // None is told of another: a hundred times a hundred messages would say no more.
    const late = await failing({ notice_due_at: 2 }, { types: ['PAYMENT'] });
    const row = await webhookOf(db, late);
    const other = { ...row, source: 'request', url: null, notice_due_at: 1 } as const;
    const others = Array.from({ length: 100 }, (_, n) => ({ ...other, id: `w${n}` }));
    await db.insertInto('webhooks').values(others).execute();
    expect(await publishFailingReceivers({ ...gateway, warn: undefined } as never)).toBe(100);
    expect((await webhookOf(db, late)).notice_due_at).toBe(2);
  });
});

describe('a mail', () => {
  const due = (changes: Partial<WebhookRow> = {}, input = {}) =>
    failing({ mail_due_at: 1, ...changes }, input);

  it('names all that fail, how long and with how much that waits', async () => {
    const failed = await due();
    const later = Date.now() + DAY_MS;
    const gone = await due({ pause_reason: 'gone', mail_due_at: later }, { entityId: merchantId });
    const ofRequests = await due({ source: 'request', url: null, mail_due_at: later + 1 });
    await pay('a payment');
    expect(await mailFailing(gateway)).toBe(3);
    const [{ subject, text } = { subject: '', text: '' }] = mail.mock.calls.map(([sent]) => sent);
    expect(subject).toBe('3 webhooks fail');
    const parts = text.split('\n\n');
    expect(parts.slice(0, 2)).toEqual([
      'At https://gateway.example these receivers do not acknowledge what they are told.',
      'Messages to them are kept for 60 days, and are sent once the receivers are there again.',
    ]);
    expect(parts.slice(2, 5).sort()).toEqual(
      [
        `Webhook ${failed} of the entity ${channelId}\n  address: https://shop.example/hook\n  fails since ${SHOWN_SINCE}\n  messages that wait: 1`,
        `Webhook ${gone} of the entity ${merchantId}\n  address: https://shop.example/hook\n  paused, because it answered 410 since ${SHOWN_SINCE}\n  messages that wait: 1`,
        `Webhook ${ofRequests} of the entity ${channelId}\n  address: the notificationUrl of requests\n  fails since ${SHOWN_SINCE}\n  messages that wait: 0`,
      ].sort(),
    );
    expect(parts.slice(5)).toEqual(['docs/webhooks.md says what to do: "Told when it fails".']);
  });

  it('about one says so, and comes again a day later', async () => {
    const id = await due();
    expect(await mailFailing(gateway)).toBe(1);
    expect(mail.mock.calls[0]?.[0].subject).toBe('1 webhook fails');
    expect(isIn((await webhookOf(db, id)).mail_due_at, DAY_MS)).toBe(true);
    expect(await mailFailing(gateway)).toBe(0);
    expect(mail).toHaveBeenCalledOnce();
  });

  it('is sent by one instance', async () => {
    const id = await due();
    let meanwhile: number | null = null;
    mail.mockImplementation(async () => {
      meanwhile = (await webhookOf(db, id)).mail_due_at;
      expect(await mailFailing(gateway)).toBe(0);
    });
    expect(await mailFailing(gateway)).toBe(1);
    expect(isIn(meanwhile, 10 * 60_000)).toBe(true);
  });

  it('is not sent where none is due, deleted ones among them, or none is set up', async () => {
    await due({ mail_due_at: Date.now() + 60_000 });
    await due({ mail_due_at: null });
    await due({ deleted_at: 1 });
    expect(await mailFailing(gateway)).toBe(0);
    const id = await due();
    expect(await mailFailing({ ...gateway, mail: undefined })).toBe(0);
    expect(mail).not.toHaveBeenCalled();
    expect((await webhookOf(db, id)).mail_due_at).toBe(1);
  });

  it('is tried again ten minutes later where it could not be sent', async () => {
    const id = await due();
    mail.mockRejectedValue(new Error('no server'));
    expect(await mailFailing(gateway)).toBe(0);
    expect(isIn((await webhookOf(db, id)).mail_due_at, 10 * 60_000)).toBe(true);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { reason: 'no server' },
      'the mail about failing webhooks could not be sent',
    );
    await change(id, { mail_due_at: 1 });
    expect(await mailFailing({ ...gateway, warn: undefined } as never)).toBe(0);
  });

  it('does not come again about one that has acknowledged meanwhile', async () => {
    const id = await due();
    mail.mockImplementation(async () => {
      await change(id, { mail_due_at: null });
    });
    expect(await mailFailing(gateway)).toBe(1);
    expect((await webhookOf(db, id)).mail_due_at).toBeNull();
  });

  it('names a hundred at most, those first that were due first', async () => {
    const late = await due({ mail_due_at: 2 });
    const row = await webhookOf(db, late);
    const others = Array.from({ length: 100 }, (_, n) => ({ ...row, id: `m${n}`, mail_due_at: 1 }));
    await db.insertInto('webhooks').values(others).execute();
    expect(await mailFailing(gateway)).toBe(100);
    expect((await webhookOf(db, late)).mail_due_at).toBe(2);
  });
});
