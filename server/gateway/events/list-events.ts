/** Events for who prefers to ask (docs/events.md, "Ask for them"). */
import { EVENT_TYPES, isEventType } from '../../../contract/events/events.ts';
import { readParameters } from '../../../contract/parameters.ts';
import { type EventPage, listEvents, placeOfEvent } from '../../notifications/event-list.ts';
import type { WebhookRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { channelsWithin, type Entity } from '../entities/index.ts';
import { invalidParameter, invalidParameters, type Pairs } from '../requests/index.ts';
import { periodOf } from './deliveries.ts';

const DEFAULT_LIMIT = 100;

/**
 * Those of the entity's channels.
 * @throws ApiError naming each parameter that is wrong
 */
export async function findEvents(
  { db }: Pick<GatewayContext, 'db'>,
  { id: entityId }: Entity,
  pairs: Pairs,
): Promise<
  EventPage & { readonly fields: WebhookRow['fields']; readonly ignored: readonly string[] }
> {
  const { parameters, errors, ignored } = readParameters(pairs, 'events');
  if (errors.length > 0) throw invalidParameters(errors);
  const { type, payment: subjectId, after: afterId } = parameters;
  if (type !== undefined && !isEventType(type)) {
    throw invalidParameter('type', type, `events have the types ${EVENT_TYPES.join(', ')}`);
  }
  const channels = await channelsWithin(db, entityId);
  const channelIds = channels.map(({ id }) => id);
  const after = afterId === undefined ? undefined : await placeOfEvent(db, channelIds, afterId);
  if (afterId !== undefined && !after) {
    throw invalidParameter(
      'after',
      afterId,
      'is no event of this entity, or more than 60 days old',
    );
  }
  const page = await listEvents(db, channels, {
    type,
    subjectId,
    ...periodOf(parameters),
    order: parameters['sortOrder'] === 'DESC' ? 'DESC' : 'ASC',
    after,
    limit: Number(parameters['limit'] ?? DEFAULT_LIMIT),
  });
  const fields = parameters['fields'] === 'NON_CUSTOMER_DATA' ? 'NON_CUSTOMER_DATA' : 'ALL';
  return { ...page, fields, ignored };
}
