/** Where and when something happens that is published. */
import { channelNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { findChannel, merchantAbove } from '../entities/index.ts';

/** The channel, its merchant, and the time by the channel's clock (epoch milliseconds). */
export async function happenedIn(trx: Transaction, channelId: string) {
  const channel = await findChannel(trx, channelId);
  if (!channel) throw new Error(`the channel ${channelId} is gone`);
  return {
    channel,
    channelId,
    merchantId: await merchantAbove(trx, channelId),
    at: channelNow(channel.clockOffsetMs),
  };
}
