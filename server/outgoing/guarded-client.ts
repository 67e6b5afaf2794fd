/**
 * Every call to an address that a merchant or processor named goes through here (D16): the address that is
 * connected to is the one that was checked, redirects are not followed, time and size are limited.
 */
import { lookup } from 'node:dns/promises';
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Span } from '@opentelemetry/api';
import { failed, SpanKind, traced, traceHeaders } from '../tracing.ts';
import { whileAway } from '../work-place.ts';
import { isPrivateAddress } from './private-addresses.ts';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Id of what the call is about, told as `x-subject-id`; absent where a header of its own has one. */
  readonly about?: string;
  /** The entity that named the address; only the demo merchant reaches the workbench. */
  readonly namedBy?: string;
  /** PEM: who we are, to a server that asks. With `keptBytes`: never on a shared connection. */
  readonly clientCertificate?: { readonly key: string; readonly cert: string };
  /** Milliseconds for all of it; 30 seconds when absent. */
  readonly timeLimitMs?: number;
  /** Ends the call before. */
  readonly signal?: AbortSignal;
  /**
   * For a call whose answer decides: it gets a connection of its own, is never sent again, and its
   * answer is read up to here or to its end. When absent, the status counts, and the first 4 kB.
   */
  readonly keptBytes?: number;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first bytes, as text. */
  readonly body: string;
}

/** Nothing of the request has left: its work has not been done. */
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
  /**
   * @param namedBy the entity that names the address
   * @throws Error naming why the address must not be called
   */
  check(url: string, namedBy?: string): Promise<void>;
}

