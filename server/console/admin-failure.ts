/** Why a request of the console is refused. */
import type { AdminError, AdminReason } from '../../contract/admin-api.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { ApiError } from '../gateway/requests/index.ts';

const STATUS: Readonly<Record<AdminReason, number>> = {
  'signed-out': 401,
  'wrong-credentials': 401,
  'code-needed': 401,
  'password-needed': 403,
  locked: 429,
  'link-over': 404,
  csrf: 403,
  forbidden: 403,
  'not-found': 404,
  invalid: 400,
  refused: 400,
  conflict: 409,
};

export class AdminFailure extends Error {
  override readonly name = 'AdminFailure';
  readonly status: number;
  readonly body: AdminError;

  constructor(reason: AdminReason, description: string, more: Partial<AdminError> = {}) {
    super(description);
    this.status = STATUS[reason];
    this.body = { reason, description, ...more };
  }
}

export const notFound = (what: string): AdminFailure =>
  new AdminFailure('not-found', `there is no such ${what} here`);

export const forbidden = (): AdminFailure =>
  new AdminFailure('forbidden', 'your role does not allow this');

/** 400 naming one parameter. */
export const invalid = (name: string, message: string): AdminFailure =>
  new AdminFailure('invalid', `${name} ${message}`, { parameterErrors: [{ name, message }] });

/** A rule of the channel's settings, fonts and so on that was broken: its own words say which. */
export class RuleBroken extends ApiError {
  readonly words: string;

  constructor(words: string) {
    super(400, RESULT.invalidParameter, words);
    this.words = words;
  }
}

/** A refusal of the gateway, as the console is told. */
export function ofGateway(error: ApiError): AdminFailure {
  const { result } = error;
  if (error instanceof RuleBroken) {
    return new AdminFailure('refused', error.words, { code: result.code });
  }
  const { code, description, parameterErrors } = result;
  // Of an idempotency key: what was asked under it before may have been done.
  const isOfKey = error.status === 409 || error.status === 422;
  return new AdminFailure(isOfKey ? 'conflict' : 'refused', description, {
    code,
    ...(parameterErrors && {
      parameterErrors: parameterErrors.map(({ name, message }) => ({ name, message })),
    }),
  });
}

/** @throws AdminFailure in place of an ApiError */
export const throughGateway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof ApiError ? ofGateway(error) : error;
  });
