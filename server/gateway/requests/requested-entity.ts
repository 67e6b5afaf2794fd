/** Which channel a request is for: `entityId`, or the access token's own (gateway-api.md). */
import type { Database } from '../../store/database.ts';
import {
  type Channel,
  channelsWithin,
  type Entity,
  findChannel,
  findEntity,
  isWithin,
} from '../entities/index.ts';
import { invalidParameter } from './api-error.ts';

const notYours = (entityId: string | undefined) =>
  entityId === undefined
    ? invalidParameter('entityId', null, 'is required: the access token is not for a channel')
    : invalidParameter('entityId', entityId, 'is not a channel of this access token');

/**
 * An entity of any kind in the tree of the token's entity.
 * @throws ApiError naming `entityId`
 */
export async function requestedAny(
  db: Database,
  tokenEntityId: string,
  id: string = tokenEntityId,
): Promise<Entity> {
  const entity = await findEntity(db, id);
  if (!entity || !(await isWithin(db, id, tokenEntityId))) {
    throw invalidParameter('entityId', id, 'is not an entity of this access token');
  }
  return entity;
}

/**
 * A channel in the tree of the token's entity. A merchant's id stands for the channel that lists it
 * in its setting `dispatching`.
 * @throws ApiError naming `entityId`
 */
export async function requestedChannel(
  db: Database,
  tokenEntityId: string,
  entityId: string | undefined,
): Promise<Channel> {
  const id = entityId ?? tokenEntityId;
  const channel = await findChannel(db, id);
  if (channel) {
    if (await isWithin(db, id, tokenEntityId)) return channel;
    throw notYours(entityId);
  }
  const dispatched = (await channelsWithin(db, tokenEntityId)).find(({ settings }) =>
    settings.dispatching.includes(id),
  );
  if (!dispatched) throw notYours(entityId);
  return dispatched;
}

/**
 * Who a registration belongs to: a channel, or a division, whose first channel then does the work.
 * @throws ApiError naming `entityId`
 */
export async function requestedRegistrar(
  db: Database,
  tokenEntityId: string,
  entityId: string | undefined,
): Promise<{ channel: Channel; entityId: string }> {
  const division = entityId === undefined ? undefined : await findEntity(db, entityId);
  if (division?.kind !== 'division') {
    const channel = await requestedChannel(db, tokenEntityId, entityId);
    return { channel, entityId: channel.id };
  }
  const [channel] = await channelsWithin(db, division.id);
  if (!channel || !(await isWithin(db, division.id, tokenEntityId))) throw notYours(entityId);
  return { channel, entityId: division.id };
}
