/** What requests carry, read the same way everywhere. */
import type { FastifyRequest } from 'fastify';
import type { ParameterError } from '../../contract/result.ts';
import { invalidParameters } from '../gateway/requests/index.ts';

export type FormPairs = readonly (readonly [name: string, value: string])[];

/**
 * Names and values in the order sent, read strictly: what is broken is named, not repaired.
 * @throws ApiError naming each parameter with broken percent-encoding or a NUL
 */
export function decodeForm(body: string): FormPairs {
  const errors: ParameterError[] = [];
  const pairs = body
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [rawName = '', ...rawValue] = part.split('=');
      const name = decodeText(rawName);
      const value = decodeText(rawValue.join('='));
      const shownName = (name ?? rawName).slice(0, 100).replaceAll('\0', '');
      if (name === undefined || value === undefined) {
        errors.push({ name: shownName, value: null, message: 'has broken percent-encoding' });
      } else if (name.includes('\0') || value.includes('\0')) {
        errors.push({ name: shownName, value: null, message: 'contains a NUL character' });
      }
      return [name ?? '', value ?? ''] as const;
    });
  if (errors.length > 0) throw invalidParameters(errors);
  return pairs;
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** The pairs of a urlencoded body; none when there was no body. */
export const pairsOf = ({ body }: FastifyRequest): FormPairs =>
  (body as { pairs: FormPairs } | undefined)?.pairs ?? [];

/** The last one of a query parameter that was sent several times. */
export const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

/** `entityId` from the body, else from the query, under either of its names; twice the same is one. */
export function requestedEntity(request: FastifyRequest): string | undefined {
  const names = ['entityId', 'authentication.entityId'];
  const query = Object.entries(request.query as Record<string, string | string[]>);
  const pairs = [...pairsOf(request), ...query];
  const value = pairs.find(([name, sent]) => names.includes(name) && sent !== '')?.[1];
  return Array.isArray(value) ? [...new Set(value)].join(', ') : value;
}

/** The query as pairs, for requests that carry their parameters there. */
export const queryPairs = (
  query: Readonly<Record<string, string | string[] | undefined>>,
): FormPairs =>
  Object.entries(query).flatMap(([name, sent]) =>
    [sent ?? []].flat().map((value) => [name, value] as const),
  );
