/** One attempt to tell a receiver, and what it answered. */
import {
  isConnectionClosed,
  NotSentError,
  type Outgoing,
  type OutgoingAnswer,
  type OutgoingRequest,
} from '../outgoing/guarded-client.ts';
import { realNow } from '../store/clock.ts';
import { retryAfterOf } from './schedule.ts';

/** Characters that are kept of an answer, for the search for a mistake. */
const KEPT_CHARACTERS = 500;
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
  /** Milliseconds for which the receiver wants to be left alone. */
  readonly retryAfter?: number;
}

/**
 * Makes the requests until one is acknowledged.
 * @throws the reason of `signal` when it is aborted
 */
export async function attempt(
  outgoing: Outgoing,
  { url, namedBy }: Receiver,
  requests: readonly OutgoingRequest[],
  signal?: AbortSignal,
): Promise<Outcome> {
  let outcome: Outcome = { isAcknowledged: false, status: undefined, answer: 'there is no key' };
  for (const request of requests) {
    outcome = await outgoing
      .call(url, { ...request, namedBy, ...(signal && { signal }) })
      .then(ofAnswer, (error: Error) => {
        signal?.throwIfAborted();
        return { isAcknowledged: false, status: undefined, answer: reasonOf(error) };
      });
    // Without an answer, or asked to wait, the other key would not help.
    if (outcome.isAcknowledged || outcome.status === undefined || outcome.retryAfter)
      return outcome;
  }
  return outcome;
}

function ofAnswer({ status, headers, body }: OutgoingAnswer): Outcome {
  const header = headers['retry-after'];
  const retryAfter = isBusy(status) ? retryAfterOf(String(header), realNow()) : undefined;
  return {
    isAcknowledged: status >= 200 && status < 300,
    status,
    answer: printable(body),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** PostgreSQL takes no NUL in a text. */
const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '�').slice(0, KEPT_CHARACTERS);

function reasonOf(error: Error): string {
  const isNested = error instanceof NotSentError && error.cause instanceof Error;
  const cause: NodeJS.ErrnoException = isNested ? (error.cause as Error) : error;
  if (isConnectionClosed(cause)) return 'the connection was closed';
  const { name, message, code } = cause;
  if (name === 'TimeoutError') return 'no answer in time';
  return printable(message || code || name);
}
