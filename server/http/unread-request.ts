/** The answer to what Node.js does not take as a request: as of any other refusal. No hook is called for it. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { maskedText } from '../../contract/card-numbers-in-text.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { ApiError } from '../gateway/requests/index.ts';

/** By the code of Node.js; what is not named is no HTTP. */
const REFUSALS: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () =>
    new ApiError(431, RESULT.invalidParameter, 'address and headers are larger than 16 kB'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new ApiError(408, RESULT.invalidParameter, 'the request did not arrive in time'),
};
const noHttp = () => new ApiError(400, RESULT.invalidParameter, 'the request is no valid HTTP');

/** @param present a refusal as the answer's body */
export const answerUnread =
  (present: (refusal: ApiError) => object) =>
  (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const refusal = (REFUSALS[error.code ?? ''] ?? noHttp)();
    const body = JSON.stringify(present(refusal));
    if (socket.writable) {
      socket.write(
        [
          `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
          'Content-Type: application/json; charset=utf-8',
          `Content-Length: ${Buffer.byteLength(body)}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      );
    }
    socket.destroy(error);
  };

/**
 * For `checkExpectation` of Node.js, whose own answer is empty.
 * @param present a refusal as the answer's body
 */
export const answerExpectation =
  (present: (refusal: ApiError) => object) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const expected = maskedText(String(request.headers.expect)).slice(0, 100);
    const why = `Expect can be 100-continue alone, and not ${expected}`;
    const refusal = new ApiError(417, RESULT.invalidParameter, why);
    const body = JSON.stringify(present(refusal));
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      // Whether its body follows is not known.
      Connection: 'close',
    };
    response.writeHead(refusal.status, headers).end(body);
  };

/**
 * Node.js is told to take requests without one, because its own refusal is empty.
 * @throws ApiError (400) for what HTTP/1.1 does not allow
 */
export async function refuseMissingHost(
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return;
  reply.header('connection', 'close');
  throw new ApiError(400, RESULT.invalidParameter, 'the request names no Host');
}
