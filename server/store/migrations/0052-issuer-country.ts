/** Where a card was issued, as its processor says. Payments of before, and of the release before, have none. */
import type { Kysely } from 'kysely';
import type { LargeIndex } from '../large-indexes.ts';

export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('payments').addColumn('issuer_country', 'text').execute();
}

export const largeIndexes: readonly LargeIndex[] = [
  {
    name: 'payments_by_issuer_country',
    table: 'payments',
    of: '(entity_id, issuer_country, created_at, id) where issuer_country is not null',
  },
];
