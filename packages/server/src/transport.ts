/** One request, repeated where that is safe. */
import timers from 'node:timers/promises';
import { GatewayError, requestError, saidBy, UnknownOutcomeError } from './errors.ts';
import type { Envelope, Route } from './generated/api.ts';
import { filledPath, formOf, namesIn } from './parameters.ts';
import type { RequestOptions } from './request-options.ts';

export interface ClientOptions {
  /** Where the gateway is: 'https://gateway.example'. */
  readonly url: string;
  /** The access token. It stays on the server: it is enough to move money. */
  readonly accessToken: string;
  /** The channel, sent with every request that takes one and names no other; the token's own when absent. */
  readonly entityId?: string;
  /** Milliseconds that one attempt may take: 60,000. A bank may take its time. */
  readonly timeoutMs?: number;
  /** How often a request is repeated at most: 2. */
  readonly maxRetries?: number;
  /**
   * Hears what the gateway says beside its answer: parameters that it did not understand. A process
   * warning by default.
   */
  readonly onNotice?: (notice: Notice) => void;
  /** In place of the `fetch` of Node.js. */
  readonly fetch?: typeof fetch;
}

export interface Notice {
  /** 'POST /v1/checkouts' */
  readonly request: string;
  readonly message: string;
}

const TIMEOUT_MS = 60_000;
const RETRIES = 2;
/** Twice as long after each attempt, and never two clients at once. */
const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
/** Nothing was made, or the key makes it once. */
const LATER = new Set([409, 429, 502, 503, 504]);

const NOTICES: Readonly<Record<string, string>> = {
  'x-ignored-parameters': 'was made without parameters that it does not read',
  'x-possible-card-numbers': 'has what looks like a card number where none belongs',
  'x-missing-notification-key':
    'promises notifications that no key encrypts: changeKey() draws one',
};

