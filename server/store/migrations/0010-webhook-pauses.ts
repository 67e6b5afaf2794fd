/** Receivers that fail everything: since when, and from when on one retry is made again. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_lanes').addColumn('failing_since', 'bigint').execute();
  await db.schema
    .alterTable('webhook_lanes')
    .addColumn('retry_from', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  // What is new is found among any number of messages whose retries pause.
  await db.schema
    .createIndex('deliveries_untried')
    .on('deliveries')
    .columns(['lane_id', 'due_at'])
    .where(sql<boolean>`due_at is not null and attempts = 0`)
    .execute();
}
