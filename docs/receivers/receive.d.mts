/** The types of `receive.mjs`. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The message as it was sent: see docs/webhooks.md. */
// biome-ignore lint/suspicious/noExplicitAny: what was sent is the receiver's to judge
type Message = any;

export function readNotification(
  headers: Headers,
  body: string,
  keys: string | readonly string[],
): { id: string; message: Message };

export function readEvent(
  headers: Headers,
  body: string,
  secrets: string | readonly string[],
  now?: number,
): { id: string; event: Message };
