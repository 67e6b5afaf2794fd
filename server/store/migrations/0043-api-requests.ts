/** The log of what was asked of the API, for merchants' developers. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_requests')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('token_id', 'text')
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('result_code', 'text')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('path_id', 'text')
    .addColumn('answer_id', 'text')
    // By time, as it is purged and, where all is seen, read.
    .addPrimaryKeyConstraint('api_requests_key', ['at', 'id'])
    .execute();
  await db.schema
    .createIndex('api_requests_of')
    .on('api_requests')
    .columns(['entity_id', 'at', 'id'])
    .execute();
  await db.schema
    .createIndex('api_requests_named')
    .on('api_requests')
    .column('request_id')
    .execute();
  await sql`create index api_requests_to on api_requests (path_id, at)
    where path_id is not null`.execute(db);
  await sql`create index api_requests_made on api_requests (answer_id, at)
    where answer_id is not null`.execute(db);
}
