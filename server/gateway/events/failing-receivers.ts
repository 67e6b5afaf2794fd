/**
 * Tells of receivers that fail: in the log, to the other receivers of the same entity, and by e-mail where
 * that is set up. First when a receiver has acknowledged nothing for some minutes, or has answered 410; then
 * daily, until it acknowledges something or its merchant deletes, changes or pauses it.
 */
import { RESULT } from '../../../contract/result-by-name.ts';
import { MOST_COUNTED, waitingFor } from '../../notifications/health.ts';
import { recordDomainEvent } from '../../notifications/record-event.ts';
import { channelNow, realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { WebhookRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { findEntity, merchantAbove } from '../entities/index.ts';
import { forEach } from '../for-each.ts';
import { newId } from '../ids.ts';
import { envelopeOf, resultOf, timestamp } from './present/envelope.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Of one pass; the next one goes on. */
const BATCH = 100;
/** Receivers that one mail names. */
const MOST_MAILED = 100;
/** A mail that could not be sent is tried again after this long. */
const MAIL_AGAIN_MS = 10 * 60_000;

/** @returns how many receivers are due */
export async function publishFailingReceivers(gateway: GatewayContext): Promise<number> {
  const due = await gateway.db
    .selectFrom('webhooks')
    .select('id')
    .where('notice_due_at', '<=', databaseNow(gateway.db))
    .where('deleted_at', 'is', null)
    .orderBy('notice_due_at')
    .limit(BATCH)
    .execute();
  return forEach(due, ({ id }) => publishOne(gateway, id));
}

async function publishOne(gateway: GatewayContext, id: string): Promise<void> {
  const published = await inTransaction(gateway.db, async (trx) => {
    const now = databaseNow(trx);
    // An instance that comes second finds it published.
    const webhook = await trx
      .updateTable('webhooks')
      .set((eb) => ({
        notice_due_at: databaseNow(trx, DAY_MS),
        mail_due_at: eb.fn.coalesce('mail_due_at', now),
      }))
      .where('id', '=', id)
      .where('notice_due_at', '<=', now)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!webhook) return undefined;
    const waiting = await waitingFor(trx, id);
    await recordFailing(gateway, trx, webhook, waiting);
    return { webhook, waiting };
  });
  if (!published) return;
  const { webhook, waiting } = published;
  const about = { webhook: id, entity: webhook.entity_id, ...stateOf(webhook), waiting };
  gateway.warn?.(about, 'a receiver of webhooks fails: messages to it wait');
}

/** To the other receivers of the entity and of those above it. */
async function recordFailing(
  { buildNumber }: GatewayContext,
  trx: Transaction,
  webhook: WebhookRow,
  waiting: number,
): Promise<void> {
  const { id, entity_id: entityId, kind, url } = webhook;
  await recordDomainEvent(trx, {
    channelId: entityId,
    notificationUrl: null,
    exceptWebhook: id,
    async describe() {
      const entity = await findEntity(trx, entityId);
      if (!entity) throw new Error(`the entity ${entityId} is gone`);
      const offset = 'clockOffsetMs' in entity ? entity.clockOffsetMs : 0;
      const ndc = newId();
      const answer = {
        id: ndc,
        entityId,
        webhook: { id, kind, ...(url && { url: withoutQuery(url) }), ...stateOf(webhook), waiting },
        ...envelopeOf(buildNumber, resultOf(RESULT.requestSucceeded), ndc),
      };
      const where = {
        channelId: entityId,
        merchantId: await merchantAbove(trx, entity),
        at: channelNow(offset),
      };
      const begunAt = webhook.created_at;
      const message = { ...where, id, begunAt, answer, redirect: undefined } as const;
      return [{ ...message, subject: 'webhook', action: 'UPDATED' }];
    },
  });
}

const stateOf = ({ pause_reason, failing_since }: WebhookRow) => ({
  state: pause_reason === 'gone' ? ('PAUSED' as const) : ('FAILING' as const),
  failingSince: timestamp(failing_since ?? realNow()),
});

/** Merchants put secrets there. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Mails which receivers fail, all of them in one mail.
 * @returns how many it names; 0 where there is nothing to mail, or no mail is set up
 */
export async function mailFailing(gateway: GatewayContext): Promise<number> {
  const { db, mail, warn, publicUrl } = gateway;
  if (!mail) return 0;
  const failing = await claimMail(gateway);
  if (failing.length === 0) return 0;
  const lines = await Promise.all(
    failing.map(async (webhook) => lineOf(webhook, await waitingFor(db, webhook.id))),
  );
  const subject = `${failing.length} ${failing.length === 1 ? 'webhook fails' : 'webhooks fail'}`;
  const text = [
    `At ${publicUrl()} these receivers do not acknowledge what they are told.`,
    'Messages to them are kept for 60 days, and are sent once the receivers are there again.',
    ...lines,
    'docs/webhooks.md says what to do: "Told when it fails".',
  ].join('\n\n');
  try {
    await mail({ subject, text });
  } catch (error) {
    const { message } = error as Error;
    warn?.({ reason: message }, 'the mail about failing webhooks could not be sent');
    return 0;
  }
  // One that has acknowledged something meanwhile is not mailed about again.
  await db
    .updateTable('webhooks')
    .set({ mail_due_at: databaseNow(db, DAY_MS) })
    .where(
      'id',
      'in',
      failing.map(({ id }) => id),
    )
    .where('mail_due_at', 'is not', null)
    .execute();
  return failing.length;
}

/** All that are to be mailed about, where one of them is due: the next instance finds none due. */
function claimMail({ db }: GatewayContext): Promise<WebhookRow[]> {
  return inTransaction(db, async (trx) => {
    const due = await trx
      .selectFrom('webhooks')
      .select(['id', 'mail_due_at', databaseNow(trx).as('now')])
      .where('mail_due_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .orderBy('mail_due_at')
      .limit(MOST_MAILED)
      .forUpdate()
      .execute();
    if (!due.some(({ mail_due_at, now }) => mail_due_at !== null && mail_due_at <= now)) return [];
    return trx
      .updateTable('webhooks')
      .set({ mail_due_at: databaseNow(trx, MAIL_AGAIN_MS) })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .returningAll()
      .execute();
  });
}

function lineOf(webhook: WebhookRow, waiting: number): string {
  const { id, entity_id, url, pause_reason, failing_since } = webhook;
  const many = waiting < MOST_COUNTED ? String(waiting) : `${MOST_COUNTED} or more`;
  return [
    `Webhook ${id} of the entity ${entity_id}`,
    `  address: ${url === null ? 'the notificationUrl of requests' : withoutQuery(url)}`,
    `  ${pause_reason === 'gone' ? 'paused, because it answered 410' : 'fails'} since ${timestamp(failing_since ?? realNow())}`,
    `  messages that wait: ${many}`,
  ].join('\n');
}
