/**
 * Stored cards as an upstream knows them. The card itself is in our vault; once an upstream has stored
 * it too, its later payments are made there by the upstream's own id, and no card number is sent.
 */
import type { Database } from '../../store/database.ts';
import type { UpstreamClient, UpstreamConfig } from './upstream-client.ts';

export interface UpstreamRegistrations {
  /** The id under which the channel's upstream has the card. */
  find(asked: { channelId: string; registrationId?: string }): Promise<string | undefined>;
  learn(
    row: { channel_id: string | null; registration_id: string | null },
    upstreamId: string,
  ): Promise<void>;
  forget(row: { channel_id: string | null; registration_id: string | null }): Promise<void>;
  /** Deletes there what was deleted here; what cannot be deleted now is tried again. */
  forgetDeleted(
    client: UpstreamClient,
    configOf: (channelId: string) => Promise<UpstreamConfig | undefined>,
    timeLimitMs: number,
  ): Promise<void>;
}

const BATCH = 20;

export function openRegistrations(db: Database): UpstreamRegistrations {
  const remove = async (registrationId: string, channelId: string): Promise<void> => {
    await db
      .deleteFrom('upstream_registrations')
      .where('registration_id', '=', registrationId)
      .where('channel_id', '=', channelId)
      .execute();
  };

  return {
    async find({ channelId, registrationId }) {
      if (registrationId === undefined) return undefined;
      const row = await db
        .selectFrom('upstream_registrations')
        .select('upstream_id')
        .where('registration_id', '=', registrationId)
        .where('channel_id', '=', channelId)
        .executeTakeFirst();
      return row?.upstream_id;
    },
    async learn({ channel_id, registration_id }, upstreamId) {
      if (channel_id === null || registration_id === null) return;
      await db
        .insertInto('upstream_registrations')
        .values({ channel_id, registration_id, upstream_id: upstreamId })
        .onConflict((conflict) => conflict.columns(['registration_id', 'channel_id']).doNothing())
        .execute();
    },
    async forget({ channel_id, registration_id }) {
      if (channel_id !== null && registration_id !== null)
        await remove(registration_id, channel_id);
    },
    async forgetDeleted(client, configOf, timeLimitMs) {
      const deleted = await db
        .selectFrom('upstream_registrations')
        .innerJoin('registrations', 'registrations.id', 'registration_id')
        .select(['registration_id', 'channel_id', 'upstream_id'])
        .where('deleted_at', 'is not', null)
        .limit(BATCH)
        .execute();
      await Promise.allSettled(
        deleted.map(async ({ registration_id, channel_id, upstream_id }) => {
          const config = await configOf(channel_id);
          if (config) {
            const path = `/v1/registrations/${encodeURIComponent(upstream_id)}`;
            const { entityId } = config.settings;
            const { status } = await client.remove(config, path, { entityId }, timeLimitMs);
            if (status !== 200 && status !== 404) throw new Error(`HTTP ${status}`);
          }
          await remove(registration_id, channel_id);
        }),
      );
    },
  };
}
