/** Asks the server: the admin API of the console's own origin, JSON both ways. */
import type { AdminError, AdminReason } from '../../contract/admin-api.ts';

const API = '/admin/v1';

/** Why an answer is not there: the server's word, or that none came, or that it was no answer at all. */
export type FailureReason = AdminReason | 'offline' | 'unavailable' | 'broken';

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly reason: FailureReason;
  readonly parameterErrors: NonNullable<AdminError['parameterErrors']>;
  /** Of `locked`: when it can be tried again. */
  readonly retryAt: string | undefined;

  constructor(
    reason: FailureReason,
    message: string,
    { parameterErrors = [], retryAt }: Partial<AdminError> = {},
  ) {
    super(message);
    this.reason = reason;
    this.parameterErrors = parameterErrors;
    this.retryAt = retryAt;
  }

  /** The server has said no for good: nothing was done, and nothing is under way. */
  get isRefusal(): boolean {
    return this.reason === 'refused' || this.reason === 'invalid';
  }
}

/** What was thrown, as a failure to be told in words. */
export const asFailure = (error: unknown): ApiFailure =>
  error instanceof ApiFailure
    ? error
    : new ApiFailure('broken', error instanceof Error ? error.message : String(error));

/**
 * What the server refuses may be otherwise than what is shown: it is asked for again.
 * @throws as the work does
 */
export const reloadingIfRefused = <T>(work: Promise<T>, reload: () => void): Promise<T> =>
  work.catch((error: unknown) => {
    if (asFailure(error).isRefusal) reload();
    throw error;
  });

/** What the session lends to each request. */
export const credentials = {
  csrfToken: '',
  /** The server does not know the session any more. */
  onSignedOut: (): void => undefined,
  /** The browser has another session by now. */
  onReplaced: (): void => undefined,
};

interface Options {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** The same for each try, so that money moves once. */
  readonly idempotencyKey?: string;
}

async function send(method: string, path: string, options: Options): Promise<Response> {
  try {
    return await fetch(API + path, {
      method,
      headers: {
        accept: 'application/json',
        // Also where it only reads: what another administrator sees is not shown under this one's name.
        ...(credentials.csrfToken && { 'x-csrf-token': credentials.csrfToken }),
        ...(method !== 'GET' && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(options.body ?? {}) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch (error) {
    throw new ApiFailure('offline', error instanceof Error ? error.message : '');
  }
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const error: Partial<AdminError> = await response.json().catch(() => ({}));
  const { status } = response;
  // Whatever the server says of its own fault, it may have done what it was asked.
  const reason =
    status === 503 ? 'unavailable' : status >= 500 ? 'broken' : (error.reason ?? 'broken');
  return new ApiFailure(reason, error.description ?? '', error);
}

/**
 * One request.
 * @param path below `/admin/v1`, with its parameters
 * @throws ApiFailure
 */
export async function ask<T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options: Options = {},
): Promise<T> {
  const response = await send(method, path, options);
  if (!response.ok) {
    const failure = await failureOf(response);
    if (failure.reason === 'signed-out') credentials.onSignedOut();
    if (failure.reason === 'csrf') credentials.onReplaced();
    throw failure;
  }
  return response.status === 204 ? (undefined as T) : response.json();
}

/** Where the browser itself loads something from: a file. */
export const fileAddress = (path: string): string => API + path;
