/** When a shopper began to fill the form in: a step of the funnel. Forms of before, and of the release before, have none. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('form_visits').addColumn('typed_at', 'bigint').execute();
}
