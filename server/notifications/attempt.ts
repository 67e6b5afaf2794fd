/** One attempt to tell a receiver, and what it answered. */
import { withoutCardNumbers } from '../../contract/card-numbers-in-text.ts';
import {
  isConnectionClosed,
  NotSentError,
  type Outgoing,
  type OutgoingAnswer,
  type OutgoingRequest,
} from '../outgoing/guarded-client.ts';
import { retryAfterOf } from './schedule.ts';

/** Characters of an answer that a delivery is shown with. */
const SHOWN_CHARACTERS = 500;
/** Of each attempt, for the search for a mistake. */
const KEPT_BYTES = 1024;
/** Too many requests, or a fault of the receiver's own: what says nothing against the request. */
const isBusy = (status: number): boolean => status === 429 || status >= 500;

/** Where a message goes to. */
export interface Receiver {
  readonly url: string;
  /** The entity that named the address. */
  readonly namedBy: string;
}

export interface Outcome {
  readonly isAcknowledged: boolean;
  /** Undefined without an answer. */
  readonly status: number | undefined;
  /** The first characters of the answer, or why there was none. */
  readonly answer: string;
  /** The first kilobyte of it. */
  readonly beginning: string;
  /** Epoch milliseconds, the database's clock. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Of the request that was answered, or was not. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for which the receiver wants to be left alone. */
  readonly retryAfter?: number;
}

/**
 * Makes the requests until one is acknowledged.
 * @param now the database's clock: by it a receiver is left alone until the date that it names
 * @throws the reason of `signal` when it is aborted
 */
export async function attempt(
  outgoing: Outgoing,
  { url, namedBy }: Receiver,
  requests: readonly OutgoingRequest[],
  now: () => number,
  signal?: AbortSignal,
): Promise<Outcome> {
  const startedAt = now();
  const started = performance.now();
  const timed = (came: Came, headers: OutgoingRequest['headers'] = {}): Outcome => ({
    ...came,
    answer: came.beginning.slice(0, SHOWN_CHARACTERS),
    startedAt,
    durationMs: Math.round(performance.now() - started),
    headers,
  });
  let outcome = timed({ isAcknowledged: false, status: undefined, beginning: 'there is no key' });
  for (const request of requests) {
    const came = await outgoing.call(url, { ...request, namedBy, ...(signal && { signal }) }).then(
      (answer) => ofAnswer(answer, now()),
      (error: Error) => {
        signal?.throwIfAborted();
        return { isAcknowledged: false, status: undefined, beginning: reasonOf(error) };
      },
    );
    outcome = timed(came, request.headers);
    // Without an answer, or asked to wait, the other key would not help.
    if (outcome.isAcknowledged || outcome.status === undefined || outcome.retryAfter)
      return outcome;
  }
  return outcome;
}

type Came = Pick<Outcome, 'isAcknowledged' | 'status' | 'beginning' | 'retryAfter'>;

function ofAnswer({ status, headers, body }: OutgoingAnswer, now: number): Came {
  const header = headers['retry-after'];
  const retryAfter = isBusy(status) ? retryAfterOf(String(header), now) : undefined;
  return {
    isAcknowledged: status >= 200 && status < 300,
    status,
    beginning: withoutCardNumbers(printable(body)),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** PostgreSQL takes no NUL in a text. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  firstBytes(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '�'));

/** Of a character that would be cut through nothing is kept. */
const firstBytes = (text: string): string =>
  Buffer.byteLength(text) <= KEPT_BYTES
    ? text
    : new TextDecoder().decode(Buffer.from(text).subarray(0, KEPT_BYTES), { stream: true });

function reasonOf(error: Error): string {
  const isNested = error instanceof NotSentError && error.cause instanceof Error;
  const cause: NodeJS.ErrnoException = isNested ? (error.cause as Error) : error;
  if (isConnectionClosed(cause)) return 'the connection was closed';
  const { name, message, code } = cause;
  if (name === 'TimeoutError') return 'no answer in time';
  return printable(message || code || name);
}
