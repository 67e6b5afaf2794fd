/** What requests carry, read the same way everywhere. */
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import type { ParameterError } from '../../contract/result.ts';
import { RESULT } from '../../contract/result-by-name.ts';
import { ApiError, invalidParameters } from '../gateway/requests/index.ts';

export type FormPairs = readonly (readonly [name: string, value: string])[];

/** Other words are there by mistake, as `utf-8` is, and the body can be read. */
const COMPRESSED = /gzip|deflate|compress|\bbr\b|zstd/i;

/**
 * The pairs of a body as it came.
 * @throws ApiError (415) for a compressed one, (400) naming each parameter that is not UTF-8, or as `decodeForm`
 */
export function decodeBody(body: Buffer, coding = ''): FormPairs {
  if (COMPRESSED.test(coding)) {
    throw new ApiError(
      415,
      RESULT.invalidParameter,
      `the body must not be compressed, as it is by its Content-Encoding: ${coding.slice(0, 100)}`,
    );
  }
  if (isUtf8(body)) return decodeForm(body.toString());
  const broken = body
    .toString('latin1')
    .split('&')
    .filter((part) => !isUtf8(Buffer.from(part, 'latin1')));
  throw invalidParameters(
    broken.map((part) => {
      const [name = ''] = part.split('=');
      const shown = (decodeText(name) ?? name).slice(0, 100).replaceAll('\0', '');
      return { name: shown, value: null, message: 'is not in UTF-8' };
    }),
  );
}

/**
 * Names and values in the order sent, read strictly: what is broken is named, not repaired.
 * @throws ApiError naming each parameter with broken percent-encoding, another one than UTF-8, or a NUL
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
        // "J%E4ger" is encoded as it should be, and in Latin-1.
        const message = BROKEN.test(part) ? 'has broken percent-encoding' : 'is not in UTF-8';
        errors.push({ name: shownName, value: null, message });
      } else if (name.includes('\0') || value.includes('\0')) {
        errors.push({ name: shownName, value: null, message: 'contains a NUL character' });
      }
      return [name ?? '', value ?? ''] as const;
    });
  if (errors.length > 0) throw invalidParameters(errors);
  return pairs;
}

/** @throws ApiError naming what is broken in an address's query, which its parser leaves as it came */
export const refuseBrokenQuery = (url: string): void =>
  void decodeForm(url.split('?').slice(1).join('?'));

const BROKEN = /%(?![\da-f]{2})/i;

/** By hand: `decodeURIComponent` throws at each part that is broken, and a body has room for 30,000. */
function decodeText(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  if (BROKEN.test(spaced)) return undefined;
  const encoded = Buffer.from(spaced).toString('latin1');
  const decoded = encoded.replace(/%(..)/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const bytes = Buffer.from(decoded, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** The pairs of a urlencoded body; none when there was no body. */
export const pairsOf = ({ body }: FastifyRequest): FormPairs =>
  (body as { pairs: FormPairs } | undefined)?.pairs ?? [];

/** The last one of a query parameter that was sent several times. */
export const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value;

/** The two names of a request's channel. */
export const ENTITY_NAMES: readonly string[] = ['entityId', 'authentication.entityId'];

/** `entityId` from the body, else from the query, under either of its names; twice the same is one. */
export function requestedEntity(request: FastifyRequest): string | undefined {
  const query = Object.entries(request.query as Record<string, string | string[]>);
  const pairs = [...pairsOf(request), ...query];
  const value = pairs.find(([name, sent]) => ENTITY_NAMES.includes(name) && sent !== '')?.[1];
  return Array.isArray(value) ? [...new Set(value)].join(', ') : value;
}

/** The query as pairs, for requests that carry their parameters there. */
export const queryPairs = (
  query: Readonly<Record<string, string | string[] | undefined>>,
): FormPairs =>
  Object.entries(query).flatMap(([name, sent]) =>
    [sent ?? []].flat().map((value) => [name, value] as const),
  );
