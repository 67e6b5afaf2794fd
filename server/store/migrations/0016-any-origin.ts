/** A live channel says which pages may embed its form: one that lists none has let every page do it. */
import type { Kysely } from 'kysely';

interface Tables {
  readonly entities: { readonly id: string; readonly kind: string; readonly settings: string };
}

export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Tables>;
  const channels = await db
    .selectFrom('entities')
    .select(['id', 'settings'])
    .where('kind', '=', 'channel')
    .execute();
  for (const { id, settings } of channels) {
    const known = JSON.parse(settings);
    const origins: unknown[] = known.origins ?? [];
    if (known.mode !== 'live' || origins.length > 0) continue;
    await db
      .updateTable('entities')
      .set({ settings: JSON.stringify({ ...known, origins: ['any'] }) })
      .where('id', '=', id)
      .execute();
  }
}
