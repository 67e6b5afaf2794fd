/**
 * How long a channel's records are kept (docs/operations.md, "How long data are kept"). It goes by the
 * real clock: the clock of a channel may be ahead, and then a test would lose what it has just made.
 */
import { type SqlBool, sql } from 'kysely';
import { deleteOld } from '../../notifications/purge.ts';
import { realNow } from '../../store/clock.ts';
import { isOff, measureSkew } from '../../store/clock-skew.ts';
import type { Database } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { migratedAt } from '../../store/migrate.ts';
import { paymentFromRow } from '../../store/records/payment.ts';
import { registrationFromRow } from '../../store/records/registration.ts';
import { type Channel, channels } from '../entities/index.ts';
import { paymentWithoutShopper, registrationWithoutShopper } from './without-shopper.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What a checkout's posts are remembered by goes before it, up to half an hour after its 90 days. */
const CHECKOUT_MARGIN_MS = DAY_MS;
/** Payments wait for so many rows at most. */
const BATCH = 200;
/** A pass takes this long at most: the next one goes on. */
const PASS_MS = 5_000;

/** Data that were there before have this long until an operator has set other terms. */
const GRACE_MS = 14 * DAY_MS;
const BEGAN_WITH = '0026-scale';

/** By this machine's clock, unless it is not the database's: one that is ahead would delete for good. */
export async function endRetentionOnTime(db: Database): Promise<void> {
  if (!isOff(await measureSkew(db))) await endRetention(db);
}

/**
 * Deletes and anonymises what is kept long enough, of every channel: what fails in one stops no other.
 * @throws AggregateError of everything that failed, each with its channel
 */
export async function endRetention(db: Database, now = realNow()): Promise<void> {
  const began = await migratedAt(db, BEGAN_WITH);
  if (began === undefined || now < began + GRACE_MS) return;
  const until = performance.now() + PASS_MS;
  const failures: Error[] = [];
  for (const channel of await channels(db)) {
    const { checkoutDays, personalDataMonths, bookYears } = channel.settings.retention;
    const readable = now - checkoutDays * DAY_MS - CHECKOUT_MARGIN_MS;
    const personal = monthsBefore(now, personalDataMonths);
    const books = Math.floor(monthsBefore(now, 12 * bookYears) / DAY_MS);
    const passes = [
      () => deleteCheckouts(db, channel, readable),
      () => anonymisePayments(db, channel, personal),
      // They tell who the shopper was, and are kept for 60 days where this term is no shorter.
      () => deleteOld(db, channel.id, personal),
      () => anonymiseRegistrations(db, channel, personal),
      () => deletePayments(db, channel, books),
    ];
    for (const pass of passes) {
      try {
        while ((await pass()) > 0 && performance.now() < until);
      } catch (cause) {
        failures.push(new Error(`retention of channel ${channel.id} failed`, { cause }));
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'retention failed');
}

/** Epoch milliseconds. Where the month has no such day, its last one. */
export function monthsBefore(now: number, months: number): number {
  const date = new Date(now);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  return date.getUTCDate() === day ? date.getTime() : date.setUTCDate(0);
}

const deleteCheckouts = (db: Database, { id }: Channel, before: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const old = await trx
      .selectFrom('checkouts')
      .select(['id', 'created_at'])
      .where('entity_id', '=', id)
      .where('created_at', '<', before)
      .where('paying_id', 'is', null)
      .orderBy('created_at')
      .limit(BATCH)
      .execute();
    if (old.length === 0) return 0;
    const ids = old.map((checkout) => checkout.id);
    for (const table of ['payments', 'registrations'] as const) {
      await trx
        .updateTable(table)
        .set({ checkout_id: null })
        .where('checkout_id', 'in', ids)
        .execute();
    }
    await trx.deleteFrom('checkouts').where('id', 'in', ids).execute();
    // What the funnel has counted of them goes with them.
    const latest = old.at(-1)?.created_at ?? 0;
    await trx
      .deleteFrom('funnel_days')
      .where('entity_id', '=', id)
      .where('day', '<=', Math.floor(latest / DAY_MS))
      .execute();
    return ids.length;
  });

/** In the order in which they were made; how far it has come is noted with what was done. */
const anonymisePayments = (db: Database, channel: Channel, before: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const done = await trx
      .selectFrom('retention')
      .selectAll()
      .where('channel_id', '=', channel.id)
      .executeTakeFirst();
    const { made_at = -1, payment_id = '' } = done ?? {};
    const rows = await trx
      .selectFrom('payments')
      .selectAll()
      .where('entity_id', '=', channel.id)
      .where('created_at', '<', before)
      .where((eb) =>
        eb.and([
          eb('created_at', '>=', made_at),
          eb.or([eb('created_at', '>', made_at), eb('id', '>', payment_id)]),
        ]),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return 0;
    for (const row of rows) {
      await trx
        .updateTable('payments')
        .set(paymentWithoutShopper(paymentFromRow(row), { keepsChain: true }))
        .where('id', '=', row.id)
        .execute();
    }
    const reached = { made_at: last.created_at, payment_id: last.id };
    await trx
      .insertInto('retention')
      .values({ channel_id: channel.id, ...reached })
      .onConflict((conflict) => conflict.column('channel_id').doUpdateSet(reached))
      .execute();
    return rows.length;
  });

/** Those that were deleted; one that is alive has a life of its own. Its schedules go with it. */
const anonymiseRegistrations = (db: Database, channel: Channel, before: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('registrations')
      .selectAll()
      .where('entity_id', 'in', [channel.id, channel.parentId ?? channel.id])
      .where('deleted_at', '<', before)
      // As its index says it.
      .where(sql<SqlBool>`card_fingerprint <> ''`)
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      await trx
        .updateTable('registrations')
        .set(registrationWithoutShopper(registrationFromRow(row)))
        .where('id', '=', row.id)
        .execute();
      await trx
        .updateTable('schedules')
        .set({ parameters: '{}' })
        .where('registration_id', '=', row.id)
        .execute();
    }
    return rows.length;
  });

/**
 * What was made of a payment goes before it, and a payment stays as long as something refers to it. Whole
 * days go, and with them their sums: pages are counted off from those of the days that stay.
 * @param before day since 1970
 */
const deletePayments = (db: Database, { id }: Channel, before: number): Promise<number> =>
  inTransaction(db, async (trx) => {
    const old = await trx
      .selectFrom('payments')
      .select('id')
      .where('entity_id', '=', id)
      .where('created_at', '<', before * DAY_MS)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments as child')
              .select('child.id')
              .whereRef('child.referenced_id', '=', 'payments.id'),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(BATCH)
      .execute();
    if (old.length === 0) return 0;
    await trx
      .deleteFrom('daily_sums')
      .where('entity_id', '=', id)
      .where('day', '<', before)
      .execute();
    const ids = old.map((payment) => payment.id);
    await trx.deleteFrom('payments').where('id', 'in', ids).execute();
    return ids.length;
  });