interface Address {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** How a host name becomes addresses: the system's way, or a test's. */
export type LookUp = (name: string) => Promise<readonly Address[]>;

/** What is kept of an answer; the rest is not waited for. */
const KEPT_BYTES = 4096;
/** Parts of an answer that are kept apart. */
const MOST_CHUNKS = 1_000;
const TIME_LIMIT_MS = 30_000;
/** Once the status is known, the first bytes of the answer have this long. */
const BODY_TIME_LIMIT_MS = 2_000;
/** An open connection waits this long for the next call to the same place. */
const IDLE_MS = 5_000;

/** Who calls, and about what: a receiver's log and firewall go by it. */
const introduction = ({ about }: OutgoingRequest) => ({
  'user-agent': 'payment-gateway/1',
  ...(about !== undefined && { 'x-subject-id': about }),
});

const SYSTEM_LOOK_UP: LookUp = (name) => lookup(name, { all: true });

export function createOutgoing(options: {
  /** `WEBHOOK_ALLOW_PRIVATE`. */
  readonly allowPrivate: boolean;
  /** Whether this entity may name this origin though it is private: its own workbench. */
  readonly isExempt?: (origin: string, namedBy: string | undefined) => boolean;
  readonly lookUp?: LookUp;
}): Outgoing {
  const { lookUp = SYSTEM_LOOK_UP } = options;
  const agents = {
    'http:': new HttpAgent({ keepAlive: true, timeout: IDLE_MS }),
    'https:': new HttpsAgent({ keepAlive: true, timeout: IDLE_MS }),
  };
  const isAllowed = (url: URL, namedBy: string | undefined): boolean =>
    options.allowPrivate || options.isExempt?.(url.origin, namedBy) === true;

  const addressOf = async (url: URL, namedBy: string | undefined): Promise<Address> => {
    if (!/^https?:$/.test(url.protocol)) throw new NotAllowedError(`${url.protocol} is not called`);
    const name = url.hostname.replace(/^\[|\]$/g, '');
    // A private name and one that does not exist are told in the same words: a caller could
    // otherwise map the network behind the gateway.
    const said = `${url.hostname} has no public address`;
    const found = isIP(name)
      ? [{ address: name, family: isIP(name) }]
      : await lookUp(name).catch(() => []);
    // One private address among several is enough: the next look-up may give only that one.
    if (!isAllowed(url, namedBy) && found.some(({ address }) => isPrivateAddress(address))) {
      throw new NotAllowedError(said);
    }
    const [first] = found;
    if (!first) throw new NotSentError(said);
    return first;
  };

  /** An open connection is used again: it goes to an address that was checked when it was opened. */
  const send = (
    url: URL,
    toSend: OutgoingRequest,
    target: Address,
    signal: AbortSignal,
    agent: HttpAgent | false,
  ): Promise<OutgoingAnswer> => {
    const { method, headers = {}, body, keptBytes = KEPT_BYTES } = toSend;
    const answerDecides = toSend.keptBytes !== undefined;
    const checkedLookup: LookupFunction = (_name, { all }, callback) =>
      all ? callback(null, [target]) : callback(null, target.address, target.family);
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, fail) => {
      let isConnected = false;
      const reject = (cause: Error) =>
        fail(isConnected ? cause : new NotSentError(cause.message, { cause }));
      const outgoing: ClientRequest = request(
        url,
        {
          method,
          ...toSend.clientCertificate,
          headers: { ...introduction(toSend), ...traceHeaders(), ...headers },
          lookup: checkedLookup,
          agent,
          signal,
        },
        (response) => {
          let chunks: Buffer[] = [];
          let kept = 0;
          const done = () => {
            clearTimeout(impatience);
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).subarray(0, keptBytes).toString('utf8'),
            });
            if (!response.complete) response.destroy();
          };
          const impatience = answerDecides ? undefined : setTimeout(done, BODY_TIME_LIMIT_MS);
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            // Each holds on to what it was read with, and may be of a byte.
            if (chunks.length > MOST_CHUNKS) chunks = [Buffer.concat(chunks)];
            kept += chunk.length;
            if (kept >= keptBytes) done();
          });
          response.once('end', done);
          response.once('error', answerDecides ? reject : done);
        },
      );
      // The request is written at the first of these, so what fails before has sent nothing.
      const opening = url.protocol === 'https:' ? 'secureConnect' : 'connect';
      outgoing.once('socket', (socket) => {
        if (outgoing.reusedSocket) isConnected = true;
        else socket.once(opening, () => (isConnected = true));
      });
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        const wasClosed = outgoing.reusedSocket && isConnectionClosed(error);
        // The reason tells whether it was the time limit.
        if (!wasClosed) return reject(signal.aborted ? signal.reason : error);
        // The other side has closed the connection while it was idle: it has not seen the request.
        resolve(send(url, toSend, target, signal, false));
      });
      // An answer that wants another protocol (101) ends the request without a response or an error.
      outgoing.once('upgrade', (_response, socket) => {
        socket.destroy();
        reject(new Error('the answer changes the protocol'));
      });
      outgoing.end(body);
    });
  };

  const callWithin = async (span: Span, url: URL, request: OutgoingRequest) => {
    request.signal?.throwIfAborted();
    const call = new AbortController();
    const limit = setTimeout(() => call.abort(tooLate()), request.timeLimitMs ?? TIME_LIMIT_MS);
    const giveUp = () => call.abort(request.signal?.reason);
    request.signal?.addEventListener('abort', giveUp);
    try {
      const target = await unlessAborted(addressOf(url, request.namedBy), call.signal).catch(
        (cause: Error) => {
          throw cause instanceof NotSentError ? cause : new NotSentError(cause.message, { cause });
        },
      );
      const shared = agents[url.protocol as keyof typeof agents];
      const agent = request.keptBytes === undefined ? shared : false;
      const answered = await whileAway(send(url, request, target, call.signal, agent));
      span.setAttribute('http.response.status_code', answered.status);
      if (answered.status >= 400) failed(span, String(answered.status));
      return answered;
    } finally {
      clearTimeout(limit);
      request.signal?.removeEventListener('abort', giveUp);
    }
  };

  return {
    check: async (address, namedBy) => {
      const url = new URL(address);
      await addressOf(url, namedBy);
      if (url.protocol === 'http:' && !isAllowed(url, namedBy)) throw new Error('it must be https');
    },
    async call(address, request) {
      const url = new URL(address);
      return await traced(`${request.method} ${url.hostname}`, spanOf(url, request), (span) =>
        callWithin(span, url, request),
      );
    },
  };
}

/**
 * Whether the other side has closed the connection. What Node.js calls it depends on which call to the
 * system was the first to hear of it: a read, a write or the end.
 */
export const isConnectionClosed = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'ECONNRESET' || code === 'EPIPE';

const tooLate = (): Error => new DOMException('no answer in time', 'TimeoutError');

const spanOf = ({ hostname, port }: URL, { method }: OutgoingRequest) => ({
  kind: SpanKind.CLIENT,
  attributes: {
    'http.request.method': method,
    'server.address': hostname,
    ...(port && { 'server.port': Number(port) }),
  },
});

/** A name server that does not answer takes the time of the call. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
