/** What reports are read by: when a payment was made, when it was settled, and what refers to it. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) =>
    db.schema.createIndex(name).on('payments').columns(columns).execute();
  await index('payments_made', ['entity_id', 'created_at', 'id']);
  await index('payments_settled', ['entity_id', 'settled_at', 'id']);
  await index('payments_of_reference', ['referenced_id']);
}
