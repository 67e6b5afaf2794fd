/**
 * What was told, looked for and sent again: of a subscription, and of the `notificationUrl` of requests
 * (docs/webhooks.md, "Deliveries").
 */
import { reportMoment } from '../../../contract/parameter-rules.ts';
import { type ParameterSet, readParameters } from '../../../contract/parameters.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import {
  type DeliveryPage,
  type DeliveryScope,
  findDelivery,
  listDeliveries,
  placeOf,
  type ShownDelivery,
  type WholeDelivery,
  wholeDelivery,
} from '../../notifications/deliveries.ts';
import { type Replayed, type ReplaySelection, replay } from '../../notifications/replay.ts';
import { findSubscription } from '../../notifications/subscriptions.ts';
import type { Transaction } from '../../store/database.ts';
import type { WebhookRow } from '../../store/tables.ts';
import {
  channelsWithin,
  type Entity,
  entitiesWithin,
  findEntity,
  isWithin,
  merchantAbove,
} from '../entities/index.ts';
import { ApiError, invalidParameter, invalidParameters, type Pairs } from '../requests/index.ts';
import { refuseEnded, WEBHOOK_TYPES, type WebhookTools } from './webhooks.ts';

const DEFAULT_LIMIT = 20;
const SECOND_MS = 1_000;

type Tools = Pick<WebhookTools, 'db'>;

/** Whose deliveries, and the types that these can have. */
export interface ToldScope extends DeliveryScope {
  readonly types: readonly string[];
}

/** All that a subscription was told. */
export const scopeOfWebhook = ({ id, kind }: WebhookRow): ToldScope => ({
  webhookIds: [id],
  types: WEBHOOK_TYPES[kind],
});

/**
 * What the `notificationUrl` of the entity's requests was told, by keys of whichever entity; of its own
 * channels alone.
 */
export async function scopeOfRequests(
  { db }: Tools,
  { id }: Pick<Entity, 'id'>,
): Promise<ToldScope> {
  const within = (await entitiesWithin(db, id)).map((entity) => entity.id);
  const entityIds = [...within];
  for (let above = (await findEntity(db, id))?.parentId; above; ) {
    entityIds.push(above);
    above = (await findEntity(db, above))?.parentId;
  }
  const webhooks = await db
    .selectFrom('webhooks')
    .select('id')
    .where('source', '=', 'request')
    .where('entity_id', 'in', entityIds)
    .execute();
  return {
    webhookIds: webhooks.map((webhook) => webhook.id),
    channelIds: (await channelsWithin(db, id)).map((channel) => channel.id),
    types: WEBHOOK_TYPES.notifications,
  };
}

/** @throws ApiError naming each parameter that is wrong */
export async function findDeliveries(
  { db }: Tools,
  scope: ToldScope,
  pairs: Pairs,
): Promise<DeliveryPage & { readonly ignored: readonly string[] }> {
  const { parameters, ignored } = parametersOf(pairs, 'deliveries');
  const { type, payment: subjectId, after: afterId } = parameters;
  if (type !== undefined && !scope.types.includes(type)) {
    throw invalidParameter(
      'type',
      type,
      `these deliveries have the types ${scope.types.join(', ')}`,
    );
  }
  const after = afterId === undefined ? undefined : await findDelivery(db, scope, afterId);
  if (afterId !== undefined && !after) {
    throw invalidParameter('after', afterId, 'is none of these deliveries');
  }
  const page = await listDeliveries(db, scope, {
    state: stateOf(parameters),
    type,
    subjectId,
    ...periodOf(parameters),
    after: after && placeOf(after),
    limit: Number(parameters['limit'] ?? DEFAULT_LIMIT),
  });
  return { ...page, ignored };
}

const stateOf = ({ state }: ParameterSet) =>
  (['waiting', 'delivered', 'given_up'] as const).find((each) => each === state);

/** Of parameters `from` and `to`; the second that `to` names counts. */
export const periodOf = ({ from, to }: ParameterSet) => ({
  from: from === undefined ? undefined : reportMoment(from),
  before: to === undefined ? undefined : reportMoment(to) + SECOND_MS,
});

