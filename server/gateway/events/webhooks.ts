/** Subscriptions, as merchants and the administration ask for them (docs/webhooks.md). */

import { EVENT_TYPES } from '../../../contract/events/events.ts';
import { NOTIFICATION_TYPES } from '../../../contract/notification.ts';
import { type ParameterSet, readParameters } from '../../../contract/parameters.ts';
import type { ParameterError } from '../../../contract/result.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Outcome } from '../../notifications/attempt.ts';
import { listDeliveries } from '../../notifications/deliveries.ts';
import { setEntityKey } from '../../notifications/entity-key.ts';
import { failingWebhooks } from '../../notifications/health.ts';
import { nearestKey } from '../../notifications/matching-subscriptions.ts';
import { isPaused } from '../../notifications/pause.ts';
import {
  MOST_SECRETS,
  type Rotation,
  rotateSecret,
  TooManySecretsError,
} from '../../notifications/rotate-secret.ts';
import { secretMistake, secretsOf } from '../../notifications/secrets.ts';
import {
  createSubscription,
  deleteSubscription,
  findSubscription,
  type SubscriptionInput,
  subscriptionsOf,
  type WithSecret,
} from '../../notifications/subscriptions.ts';
import { testCall } from '../../notifications/test-call.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { isUniqueViolation } from '../../store/dialect.ts';
import type { WebhookRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { type Entity, entitiesWithin, isWithin } from '../entities/index.ts';
import { ApiError, invalidParameter, invalidParameters, type Pairs } from '../requests/index.ts';

/** What the operations need: the administration has no more of a gateway. */
export type WebhookTools = Pick<GatewayContext, 'db' | 'vault' | 'outgoing'>;

/** Of one entity: each of them is written to with every payment. */
const MOST_SUBSCRIPTIONS = 20;
const SHOWN_DELIVERIES = 20;
export const WEBHOOK_TYPES: Readonly<Record<WebhookRow['kind'], readonly string[]>> = {
  notifications: NOTIFICATION_TYPES,
  events: EVENT_TYPES,
};

/** A subscription with its secret, and what came of its first test call. */
export interface Subscribed extends WithSecret {
  readonly test: Outcome;
  readonly ignored: readonly string[];
}

/**
 * Subscribes, and makes the test call.
 * @throws ApiError naming each parameter that is wrong
 */
export async function subscribe(
  tools: WebhookTools,
  entity: Entity,
  pairs: Pairs,
  id: string,
): Promise<Subscribed> {
  const { parameters, errors, ignored } = readParameters(pairs, 'webhook');
  const input = inputOf(parameters, entity.id);
  const mistakes = [...errors, ...(errors.length === 0 ? mistakesOf(input) : [])];
  if (mistakes.length > 0) throw invalidParameters(mistakes);
  await refuseUnreachable(tools, input);
  const { webhook, secret } = await createOnce(tools, { ...input, id });
  const test = await testCall(tools, webhook);
  return { webhook: await found(tools, webhook.id), secret, test, ignored };
}

const inputOf = (parameters: ParameterSet, entityId: string): SubscriptionInput => ({
  entityId,
  url: parameters['url'] ?? '',
  kind: parameters['kind'] === 'events' ? 'events' : 'notifications',
  types: parameters['types']?.split(/[, ]+/) ?? [],
  wrapper: parameters['wrapper'] === 'JSON' ? 'JSON' : 'NONE',
  fields: parameters['fields'] === 'NON_CUSTOMER_DATA' ? 'NON_CUSTOMER_DATA' : 'ALL',
  ...(parameters['secret'] && { secret: parameters['secret'] }),
});

/** What is wrong with what is asked for a subscription of the kind. */
export function mistakesOf({
  kind,
  types = [],
  wrapper,
  secret,
}: Pick<SubscriptionInput, 'kind'> & Partial<SubscriptionInput>): ParameterError[] {
  const unknown = types.filter((type) => !WEBHOOK_TYPES[kind].includes(type));
  const wrong = secret && secretMistake(kind, secret);
  return [
    ...(unknown.length > 0
      ? [
          {
            name: 'types',
            value: unknown.join(','),
            message: `${kind} have the types ${WEBHOOK_TYPES[kind].join(', ')}`,
          },
        ]
      : []),
    ...(kind === 'events' && wrapper === 'JSON'
      ? [{ name: 'wrapper', value: wrapper, message: 'events are not wrapped' }]
      : []),
    ...(wrong ? [{ name: 'secret', value: null, message: wrong }] : []),
  ];
}

/** @throws ApiError naming `url` */
export async function refuseUnreachable(
  { outgoing }: Pick<WebhookTools, 'outgoing'>,
  { url, entityId }: Pick<SubscriptionInput, 'url' | 'entityId'>,
): Promise<void> {
  await outgoing.check(url, entityId).catch((error: Error) => {
    throw invalidParameter('url', url, `cannot be called: ${error.message}`);
  });
}

/** One that was made under the id before is answered once more, with its secret. */
async function createOnce(
  { db, vault }: WebhookTools,
  input: SubscriptionInput & { readonly id: string },
): Promise<WithSecret> {
  const others = await subscriptionsOf(db, [input.entityId]);
  if (others.length >= MOST_SUBSCRIPTIONS && !others.some(({ id }) => id === input.id)) {
    throw new ApiError(
      400,
      RESULT.invalidParameter,
      `an entity has up to ${MOST_SUBSCRIPTIONS} webhooks`,
    );
  }
  try {
    return await createSubscription(db, vault, input);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const webhook = await found({ db }, input.id);
    return { webhook, secret: (await secretsOf(db, vault, webhook))[0] ?? '' };
  }
}

/** The subscriptions of the entity and of those below it. */
export async function listWebhooks({ db }: WebhookTools, entityId: string): Promise<WebhookRow[]> {
  const ids = (await entitiesWithin(db, entityId)).map(({ id }) => id);
  return subscriptionsOf(db, ids);
}

/** @throws ApiError (404) when it does not exist, or is not of the entity or one below it */
export async function ownWebhook(
  { db }: WebhookTools,
  { id: entityId }: Entity,
  id: string,
): Promise<WebhookRow> {
  const webhook = await findSubscription(db, id);
  if (!webhook || !(await isWithin(db, webhook.entity_id, entityId))) throw noSuchWebhook();
  return webhook;
}

/** How far telling has got. */
export const progressOf = async ({ db }: WebhookTools, { id }: WebhookRow) => ({
  ...(await listDeliveries(db, { webhookIds: [id] }, { limit: SHOWN_DELIVERIES })),
  retriesPaused: await isPaused(db, id),
});

/** Those of the entity and of those below it whose receiver fails now, the longest first. */
export async function listFailing(
  { db }: Pick<WebhookTools, 'db'>,
  entityId: string,
): Promise<WebhookRow[]> {
  const ids = (await entitiesWithin(db, entityId)).map(({ id }) => id);
  return failingWebhooks(db, ids);
}

/**
 * Makes a test call, or sends a sample of a type. What was kept is delivered once one is acknowledged.
 * @param before what is written before it is sent
 * @throws ApiError naming `type`
 */
export async function testWebhook(
  tools: WebhookTools,
  webhook: WebhookRow,
  pairs: Pairs = [],
  before?: () => Promise<void>,
): Promise<{ webhook: WebhookRow; test: Outcome; ignored: readonly string[] }> {
  refuseEnded(webhook);
  const { parameters, errors, ignored } = readParameters(pairs, 'webhook.test');
  if (errors.length > 0) throw invalidParameters(errors);
  const { type } = parameters;
  const known = WEBHOOK_TYPES[webhook.kind];
  if (type !== undefined && !known.includes(type)) {
    throw invalidParameter('type', type, `${webhook.kind} have the types ${known.join(', ')}`);
  }
  await before?.();
  const test = await testCall(tools, webhook, type);
  return { webhook: await found(tools, webhook.id), test, ignored };
}

/**
 * @param within what is written in the same transaction
 * @throws ApiError naming `secret` or `overlap`
 */
export async function changeSecret(
  { db, vault }: WebhookTools,
  webhook: WebhookRow,
  pairs: Pairs = [],
  within?: (trx: Transaction) => Promise<void>,
): Promise<WithSecret & { ignored: readonly string[] }> {
  refuseEnded(webhook);
  const { rotation, ignored } = rotationOf(webhook.kind, pairs);
  const changed = await rotateSecret(db, vault, webhook, rotation, within).catch(inWords);
  return { ...changed, ignored };
}

function rotationOf(
  kind: WebhookRow['kind'],
  pairs: Pairs,
): { rotation: Rotation; ignored: readonly string[] } {
  const { parameters, errors, ignored } = readParameters(pairs, 'webhook.secret');
  const { secret, overlap } = parameters;
  const wrong = secret && secretMistake(kind, secret);
  const mistakes = [...errors, ...(wrong ? [{ name: 'secret', value: null, message: wrong }] : [])];
  if (mistakes.length > 0) throw invalidParameters(mistakes);
  return {
    rotation: {
      ...(secret !== undefined && { secret }),
      ...(overlap !== undefined && { overlapMs: Number(overlap) * 1_000 }),
    },
    ignored,
  };
}

function inWords(error: unknown): never {
  if (!(error instanceof TooManySecretsError)) throw error;
  throw invalidParameter(
    'overlap',
    null,
    `${MOST_SECRETS} secrets are valid at the same time at most: wait until one has ended, or send 0`,
  );
}

export const deleteWebhook = ({ db }: WebhookTools, { id }: WebhookRow): Promise<void> =>
  deleteSubscription(db, id);

/**
 * Draws a key for an entity, or takes one.
 * @throws ApiError when the one that is given is none
 */
export async function changeEntityKey(
  { db, vault }: Pick<WebhookTools, 'db' | 'vault'>,
  { id: entityId }: Pick<Entity, 'id'>,
  key?: string,
  rotation: Rotation = {},
  within?: (trx: Transaction) => Promise<void>,
): Promise<string> {
  const wrong = key === undefined ? undefined : secretMistake('notifications', key);
  if (wrong) throw invalidParameter('key', null, wrong);
  const below = (await entitiesWithin(db, entityId)).map(({ id }) => id);
  const input = { ...rotation, ...(key !== undefined && { secret: key }) };
  return setEntityKey(db, vault, entityId, below, input, within).catch(inWords);
}

/** As the API asks for it. @throws ApiError naming `secret` or `overlap` */
export async function rotateEntityKey(
  tools: Pick<WebhookTools, 'db' | 'vault'>,
  entity: Pick<Entity, 'id'>,
  pairs: Pairs,
): Promise<{ key: string; ignored: readonly string[] }> {
  const { rotation, ignored } = rotationOf('notifications', pairs);
  return { key: await changeEntityKey(tools, entity, undefined, rotation), ignored };
}

/** Whether what the `notificationUrl` of a request is told can be encrypted, and so be sent. */
export const hasNotificationKey = async (db: Database, channelId: string): Promise<boolean> =>
  (await nearestKey(db, channelId)) !== undefined;

/** The entity whose key counts for the channel; undefined where none has one. */
export const holderOfNotificationKey = async (
  db: Database,
  channelId: string,
): Promise<string | undefined> => (await nearestKey(db, channelId))?.entity_id;

/** The key that counts for the channel. */
export async function notificationKeyOf(
  { db, vault }: Pick<WebhookTools, 'db' | 'vault'>,
  channelId: string,
): Promise<string | undefined> {
  const webhook = await nearestKey(db, channelId);
  return webhook && (await secretsOf(db, vault, webhook))[0];
}

export function refuseEnded({ ended_at }: WebhookRow): void {
  if (ended_at === null) return;
  throw new ApiError(
    400,
    RESULT.invalidParameter,
    'the receiver has ended this subscription (410)',
  );
}

export async function found({ db }: Pick<WebhookTools, 'db'>, id: string): Promise<WebhookRow> {
  const webhook = await findSubscription(db, id);
  if (!webhook) throw noSuchWebhook();
  return webhook;
}

const noSuchWebhook = () => new ApiError(404, RESULT.entityNotFound, 'there is no such webhook');
