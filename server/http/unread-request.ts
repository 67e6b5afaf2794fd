/** The answer to what Node.js cannot read as a request: as of any other refusal. No hook is called for it. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
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
