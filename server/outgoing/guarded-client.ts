/**
 * Every call to an address that somebody else named goes through here (D16): the address that is
 * connected to is the one that was checked, redirects are not followed, time and size are limited.
 */
import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-addresses.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for all of it; 30 seconds when absent. */
  readonly timeLimitMs?: number;
  /** How much of the answer is kept; 4 kB when absent. */
  readonly keptBytes?: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first bytes, as text. */
  readonly body: string;
}

/** Nothing of the request has left: whatever it was to do has not been done. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}

/** The address is none that may be called. */
export class NotAllowedError extends NotSentError {}

export interface Outgoing {
  /**
   * @throws NotSentError when the address is not allowed or cannot be reached, or its certificate is
   * wrong; Error when the request was, or may have been, sent, and there is no answer
   */
  call(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>;
  /** @throws Error naming why the address must not be called */
  check(url: string): Promise<void>;
}

/** What is kept of an answer; the rest is not waited for. */
const KEPT_BYTES = 4096;
const TIME_LIMIT_MS = 30_000;

export function createOutgoing(options: {
  /** `WEBHOOK_ALLOW_PRIVATE`. */
  readonly allowPrivate: boolean;
  /** Origins that are always allowed: the workbench's own. */
  readonly allowedOrigins?: () => readonly string[];
}): Outgoing {
  const addressOf = async (url: URL): Promise<{ address: string; family: number }> => {
    if (!/^https?:$/.test(url.protocol)) throw new NotAllowedError(`${url.protocol} is not called`);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(name)
      ? [{ address: name, family: isIP(name) }]
      : await lookup(name, { all: true });
    const isAllowed =
      options.allowPrivate || options.allowedOrigins?.().includes(url.origin) === true;
    // One private address among several is enough: the next look-up may give only that one.
    if (!isAllowed && found.some(({ address }) => isPrivateAddress(address))) {
      throw new NotAllowedError(`${url.hostname} is a private address`);
    }
    const [first] = found;
    if (!first) throw new Error(`${url.hostname} has no address`);
    return first;
  };

  return {
    check: async (url) => void (await addressOf(new URL(url))),
    async call(address, { method, headers = {}, body, ...limits }) {
      const { timeLimitMs = TIME_LIMIT_MS, keptBytes = KEPT_BYTES } = limits;
      const url = new URL(address);
      const signal = AbortSignal.timeout(timeLimitMs);
      const target = await addressOf(url).catch((cause: Error) => {
        throw cause instanceof NotSentError ? cause : new NotSentError(cause.message, { cause });
      });
      const checkedLookup: LookupFunction = (_name, { all }, callback) =>
        all ? callback(null, [target]) : callback(null, target.address, target.family);
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      return new Promise<OutgoingAnswer>((resolve, fail) => {
        let isConnected = false;
        const reject = (cause: Error) =>
          fail(isConnected ? cause : new NotSentError(cause.message, { cause }));
        const outgoing = send(
          url,
          { method, headers: { ...headers }, lookup: checkedLookup, agent: false, signal },
          (response) => {
            const chunks: Buffer[] = [];
            let kept = 0;
            const done = () => {
              resolve({
                status: response.statusCode ?? 0,
                headers: response.headers,
                body: Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8'),
              });
              response.destroy();
            };
            response.on('data', (chunk: Buffer) => {
              chunks.push(chunk);
              kept += chunk.length;
              if (kept >= keptBytes) done();
            });
            response.once('end', done);
            response.once('error', reject);
          },
        );
        // The request is written at the first of these, so what fails before has sent nothing.
        const opening = url.protocol === 'https:' ? 'secureConnect' : 'connect';
        outgoing.once('socket', (socket) =>
          socket.once(opening, () => {
            isConnected = true;
          }),
        );
        outgoing.once('error', reject);
        outgoing.end(body);
      });
    },
  };
}
