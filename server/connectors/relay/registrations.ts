/**
 * Stored cards as a processor knows them. The card itself is in our vault; once the processor has stored
 * it too, its later payments are made there by the processor's own id, and no card number is sent. What
 * is stored there and is none of ours (any more) is deleted there.
 */
import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction, skipLocked } from '../../store/dialect.ts';
import { CARD_STORED_WITHIN_MS } from '../../store/lease.ts';
import type { UpstreamRegistrationRow } from '../../store/tables.ts';
import type { RelayClient, RelayConfig } from './client.ts';

interface Card {
  readonly channel_id: string | null;
  readonly registration_id: string | null;
}

export interface RelayRegistrations {
  /** The id under which the channel's processor has the card. */
  find(asked: { channelId: string; registrationId?: string }): Promise<string | undefined>;
  learn(card: Card, processorId: string): Promise<void>;
  forget(card: Card): Promise<void>;
  /** Deletes there what was deleted here, or never came to be; tries again later where it cannot. */
  deleteUnused(
    client: RelayClient,
    configOf: (channelId: string) => Promise<RelayConfig | undefined>,
    timeLimitMs: number,
  ): Promise<void>;
}

const BATCH = 20;
const FIRST_PAUSE_MS = 10_000;

export function openRegistrations(db: Database): RelayRegistrations {
  const remove = async (registrationId: string, channelId: string): Promise<void> => {
    await db
      .deleteFrom('upstream_registrations')
      .where('registration_id', '=', registrationId)
      .where('channel_id', '=', channelId)
      .execute();
  };

  const find: RelayRegistrations['find'] = async ({ channelId, registrationId }) => {
    if (registrationId === undefined) return undefined;
    const row = await db
      .selectFrom('upstream_registrations')
      .select('upstream_id')
      .where('registration_id', '=', registrationId)
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    return row?.upstream_id;
  };

  return {
    find,
    async learn({ channel_id: channelId, registration_id: registrationId }, processorId) {
      if (channelId === null || registrationId === null) return;
      const keep = (id: string) =>
        db
          .insertInto('upstream_registrations')
          .values({
            channel_id: channelId,
            registration_id: id,
            upstream_id: processorId,
            check_at: databaseNow(db, CARD_STORED_WITHIN_MS),
            checks: 0,
          })
          .onConflict((conflict) => conflict.columns(['registration_id', 'channel_id']).doNothing())
          .execute();
      await keep(registrationId);
      // Two first payments at once have stored it there twice: one of them is of no registration.
      const known = await find({ channelId, registrationId });
      if (known !== processorId) await keep(randomBytes(16).toString('hex'));
    },
    async forget({ channel_id, registration_id }) {
      if (channel_id === null || registration_id === null) return;
      await remove(registration_id, channel_id);
    },
    async deleteUnused(client, configOf, timeLimitMs) {
      const lookAt = async (row: UpstreamRegistrationRow): Promise<void> => {
        const use = await useOf(db, row.registration_id);
        if (use === 'awaited') return;
        if (use === 'stored') {
          await db
            .updateTable('upstream_registrations')
            .set({ check_at: null })
            .where('registration_id', '=', row.registration_id)
            .where('channel_id', '=', row.channel_id)
            .execute();
          return;
        }
        const config = await configOf(row.channel_id);
        if (!config) return;
        const path = `/v1/registrations/${encodeURIComponent(row.upstream_id)}`;
        const { entityId } = config.settings;
        const { status } = await client.remove(config, path, { entityId }, timeLimitMs);
        if (status === 200 || status === 404) await remove(row.registration_id, row.channel_id);
      };
      await Promise.allSettled((await takeDue(db)).map(lookAt));
    },
  };
}

/** A card was deleted here: it is deleted there within a second or so. */
export async function scheduleDeletion(trx: Transaction, registrationId: string): Promise<void> {
  await trx
    .updateTable('upstream_registrations')
    .set({ check_at: databaseNow(trx), checks: 0 })
    .where('registration_id', '=', registrationId)
    .execute();
}

/** Takes what is to be looked at, and puts it off as if nothing came of it. */
function takeDue(db: Database): Promise<UpstreamRegistrationRow[]> {
  return inTransaction(db, async (trx) => {
    const due = await skipLocked(
      trx
        .selectFrom('upstream_registrations')
        .selectAll()
        .where('check_at', '<=', databaseNow(trx))
        .orderBy('check_at')
        .limit(BATCH),
    ).execute();
    for (const { registration_id, channel_id, checks } of due) {
      await trx
        .updateTable('upstream_registrations')
        .set({
          checks: checks + 1,
          check_at: databaseNow(trx, Math.min(FIRST_PAUSE_MS * 2 ** checks, CARD_STORED_WITHIN_MS)),
        })
        .where('registration_id', '=', registration_id)
        .where('channel_id', '=', channel_id)
        .execute();
    }
    return due;
  });
}

/** `awaited`: a payment that is to store it is not decided yet. */
async function useOf(
  db: Database,
  registrationId: string,
): Promise<'stored' | 'awaited' | undefined> {
  const registration = await db
    .selectFrom('registrations')
    .select('deleted_at')
    .where('id', '=', registrationId)
    .executeTakeFirst();
  if (registration) return registration.deleted_at === null ? 'stored' : undefined;
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('registration_id', '=', registrationId)
    .where('state', 'in', ['pending', 'in_doubt'])
    .executeTakeFirst();
  return payment && 'awaited';
}
