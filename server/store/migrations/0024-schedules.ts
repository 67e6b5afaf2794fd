/** How long stored cards live, and the schedules that pay with them. */
import { type Kysely, sql } from 'kysely';

interface Tables {
  readonly registrations: {
    readonly id: string;
    readonly card: string;
    readonly deleted_at: number | null;
    readonly life_ends_at: number | null;
  };
}

/** Months after the card's last one. */
const LIFE_MONTHS = 14;
const BATCH = 500;

export async function up(untyped: Kysely<unknown>): Promise<void> {
  const { schema } = untyped;
  for (const column of ['life_ends_at', 'life_extended_at']) {
    await schema.alterTable('registrations').addColumn(column, 'bigint').execute();
  }
  const db = untyped as Kysely<Tables>;
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('registrations')
      .select(['id', 'card'])
      .where('deleted_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, card } of rows) {
      const { expiryYear, expiryMonth } = JSON.parse(card);
      if (expiryYear === undefined) continue;
      await db
        .updateTable('registrations')
        .set({ life_ends_at: Date.UTC(Number(expiryYear), Number(expiryMonth) + LIFE_MONTHS) })
        .where('id', '=', id)
        .execute();
    }
    if (rows.length < BATCH) break;
    last = rows.at(-1)?.id ?? '';
  }
  await schema
    .createIndex('registrations_life')
    .on('registrations')
    .columns(['life_ends_at'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
}
