/** A message is told on as a part of the trace that it comes from. */
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('messages').addColumn('traceparent', 'text').execute();
}
