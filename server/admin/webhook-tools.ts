/** What the commands for webhooks have in common: the gateway's tools, and a subscription of any entity. */
import { addressesOf, type Config } from '../config.ts';
import { demoEntityId } from '../demo-merchant.ts';
import { type Entity, findEntity, listEntities } from '../gateway/entities/index.ts';
import type { WebhookTools } from '../gateway/events/index.ts';
import { findSubscription } from '../notifications/subscriptions.ts';
import { openVaultOf } from '../open-store.ts';
import { createOutgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import type { WebhookRow } from '../store/tables.ts';
import { type Command, type CommandOptions, UsageError } from './admin-command.ts';

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

/** What was given of options, as a request would name it. */
export const pairsOf = (
  options: Readonly<Record<string, string | undefined>>,
): [string, string][] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

/** A command on one subscription of any entity. */
export const on =
  (
    work: (
      tools: WebhookTools,
      webhook: WebhookRow,
      words: readonly string[],
      options: CommandOptions,
    ) => Promise<unknown>,
  ): Command =>
  async (db, [id = '', ...words], options, config) => {
    const tools = await webhookTools(db, config);
    const webhook = await findSubscription(db, id);
    if (!webhook) {
      throw new UsageError(id ? `there is no webhook ${id}` : 'which one? its id is missing');
    }
    return work(tools, webhook, words, options);
  };

/** The entity that is named, or all merchants. */
export async function rootsOf(
  db: Database,
  entityId: string | undefined,
): Promise<{ id: string }[]> {
  if (entityId !== undefined) return [await existing(db, entityId)];
  return (await listEntities(db)).filter(({ parent_id }) => parent_id === null);
}

export async function existing(db: Database, id: string): Promise<Entity> {
  const entity = await findEntity(db, id);
  if (!entity) throw new UsageError(`there is no entity ${id}`);
  return entity;
}
