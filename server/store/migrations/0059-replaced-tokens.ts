/** When another access token took the place of one: one that is still taken for a while is not rotated again. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('access_tokens').addColumn('replaced_at', 'bigint').execute();
}
