/** Requests that are sent twice and done once: each has a key, in the header `idempotency-key`. */
import type { FastifyRequest } from 'fastify';
import { type IsFirst, onceByKey } from '../gateway/requests/index.ts';
import { invalid, throughGateway } from './admin-failure.ts';
import { actorOf, type ConsoleContext } from './console-context.ts';
import type { SignedIn } from './sign-in/sessions.ts';

/** @throws AdminFailure without one: a refund that is sent twice must be one */
export function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') throw invalid('idempotency-key', 'is a header that is required');
  return key;
}

/** The same request again gets the same answer. */
export const once = <Answer extends object>(
  { gateway }: ConsoleContext,
  session: SignedIn,
  key: string,
  request: string,
  run: (id: string, isFirst: IsFirst) => Promise<Answer>,
): Promise<Answer> =>
  throughGateway(onceByKey(gateway, { entityId: actorOf(session), key, request }, run));

/** By the request's route, path and what was read of its body. */
export const onceForRequest = <Answer extends object>(
  context: ConsoleContext,
  session: SignedIn,
  request: Pick<FastifyRequest, 'headers' | 'routeOptions' | 'params'>,
  body: object,
  run: (id: string, isFirst: IsFirst) => Promise<Answer>,
): Promise<Answer> => {
  const { id } = request.params as { id: string };
  const same = JSON.stringify([request.routeOptions.url, id, body]);
  return once(context, session, keyOf(request), same, run);
};
