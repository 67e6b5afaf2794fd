/** The administration's commands for webhooks: what the API does, without an access token. */

import { addressesOf, type Config } from '../config.ts';
import { demoEntityId } from '../demo-merchant.ts';
import { type Entity, findEntity, listEntities } from '../gateway/entities/index.ts';
import {
  changeSecret,
  deleteWebhook,
  listWebhooks,
  presentDelivery,
  presentInFull,
  presentTest,
  presentWebhook,
  progressOf,
  replayDelivery,
  subscribe,
  testWebhook,
  type WebhookTools,
} from '../gateway/events/index.ts';
import { newId } from '../gateway/ids.ts';
import { findSubscription } from '../notifications/subscriptions.ts';
import { openVaultOf } from '../open-store.ts';
import { createOutgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import type { WebhookRow } from '../store/tables.ts';
import { type Command, UsageError } from './admin-command.ts';

export const WEBHOOK_USAGE = `  webhook create ENTITY notifications|events URL
      [--types A,B] [--wrapper JSON] [--fields NON_CUSTOMER_DATA]     the secret is shown once
  webhook list [ENTITY]
  webhook show ID                   with its latest deliveries: what was answered, what comes next
  webhook test ID                   a test call; an acknowledged one makes it active
  webhook secret ID                 another secret; the one before stays valid for a day
  webhook replay ID DELIVERY        sends a message again
  webhook delete ID
`;

/** The outgoing client reaches what the server reaches. */
export async function webhookTools(db: Database, config: Config): Promise<WebhookTools> {
  const { shopUrl } = addressesOf(config, config);
  const demo = await demoEntityId(config);
  return {
    db,
    vault: await openVaultOf(db, config),
    outgoing: createOutgoing({
      allowPrivate: config.webhookAllowPrivate,
      isExempt: (origin, namedBy) =>
        origin === shopUrl && namedBy !== undefined && namedBy === demo,
    }),
  };
}

/** A command on one subscription of any entity. */
const on =
  (
    work: (tools: WebhookTools, webhook: WebhookRow, words: readonly string[]) => Promise<unknown>,
  ): Command =>
  async (db, [id = '', ...words], _options, config) => {
    const tools = await webhookTools(db, config);
    const webhook = await findSubscription(db, id);
    if (!webhook) {
      throw new UsageError(id ? `there is no webhook ${id}` : 'which one? its id is missing');
    }
    return work(tools, webhook, words);
  };

export const WEBHOOK_COMMANDS: Readonly<Record<string, Command>> = {
  'webhook create': async (db, [entityId, kind, url], options, config) => {
    if (!entityId || !kind || !url) {
      throw new UsageError('webhook create needs an entity, notifications or events, and a URL');
    }
    const wishes = { kind, url, types: options.types, wrapper: options.wrapper };
    const pairs = Object.entries({ ...wishes, fields: options.fields }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const entity = await existing(db, entityId);
    const { webhook, secret, test } = await subscribe(
      await webhookTools(db, config),
      entity,
      pairs,
      newId(),
    );
    return { ...presentWebhook(webhook), secret, test: presentTest(test) };
  },
  'webhook list': async (db, [entityId], _options, config) => {
    const tools = await webhookTools(db, config);
    const roots =
      entityId === undefined
        ? (await listEntities(db)).filter(({ parent_id }) => parent_id === null)
        : [await existing(db, entityId)];
    const found = await Promise.all(roots.map(({ id }) => listWebhooks(tools, id)));
    return found.flat().map(presentWebhook);
  },
  'webhook show': on(async (tools, webhook) =>
    presentInFull(webhook, await progressOf(tools, webhook)),
  ),
  'webhook test': on(async (tools, webhook) => {
    const tested = await testWebhook(tools, webhook);
    return { ...presentWebhook(tested.webhook), test: presentTest(tested.test) };
  }),
  'webhook secret': on(async (tools, webhook) => {
    const { secret } = await changeSecret(tools, webhook);
    return { id: webhook.id, secret };
  }),
  'webhook replay': on(async (tools, webhook, [delivery = '']) =>
    presentDelivery(await replayDelivery(tools, webhook, delivery)),
  ),
  'webhook delete': on(async (tools, webhook) => {
    await deleteWebhook(tools, webhook);
    return { deleted: webhook.id };
  }),
};

async function existing(db: Database, id: string): Promise<Entity> {
  const entity = await findEntity(db, id);
  if (!entity) throw new UsageError(`there is no entity ${id}`);
  return entity;
}
