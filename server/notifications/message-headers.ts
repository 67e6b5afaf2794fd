/**
 * What the headers of a message say beside its body, which stays as it is specified: its place among the
 * messages of its payment, when that happened, and whose it is.
 */
import type { DeliveryRow } from '../store/tables.ts';

/** Where messages come from. */
export interface Origin {
  readonly channelId: string;
  /** At the top of the channel's tree. */
  readonly merchantId: string;
}

export type MessageHeaders = Readonly<Record<string, string>>;

export const messageHeaders = (
  { position, group_id, created_at }: Pick<DeliveryRow, 'position' | 'group_id' | 'created_at'>,
  { channelId, merchantId }: Origin,
): MessageHeaders => ({
  'webhook-sequence': String(position),
  'webhook-sequence-of': group_id,
  'webhook-occurred-at': new Date(created_at).toISOString(),
  'webhook-channel-id': channelId,
  'webhook-merchant-id': merchantId,
});

/** Different in each attempt: the others follow from the message. */
const OF_ATTEMPT = [
  'webhook-timestamp',
  'webhook-signature',
  'x-initialization-vector',
  'x-authentication-tag',
];

/** Those of a request's headers that no other attempt has. */
export const attemptHeaders = (headers: MessageHeaders): MessageHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => OF_ATTEMPT.includes(name)));
