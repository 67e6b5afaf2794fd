/** What an id names, for a caller that has given it as something else. */
import { AUTHENTICATION, REGISTRATION } from '../../../contract/catalogue.ts';
import type { Database } from '../../store/database.ts';
import { findEntity, isWithin } from '../entities/index.ts';

export type KindOfId =
  | 'checkout'
  | 'payment'
  | 'authentication'
  | 'agreement'
  | 'registration'
  | 'schedule'
  | 'webhook'
  | 'entity';

export interface NamedById {
  readonly kind: KindOfId;
  /** Whose it is. */
  readonly entityId: string;
}

/**
 * What of an entity, or of those below it, has this id. Of anybody else's nothing is told, so to its
 * caller it does not exist.
 * @param rootId the entity of the access token
 */
export async function kindOfId(
  db: Database,
  rootId: string,
  id: string,
): Promise<NamedById | undefined> {
  const found = await lookUp(db, id);
  return found && (await isWithin(db, found.entityId, rootId)) ? found : undefined;
}

async function lookUp(db: Database, id: string): Promise<NamedById | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select(['entity_id', 'type'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (payment) return { kind: kindOfPayment(payment.type), entityId: payment.entity_id };
  for (const [table, kind] of TABLES) {
    const row = await db
      .selectFrom(table)
      .select('entity_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row) return { kind, entityId: row.entity_id };
  }
  const entity = await findEntity(db, id);
  return entity && { kind: 'entity', entityId: entity.id };
}

const TABLES = [
  ['checkouts', 'checkout'],
  ['registrations', 'registration'],
  ['schedules', 'schedule'],
  ['webhooks', 'webhook'],
] as const;

const kindOfPayment = (type: string): KindOfId => {
  if (type === REGISTRATION) return 'agreement';
  return type === AUTHENTICATION ? 'authentication' : 'payment';
};
