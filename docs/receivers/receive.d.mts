/** The types of `receive.mjs`. */
type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** The message as it was sent: see docs/webhooks.md. */
// biome-ignore lint/suspicious/noExplicitAny: what was sent is the receiver's to judge
type Message = any;

export function readNotification(
  headers: ReceivedHeaders,
  body: string,
  keys: string | readonly string[],
): { id: string; message: Message };

export function readEvent(
  headers: ReceivedHeaders,
  body: string,
  secrets: string | readonly string[],
  now?: number,
): { id: string; event: Message };
