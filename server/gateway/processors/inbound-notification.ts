/** What processors send by themselves: each connector opens its own. */

import { RESULT } from '../../../contract/result-by-name.ts';
import type { InboundNotification } from '../../connectors/connector.ts';
import { CONNECTORS } from '../../connectors/registry.ts';
import type { GatewayContext } from '../context.ts';
import { findChannel } from '../entities/index.ts';
import { ApiError } from '../requests/index.ts';

/** The addresses that processors notify, by the connector that opens what arrives there. */
export const notificationAddresses = CONNECTORS.flatMap(({ name, notifications }) =>
  notifications ? [{ connector: name, ...notifications }] : [],
);

/** Path of the address that the processor of the channel notifies; undefined where it sends none. */
export function notificationPath(connector: string | undefined, channelId: string) {
  const found = notificationAddresses.find((address) => address.connector === connector);
  return found && `/v1/${found.path}/${channelId}/notifications`;
}

/**
 * Takes a notification for the channel; what it is about is asked for within a second or so.
 * @param name of the connector that has the address
 * @throws ApiError 404 where the channel takes none, 403 where it does not come from its processor
 */
export async function handleNotification(
  { db, connectors }: GatewayContext,
  name: string,
  channelId: string,
  notification: InboundNotification,
): Promise<void> {
  const channel = await findChannel(db, channelId);
  const mode = channel?.settings.mode === 'live' ? 'LIVE' : 'EXTERNAL';
  const outcome =
    channel &&
    (await connectors.get(name)?.handleNotification?.({ id: channelId, mode }, notification));
  if (outcome === 'forged') {
    throw new ApiError(403, RESULT.credentialsInvalid, 'the notification does not decrypt');
  }
  if (outcome !== 'taken') throw new ApiError(404, RESULT.entityNotFound);
}
