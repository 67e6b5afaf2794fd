/** That a chargeback was answered, when and by whom. Those of before were answered elsewhere, or not. */
import type { Kysely } from 'kysely';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('payments').addColumn('chargeback_answer', 'text').execute();
}
