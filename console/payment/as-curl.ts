/** What the console does, as a call of the public API that a merchant's server can make. */

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const AUTHORIZATION = '-H "Authorization: Bearer $ACCESS_TOKEN"';

interface Target {
  readonly id: string;
  readonly channelId: string;
}

/** Reads the payment. `$GATEWAY` and `$ACCESS_TOKEN` are the reader's own. */
export const readAsCurl = ({ id, channelId }: Target): string =>
  `curl "$GATEWAY/v1/payments/${id}?entityId=${channelId}" ${AUTHORIZATION}`;

/** @param fields of the operation: `paymentType`, `amount`, `currency` */
export function operateAsCurl(
  { id, channelId }: Target,
  fields: Readonly<Record<string, string>>,
): string {
  const data = Object.entries({ entityId: channelId, ...fields })
    .map(([name, value]) => `-d ${quoted(`${name}=${value}`)}`)
    .join(' ');
  return `curl "$GATEWAY/v1/payments/${id}" ${AUTHORIZATION} ${data}`;
}
