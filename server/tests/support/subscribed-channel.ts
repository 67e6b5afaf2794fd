/** A channel with receivers, and what is told of its payments, without a gateway around it. */
import { createEntity } from '../../gateway/entities/entities.ts';
import type { Outcome } from '../../notifications/attempt.ts';
import { claim, dueQueues } from '../../notifications/claim.ts';
import type { Attempted } from '../../notifications/endpoint-queue.ts';
import { type Occasion, recordDomainEvent } from '../../notifications/record-event.ts';
import {
  createSubscription,
  noteAcknowledged,
  type SubscriptionInput,
} from '../../notifications/subscriptions.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { DeliveryRow, EndpointQueueRow, WebhookRow } from '../../store/tables.ts';
import { openVault } from '../../vault/vault.ts';
import { paymentChange } from './sample-events.ts';
import { openTestDatabase } from './test-database.ts';

export type SubscribedChannel = Awaited<ReturnType<typeof openSubscribedChannel>>;

export async function openSubscribedChannel() {
  const { db, location, drop } = await openTestDatabase();
  const vault = await openVault({ db, dataDir: location.dataDir });
  const merchant = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
  const channel = await createEntity(db, {
    ...{ kind: 'channel', name: 'Channel', parentId: merchant.id },
  });
  return {
    ...{ db, vault, drop, merchantId: merchant.id, channelId: channel.id },

    /** One that has acknowledged its test call. */
    async subscribe(input: Partial<SubscriptionInput> = {}): Promise<WebhookRow> {
      const { webhook } = await createSubscription(db, vault, {
        ...{ entityId: channel.id, url: 'https://shop.example/hook', kind: 'notifications' },
        ...{ types: [], wrapper: 'NONE', fields: 'ALL', ...input },
      });
      await noteAcknowledged(db, webhook);
      return webhookOf(db, webhook.id);
    },

    /**
     * Tells that a payment has succeeded.
     * @param at when, epoch milliseconds; it was made just now
     */
    pay(paymentId: string, occasion: Partial<Occasion> = {}, at = Date.now()): Promise<void> {
      const row = { id: paymentId, type: 'PA', entity_id: channel.id, created_at: Date.now() };
      const where = { channelId: channel.id, at, answer: { id: paymentId } };
      return inTransaction(db, (trx) =>
        recordDomainEvent(trx, {
          ...{ channelId: channel.id, notificationUrl: null },
          describe: async () => [paymentChange('succeeded', row, where)],
          ...occasion,
        }),
      );
    },

    /** Takes what is due in all queues, as an instance does. */
    async take(): Promise<Attempted[]> {
      const taken: Attempted[] = [];
      for (const queue of await dueQueues(db)) {
        for (const delivery of await claim(db, queue, 100)) {
          taken.push({ queue, delivery, outcome: undefined });
        }
      }
      return taken;
    },

    deliveries: (webhookId: string): Promise<DeliveryRow[]> =>
      db
        .selectFrom('deliveries')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('group_id')
        .orderBy('position')
        .execute(),

    queues: (webhookId: string): Promise<EndpointQueueRow[]> =>
      db.selectFrom('webhook_lanes').selectAll().where('webhook_id', '=', webhookId).execute(),
  };
}

/** The subscription as it is now, deleted ones too. */
export const webhookOf = (db: Database, id: string): Promise<WebhookRow> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** What comes of attempts. */
export const outcome = (status: number | undefined, more: Partial<Outcome> = {}): Outcome => ({
  isAcknowledged: status !== undefined && status >= 200 && status < 300,
  ...{ status, answer: 'said', beginning: 'said at length', startedAt: 1_000, durationMs: 12 },
  headers: { 'webhook-signature': 'v1,x', 'webhook-id': 'always the same' },
  ...more,
});
