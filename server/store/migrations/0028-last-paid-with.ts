/** Which of a shopper's stored cards was last paid with. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index payments_of_registration on payments (registration_id, created_at)
    where registration_id is not null`.execute(db);
}
