/** What has changed on the payment pages: written once, published to the merchant once an hour at most. */
import { realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { PageChangeRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { findChannel } from '../entities/index.ts';
import { publishPageWatchEvent } from '../events/index.ts';
import { forEach } from '../for-each.ts';
import { newId } from '../ids.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Changes that one notification names; how many more there are it says. */
const MOST_TOLD = 20;
/** Channels that one pass tells. */
const BATCH = 50;

export type ChangeKind =
  | 'NEW_SCRIPT'
  | 'REJECTED_SCRIPT'
  | 'TOO_MANY_SCRIPTS'
  | 'HEADERS_CHANGED'
  | 'PAGE_UNREADABLE'
  | 'PAGE_READABLE'
  | 'NEW_VIOLATION'
  | 'TOO_MANY_VIOLATIONS';

export interface PageChange {
  readonly kind: ChangeKind;
  /** The script, the page, or what was blocked. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  /** What goes on is published once a day. */
  readonly isDaily?: boolean;
}

export async function recordChange(
  trx: Transaction,
  channelId: string,
  { kind, subject, detail = {}, isDaily = false }: PageChange,
): Promise<void> {
  const day = Math.floor(realNow() / DAY_MS);
  await trx
    .insertInto('page_changes')
    .values({
      channel_id: channelId,
      once: isDaily ? `${day} ${kind} ${subject}` : newId(),
      kind,
      subject,
      detail: JSON.stringify(detail),
      at: databaseNow(trx),
      told_at: null,
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'once']).doNothing())
    .execute();
}

/**
 * Publishes what has changed since the last notification to the merchant, in one, an hour after the one
 * before at the earliest: made-up scripts cause no more than that.
 * @returns for how many channels something was published
 */
export async function publishPageChanges(gateway: GatewayContext): Promise<number> {
  const { db } = gateway;
  const due = await db
    .selectFrom('page_changes')
    .select('channel_id')
    .where('told_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('page_changes as published')
            .select('published.once')
            .whereRef('published.channel_id', '=', 'page_changes.channel_id')
            .where('published.told_at', '>', databaseNow(db, -HOUR_MS)),
        ),
      ),
    )
    .groupBy('channel_id')
    .limit(BATCH)
    .execute();
  return forEach(due, ({ channel_id }) => publishChangesOf(gateway, channel_id));
}

async function publishChangesOf(gateway: GatewayContext, channelId: string): Promise<void> {
  const published = await inTransaction(gateway.db, async (trx) => {
    // An instance that comes second waits for the rows, and finds them published.
    const changes = await trx
      .updateTable('page_changes')
      .set({ told_at: databaseNow(trx) })
      .where('channel_id', '=', channelId)
      .where('told_at', 'is', null)
      .returningAll()
      .execute();
    const channel = await findChannel(trx, channelId);
    if (changes.length === 0 || !channel) return [];
    await publishPageWatchEvent(gateway, trx, channel, {
      changes: changes
        .toSorted((a, b) => a.at - b.at)
        .slice(0, MOST_TOLD)
        .map(presentChange),
      more: Math.max(0, changes.length - MOST_TOLD),
    });
    return changes;
  });
  if (published.length === 0) return;
  const kinds = [...new Set(published.map(({ kind }) => kind))].sort();
  gateway.warn?.(
    { channel: channelId, changes: published.length, kinds },
    'payment pages have changed',
  );
}

export const presentChange = ({ kind, subject, detail, at }: PageChangeRow) => ({
  kind,
  subject,
  at,
  ...(JSON.parse(detail) as Record<string, unknown>),
});
