/** What upstreams tell by themselves. It is a hint to ask, and written down before it is answered. */
import { RESULT } from '../../../contract/result-by-name.ts';
import { hearOf } from '../../connectors/upstream/upstream-books.ts';
import {
  type EncryptedNotification,
  readNotification,
} from '../../connectors/upstream/upstream-notification.ts';
import type { Gateway } from '../context.ts';
import { findChannel } from '../entities/entities.ts';
import { Refusal } from '../requests/api-error.ts';
import { connectorSecret } from './connector-secrets.ts';

/**
 * Takes a notification for the channel; what it is about is asked for within a second or so.
 * @throws Refusal 404 where the channel takes none, 403 where it was encrypted with another key
 */
export async function takeNotification(
  { db, vault }: Gateway,
  channelId: string,
  sent: Omit<EncryptedNotification, 'key'>,
): Promise<void> {
  const key = await connectorSecret(db, vault, channelId, 'notificationKey');
  if (key === undefined) throw new Refusal(404, RESULT.entityNotFound);
  const notification = readNotification({ ...sent, key });
  if (!notification)
    throw new Refusal(403, RESULT.credentialsInvalid, 'the notification does not decrypt');
  // Of cards that are stored there it tells as well: we have stored them, and the id is no payment's.
  if (notification.type !== 'PAYMENT') return;
  const { id, merchantTransactionId } = notification.payload ?? {};
  if (id === undefined && merchantTransactionId === undefined) return;
  const channel = await findChannel(db, channelId);
  const mode = channel?.settings.mode === 'live' ? 'LIVE' : 'EXTERNAL';
  await hearOf(
    db,
    { id: channelId, mode },
    {
      ...(merchantTransactionId !== undefined && { reference: merchantTransactionId }),
      ...(id !== undefined && { upstreamId: id }),
    },
  );
}
