/** What requests carry, read the same way everywhere. */
import type { FastifyRequest } from 'fastify';
import type { FormPairs } from './decode-form.ts';

/** The pairs of a urlencoded body; none when there was no body. */
export const pairsOf = ({ body }: FastifyRequest): FormPairs =>
  (body as { pairs: FormPairs } | undefined)?.pairs ?? [];

/** The last one of a query parameter that was sent several times. */
export const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

/** `entityId` from the body, else from the query, under either of its names. */
export function requestedEntity(request: FastifyRequest): string | undefined {
  const names = ['entityId', 'authentication.entityId'];
  const query = Object.entries(request.query as Record<string, string | string[]>);
  const pairs = [...pairsOf(request), ...query];
  const value = pairs.find(([name, sent]) => names.includes(name) && sent !== '')?.[1];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The query as pairs, for requests that carry their parameters there. */
export const queryPairs = (
  query: Readonly<Record<string, string | string[] | undefined>>,
): FormPairs =>
  Object.entries(query).flatMap(([name, sent]) =>
    [sent ?? []].flat().map((value) => [name, value] as const),
  );
