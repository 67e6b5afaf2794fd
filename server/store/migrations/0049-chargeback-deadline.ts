/** Until when a chargeback is to be answered. Those of before, and of the release before, have no such date. */
import type { Kysely } from 'kysely';
import type { LargeIndex } from '../large-indexes.ts';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('payments').addColumn('respond_by', 'bigint').execute();
}

export const largeIndexes: readonly LargeIndex[] = [
  {
    name: 'payments_to_answer',
    table: 'payments',
    of: '(entity_id, respond_by, id) where respond_by is not null',
  },
];
