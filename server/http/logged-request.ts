/** What the log says of a request: nothing that opens anything, and no card number. */
import type { FastifyRequest } from 'fastify';

/** The tokens of a payment's addresses, and first digits, of which somebody may have sent all. */
const SECRET = /\/(start|return|method|cancel|bins)\/[^/]*/g;
/** Digits alone are no id of ours. */
const DIGITS = /\/\d{9,}(?=\/|$)/g;

export const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  // The query may carry what a bank has answered, or a credential in the style of old clients.
  url: url.split('?')[0]?.replace(SECRET, '/$1/…').replace(DIGITS, '/…'),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
});
