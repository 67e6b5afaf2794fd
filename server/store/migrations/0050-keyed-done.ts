/** Whether what a keyed request changes was changed, where that makes no row of its own: the clock of a channel. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('idempotency_keys').addColumn('is_done', 'bigint').execute();
}
