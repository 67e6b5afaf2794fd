/** The administration's commands for what was told: of a subscription, and of the `notificationUrl` of requests. */
import { findEntity, merchantAbove } from '../gateway/entities/index.ts';
import {
  findDeliveries,
  presentDelivery,
  presentWholeDelivery,
  readDelivery,
  replayDeliveries,
  replayDelivery,
  scopeOfRequests,
  scopeOfWebhook,
  type WebhookTools,
} from '../gateway/events/index.ts';
import type { Database } from '../store/database.ts';
import { type Command, type CommandOptions, UsageError } from './admin-command.ts';
import { existing, on, pairsOf, webhookTools } from './webhook-tools.ts';

const FILTERS =
  '[--state waiting|delivered|given_up] [--type TYPE] [--payment ID] [--from MOMENT] [--to MOMENT]';
const PAGES = '[--after DELIVERY] [--limit N]';

export const DELIVERY_USAGE = `  webhook deliveries ID
      ${FILTERS} ${PAGES}
  webhook delivery ID DELIVERY      what it is sent, with every attempt
  webhook replay ID DELIVERY [--webhook OTHER]     sends a message again, or to another webhook
  webhook replay ID --since MOMENT [--webhook OTHER]       all that were given up since then
  notification-url deliveries ENTITY      the same of the notificationUrl of its requests
      ${FILTERS} ${PAGES}
  notification-url delivery ENTITY DELIVERY
  notification-url replay ENTITY DELIVERY [--webhook OTHER]
  notification-url replay ENTITY --since MOMENT [--webhook OTHER]
`;

type Scope = Awaited<ReturnType<typeof scopeOfRequests>>;
/** Work on deliveries of an entity's. */
type Work = (
  tools: WebhookTools,
  place: { readonly scope: Scope; readonly entityId: string },
  words: readonly string[],
  options: CommandOptions,
) => Promise<unknown>;

const list: Work = async (tools, { scope }, _words, options) => {
  const { state, type, payment, from, to, after, limit } = options;
  const query = pairsOf({ state, type, payment, from, to, after, limit });
  const { deliveries, hasMore } = await findDeliveries(tools, scope, query);
  return { deliveries: deliveries.map(presentDelivery), more: hasMore };
};

const show: Work = async (tools, { scope }, [id = '']) =>
  presentWholeDelivery(await readDelivery(tools, scope, id));

const replay: Work = async (tools, { scope, entityId }, [id], { since, webhook }) => {
  // Whom it goes to has to be of the same merchant.
  const merchant = await existing(tools.db, await merchantAbove(tools.db, entityId));
  if (id === undefined) {
    if (since === undefined) throw new UsageError('which one? name a delivery, or --since MOMENT');
    const query = pairsOf({ givenUpSince: since, webhook });
    const { ids, hasMore } = await replayDeliveries(tools, merchant, scope, query);
    return { replayed: ids.length, more: hasMore };
  }
  const { delivery } = await replayDelivery(tools, merchant, scope, id, pairsOf({ webhook }));
  return presentDelivery(delivery);
};

const ofWebhook = (work: Work): Command =>
  on((tools, webhook, words, options) => {
    const place = { scope: scopeOfWebhook(webhook), entityId: webhook.entity_id };
    return work(tools, place, words, options);
  });

const ofRequests =
  (work: Work): Command =>
  async (db: Database, [entityId = '', ...words], options, config) => {
    const entity = await findEntity(db, entityId);
    if (!entity) throw new UsageError(`there is no entity ${entityId}`);
    const tools = await webhookTools(db, config);
    const place = { scope: await scopeOfRequests(tools, entity), entityId: entity.id };
    return work(tools, place, words, options);
  };

export const DELIVERY_COMMANDS: Readonly<Record<string, Command>> = {
  'webhook deliveries': ofWebhook(list),
  'webhook delivery': ofWebhook(show),
  'webhook replay': ofWebhook(replay),
  'notification-url deliveries': ofRequests(list),
  'notification-url delivery': ofRequests(show),
  'notification-url replay': ofRequests(replay),
};