/** Without white space, which would be a part of every path, and without a query. */
const ADDRESS = /^https?:\/\/[^\s?#]+$/;
/** At the end of an address. */
const VERSION = /\/v\d+\/*$/;
/** What a header can hold and the gateway takes: of another one nothing would be sent, however often. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Not a test of a server that has a document of jsdom. */
const isPage = (): boolean => 'document' in globalThis && !globalThis.process?.versions?.['node'];

export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    if (isPage()) {
      throw new GatewayError(
        '@payment-widgets/server belongs on your server: in a page everybody could read the access token. In the page use @payment-widgets/loader, or a component',
      );
    }
    const { url, accessToken } = options;
    if (!URL.canParse(url) || !ADDRESS.test(url)) {
      const given = /[\s?#]/.test(url) ? JSON.stringify(url) : url || 'missing';
      throw new GatewayError(
        `url has to be the gateway's address, such as https://gateway.example; it is ${given}`,
      );
    }
    if (VERSION.test(url)) {
      throw new GatewayError(
        `url has to be the gateway's address without the version, which its paths begin with; it is ${url}`,
      );
    }
    if (!accessToken) {
      throw new GatewayError('accessToken is missing: it is the token that the gateway has issued');
    }
    // Its value is a secret.
    if (!/^[\x21-\x7e]+$/.test(accessToken)) {
      throw new GatewayError(
        'accessToken has to be the token that the gateway has issued: letters, digits and signs',
      );
    }
    this.#options = options;
    this.#base = options.url.replace(/\/+$/, '');
  }

  /** @param args values of the path, parameters, options of the request: as the operation's type has them */
  async request(route: Route, args: readonly unknown[]): Promise<unknown> {
    const names = namesIn(route.path);
    const path = filledPath(route.path, args.slice(0, names) as string[]);
    const [parameters = {}, options = {}] = args.slice(names) as [object?, RequestOptions?];
    const form = formOf(parameters);
    const { entityId } = this.#options;
    if (route.takesEntity && entityId !== undefined && !form.has('entityId')) {
      form.append('entityId', entityId);
    }
    const isPost = route.method === 'POST';
    const idempotencyKey = route.isKeyed
      ? (options.idempotencyKey ?? crypto.randomUUID())
      : undefined;
    if (idempotencyKey !== undefined && !KEY.test(idempotencyKey)) {
      throw new GatewayError(
        'idempotencyKey has to be 1 to 255 letters, digits, signs and spaces of ASCII',
      );
    }
    const query = isPost || form.size === 0 ? '' : `?${form}`;
    const call: Call = {
      what: `${route.method} ${route.path}`,
      url: `${this.#base}${path}${query}`,
      idempotencyKey,
      // A DELETE that was made and is repeated would read as one that failed.
      isRepeatable: route.method === 'GET' || idempotencyKey !== undefined,
      init: {
        method: route.method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          ...(route.hasToken && { authorization: `Bearer ${this.#options.accessToken}` }),
          ...(isPost && { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(isPost && { body: form.toString() }),
      },
    };
    return this.#answered(call, options);
  }

  async #answered(call: Call, options: RequestOptions): Promise<unknown> {
    const { maxRetries = this.#options.maxRetries ?? RETRIES, signal } = options;
    for (let attempt = 0; ; attempt++) {
      const isLast = attempt >= maxRetries || !call.isRepeatable;
      const answer = await this.#attempt(call, options).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (isLast) throw unanswered(call, error);
        return undefined;
      });
      if (answer && (isLast || !LATER.has(answer.status))) return this.#read(call, answer);
      const pause = timers.setTimeout(pauseMs(attempt, answer), undefined, signal && { signal });
      await pause.catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
    }
  }

  async #attempt(call: Call, { signal, timeoutMs }: RequestOptions): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS);
    const { fetch: send = fetch } = this.#options;
    const response = await send(call.url, {
      ...call.init,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    // The time is for the whole of it.
    const body = await response.text();
    return new Response(body === '' ? null : body, {
      status: response.status,
      headers: response.headers,
    });
  }

  async #read(call: Call, response: Response): Promise<unknown> {
    const { status, headers } = response;
    const text = await response.text();
    const type = headers.get('content-type') ?? '';
    const isJson = /^application\/(?:\w+\+)?json\b/.test(type);
    const answer = isJson ? parsed(text) : undefined;
    this.#notice(call, headers, answer);
    // A success that was cut off on its way, or a page of something between.
    const isLost = status === 200 && answer === undefined && !/^text\/javascript\b/.test(type);
    if (status === 200 && !isLost) return isJson ? answer : text;
    if (status === 400 && isPayment(answer)) return answer;
    const envelope = isEnvelope(answer) ? answer : undefined;
    if (status >= 500 || isLost) {
      const message = `${call.what}: HTTP ${status}, ${saidBy(envelope)}`;
      throw new UnknownOutcomeError(message, { ...call, status });
    }
    throw requestError(status, envelope, call.what, headers.get('location') ?? undefined);
  }

  #notice({ what }: Call, headers: Headers, answer: unknown): void {
    const { onNotice = warn } = this.#options;
    const hints = isEnvelope(answer) ? (answer.parameterHints ?? []) : [];
    for (const [header, said] of Object.entries(NOTICES)) {
      const names = headers.get(header);
      if (names === null) continue;
      const meant = header === 'x-ignored-parameters' ? hints : [];
      const message = [`${said}: ${names}`, ...meant.map((hint) => `${hint.name} ${hint.message}`)];
      onNotice({ request: what, message: message.join('\n  ') });
    }
  }
}

interface Call {
  readonly what: string;
  readonly url: string;
  readonly idempotencyKey: string | undefined;
  readonly isRepeatable: boolean;
  readonly init: RequestInit;
}

const warn = ({ request, message }: Notice): void =>
  process.emitWarning(`${request} ${message}`, 'PaymentGatewayWarning');

function unanswered({ what, url, idempotencyKey }: Call, cause: unknown): UnknownOutcomeError {
  const why = cause instanceof Error ? reasonOf(cause) : String(cause);
  const { origin } = new URL(url);
  return new UnknownOutcomeError(`${what}: no answer of ${origin}, ${why}`, {
    idempotencyKey,
    cause,
  });
}

/** fetch says no more than "fetch failed" by itself. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && cause.message !== '' ? cause.message : message;

function pauseMs(attempt: number, answer: Response | undefined): number {
  const asked = answer?.headers.get('retry-after') ?? '';
  // Seconds, or a date; what is neither is not heeded.
  const askedMs = Number(asked) * 1000 || Date.parse(asked) - Date.now() || 0;
  const pause = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random());
  return Math.min(Math.max(pause, askedMs), LONGEST_PAUSE_MS);
}

/** @returns undefined for what is no JSON, whatever something between says that it is */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isEnvelope = (answer: unknown): answer is Envelope =>
  typeof answer === 'object' && answer !== null && 'result' in answer;

/** A payment that failed is HTTP 400 as a request that is wrong is; it has an id, or the way of its shopper. */
const isPayment = (answer: unknown): boolean =>
  isEnvelope(answer) &&
  answer.result.parameterErrors === undefined &&
  ('id' in answer || 'redirect' in answer || 'nonce' in answer);
