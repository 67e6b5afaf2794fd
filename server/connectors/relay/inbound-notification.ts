/**
 * Notifications of a processor (compatibility.md, section 6): AES-256-GCM, the ciphertext in
 * hexadecimal as the body or as its `encryptedBody`, IV and tag in headers.
 */
import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import type {
  Connector,
  ConnectorContext,
  InboundNotification,
  NotificationOutcome,
} from '../connector.ts';
import { recordNotification, recordStoredCardNotification } from './ledger.ts';

interface EncryptedNotification {
  /** 64 hexadecimal characters. */
  readonly key: string;
  readonly body: string;
  /** `X-Initialization-Vector`. */
  readonly iv: string;
  /** `X-Authentication-Tag`. */
  readonly tag: string;
}

const PayloadSchema = z.object({
  type: z.string(),
  payload: z
    .object({
      id: z.string().optional(),
      merchantTransactionId: z.string().optional(),
    })
    .optional(),
});

/** What it is about; nothing else of it is believed, so that a repeated or late one does no harm. */
type NotificationPayload = z.infer<typeof PayloadSchema>;

type NotifiedChannel = Parameters<NonNullable<Connector['handleNotification']>>[0];

/** What it is about is asked for within a second or so. */
export async function handleNotification(
  { db, secretOf }: Pick<ConnectorContext, 'db' | 'secretOf'>,
  channel: NotifiedChannel,
  { body, header }: InboundNotification,
): Promise<NotificationOutcome> {
  const key = await secretOf(channel.id, 'notificationKey');
  if (key === undefined) return 'unexpected';
  const iv = header('x-initialization-vector');
  const notification = readNotification({ key, body, iv, tag: header('x-authentication-tag') });
  if (!notification) return 'forged';
  const { id, merchantTransactionId } = notification.payload ?? {};
  if (notification.type === 'REGISTRATION' && id !== undefined) {
    await recordStoredCardNotification(db, channel, id);
  }
  if (notification.type !== 'PAYMENT') return 'taken';
  if (id === undefined && merchantTransactionId === undefined) return 'taken';
  await recordNotification(db, channel, {
    ...(merchantTransactionId !== undefined && { reference: merchantTransactionId }),
    ...(id !== undefined && { processorId: id }),
  });
  return 'taken';
}

/** @returns undefined when it was not encrypted with the key, or says nothing */
function readNotification({
  key,
  body,
  iv,
  tag,
}: EncryptedNotification): NotificationPayload | undefined {
  const ciphertext = ciphertextIn(body);
  const isHex = [ciphertext, iv, tag].every((text) => /^(?:[0-9a-f]{2})+$/i.test(text));
  if (!isHex || iv.length !== 24 || tag.length !== 32) return undefined;
  const decipher = createDecipheriv(
    'aes-256-gcm',
    Buffer.from(key, 'hex'),
    Buffer.from(iv, 'hex'),
    {
      authTagLength: 16,
    },
  );
  decipher.setAuthTag(Buffer.from(tag, 'hex'));
  try {
    const text = Buffer.concat([decipher.update(ciphertext, 'hex'), decipher.final()]);
    return PayloadSchema.safeParse(JSON.parse(text.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function ciphertextIn(body: string): string {
  const text = body.trim();
  if (!text.startsWith('{')) return text;
  try {
    const { encryptedBody } = JSON.parse(text);
    return typeof encryptedBody === 'string' ? encryptedBody : '';
  } catch {
    return '';
  }
}
