/** Subscriptions of the entities in sight, with what waits and what was given up. */
import type { WebhookInfo } from '../../contract/admin-api.ts';
import { listEntities } from '../gateway/entities/index.ts';
import { listWebhooks } from '../gateway/events/index.ts';
import type { WebhookRow } from '../store/tables.ts';
import type { ConsoleContext } from './console-context.ts';
import type { SignedIn } from './sign-in/sessions.ts';

function stateOf({ ended_at, paused_at, pause_reason, acknowledged_at }: WebhookRow): string {
  if (ended_at !== null || pause_reason === 'gone') return 'ended';
  if (paused_at !== null) return 'paused';
  return acknowledged_at !== null ? 'active' : 'unconfirmed';
}

async function rowsInSight(
  { gateway }: ConsoleContext,
  { entityId }: SignedIn,
): Promise<WebhookRow[]> {
  if (entityId !== null) return listWebhooks(gateway, entityId);
  const tops = (await listEntities(gateway.db)).filter(({ parent_id }) => parent_id === null);
  return (await Promise.all(tops.map(({ id }) => listWebhooks(gateway, id)))).flat();
}

export async function webhooksInSight(
  context: ConsoleContext,
  session: SignedIn,
): Promise<(WebhookInfo & { readonly isFailing: boolean })[]> {
  const { db } = context.gateway;
  const rows = await rowsInSight(context, session);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = await db
    .selectFrom('deliveries')
    .select(['webhook_id', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('webhook_id', 'in', ids)
    .where('state', '<>', 'delivered')
    .groupBy(['webhook_id', 'state'])
    .execute();
  const countOf = (id: string, state: string) =>
    Number(counts.find((row) => row.webhook_id === id && row.state === state)?.count ?? 0);
  return rows.map((row) => {
    const types: string[] = JSON.parse(row.types);
    return {
      ...{ id: row.id, entityId: row.entity_id, kind: row.kind, url: row.url ?? '' },
      state: stateOf(row),
      types: types.length > 0 ? types : null,
      waiting: countOf(row.id, 'waiting'),
      givenUp: countOf(row.id, 'given_up'),
      isFailing: row.failing_since !== null,
    };
  });
}
