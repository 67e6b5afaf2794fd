/** Channels whose pages are watched, and the sites that are asked for them, which answer as a test says. */
import { beforeEach, vi } from 'vitest';
import {
  type Channel,
  changeSettings,
  createEntity,
  findChannel,
} from '../../gateway/entities/index.ts';
import type { OutgoingAnswer } from '../../outgoing/guarded-client.ts';
import { openTestDatabase } from './test-database.ts';

export async function openWatchedChannels(headersEveryHours: number) {
  const { db, drop } = await openTestDatabase();
  const { id: parentId } = await createEntity(db, { kind: 'merchant', name: 'Merchant' });
  const call = vi.fn<(url: string, request: object) => Promise<OutgoingAnswer>>();
  const check = vi.fn<() => Promise<void>>();
  beforeEach(() => {
    call.mockReset().mockResolvedValue({ status: 200, headers: {}, body: '' });
    check.mockReset().mockResolvedValue();
  });
  return {
    ...{ db, drop, call, check, tools: { db, outgoing: { call, check } } },

    async channelOf(): Promise<Channel> {
      const { id } = await createEntity(db, { kind: 'channel', name: 'Channel', parentId });
      await changeSettings(db, id, { pageWatch: { headersEveryHours } });
      return (await findChannel(db, id)) as Channel;
    },
  };
}