/** @throws ApiError (404) when there is no such delivery */
export async function readDelivery(
  { db }: Tools,
  scope: DeliveryScope,
  id: string,
): Promise<WholeDelivery & { readonly webhook: WebhookRow; readonly merchantId: string }> {
  const whole = await wholeDelivery(db, await existing(db, scope, id));
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', whole.delivery.webhook_id)
    .executeTakeFirstOrThrow();
  return { ...whole, webhook, merchantId: await merchantAbove(db, whole.message.channel_id) };
}

/**
 * Sends one again, or with `webhook` to another subscription.
 * @returns that delivery, of the other subscription where one is named
 * @throws ApiError (404) when there is no such delivery
 */
export async function replayDelivery(
  tools: Tools,
  entity: Entity,
  scope: DeliveryScope,
  id: string,
  pairs: Pairs,
): Promise<{ delivery: ShownDelivery; ignored: readonly string[] }> {
  const { parameters, ignored } = parametersOf(pairs, 'delivery.replay');
  const { db } = tools;
  const known = await existing(db, scope, id);
  const target = await targetOf(tools, entity, parameters, known.webhook_id);
  const { ids } = await replay(db, scope, { ids: [id] }, target);
  const sentTo = target ? scopeOfWebhook(target) : scope;
  return { delivery: await existing(db, sentTo, ids[0] ?? id), ignored };
}

/**
 * Sends a selection again: `deliveries`, or all that were given up since `givenUpSince`.
 * @param within what is written in the same transaction as these
 * @throws ApiError naming each parameter that is wrong
 */
export async function replayDeliveries(
  tools: Tools,
  entity: Entity,
  scope: DeliveryScope,
  pairs: Pairs,
  within?: (trx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<Replayed & { readonly ignored: readonly string[] }> {
  const { parameters, ignored } = parametersOf(pairs, 'deliveries.replay');
  const selection = selectionOf(parameters);
  if ('ids' in selection) {
    for (const id of selection.ids) {
      if (await findDelivery(tools.db, scope, id)) continue;
      throw invalidParameter('deliveries', id, 'is none of these deliveries');
    }
  }
  const target = await targetOf(tools, entity, parameters, scope.webhookIds[0]);
  return { ...(await replay(tools.db, scope, selection, target, within)), ignored };
}

function selectionOf({ deliveries, givenUpSince }: ParameterSet): ReplaySelection {
  if ((deliveries === undefined) === (givenUpSince === undefined)) {
    const message = 'or givenUpSince is required, and not both';
    throw invalidParameter('deliveries', deliveries ?? null, message);
  }
  return deliveries === undefined
    ? { givenUpSince: reportMoment(givenUpSince ?? '') }
    : { ids: [...new Set(deliveries.split(','))] };
}

/**
 * The subscription that is named: of the same entity or one below it, of the same merchant, told of the same
 * kind.
 */
async function targetOf(
  { db }: Tools,
  { id: entityId }: Entity,
  { webhook: id }: ParameterSet,
  from: string | undefined,
): Promise<WebhookRow | undefined> {
  const source = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', from ?? '')
    .executeTakeFirst();
  if (id === undefined) {
    if (source) refuseEnded(source);
    return undefined;
  }
  const target = await findSubscription(db, id);
  if (!target || !(await isWithin(db, target.entity_id, entityId))) {
    throw invalidParameter('webhook', id, 'is no webhook of this entity');
  }
  refuseEnded(target);
  if (!source) return target;
  const merchants = await Promise.all(
    [source, target].map(({ entity_id }) => merchantAbove(db, entity_id)),
  );
  if (merchants[0] !== merchants[1]) {
    throw invalidParameter('webhook', id, 'is a webhook of another merchant');
  }
  if (source.kind !== target.kind) {
    throw invalidParameter('webhook', id, `is told ${target.kind}, and these are ${source.kind}`);
  }
  return target;
}

function parametersOf(
  pairs: Pairs,
  operation: 'deliveries' | 'delivery.replay' | 'deliveries.replay',
): { parameters: ParameterSet; ignored: readonly string[] } {
  const { parameters, errors, ignored } = readParameters(pairs, operation);
  if (errors.length > 0) throw invalidParameters(errors);
  return { parameters, ignored };
}

async function existing(db: Tools['db'], scope: DeliveryScope, id: string): Promise<ShownDelivery> {
  const delivery = await findDelivery(db, scope, id);
  if (!delivery) throw new ApiError(404, RESULT.entityNotFound, 'there is no such delivery');
  return delivery;
}
