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
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for all of it; 30 seconds when absent. */
  readonly timeLimitMs?: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first bytes, as text. */
  readonly body: string;
}

export interface Outgoing {
  /** @throws Error when there is no answer, or the address is not allowed */
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
    if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not called`);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    const found = isIP(name)
      ? [{ address: name, family: isIP(name) }]
      : await lookup(name, { all: true });
    const isAllowed =
      options.allowPrivate || options.allowedOrigins?.().includes(url.origin) === true;
    // One private address among several is enough: the next look-up may give only that one.
    if (!isAllowed && found.some(({ address }) => isPrivateAddress(address))) {
      throw new Error(`${url.hostname} is a private address`);
    }
    const [first] = found;
    if (!first) throw new Error(`${url.hostname} has no address`);
    return first;
  };

  return {
    check: async (url) => void (await addressOf(new URL(url))),
    async call(address, { method, headers = {}, body, timeLimitMs = TIME_LIMIT_MS }) {
      const url = new URL(address);
      const signal = AbortSignal.timeout(timeLimitMs);
      const target = await addressOf(url);
      const checkedLookup: LookupFunction = (_name, { all }, callback) =>
        all ? callback(null, [target]) : callback(null, target.address, target.family);
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      return new Promise<OutgoingAnswer>((resolve, reject) => {
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
                body: Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString('utf8'),
              });
              response.destroy();
            };
            response.on('data', (chunk: Buffer) => {
              chunks.push(chunk);
              kept += chunk.length;
              if (kept >= KEPT_BYTES) done();
            });
            response.once('end', done);
            response.once('error', reject);
          },
        );
        outgoing.once('error', reject);
        outgoing.end(body);
      });
    },
  };
}
