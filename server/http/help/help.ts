/**
 * What the developer of a test channel is told beside the refusal itself: the names that were meant, what
 * an id names, the path that there is, and the page of the reference. A live channel is answered as ever.
 */
import type { FastifyRequest } from 'fastify';
import { type ParameterHint, parameterHints } from '../../../contract/parameter-hints.ts';
import { findRow, readParameters } from '../../../contract/parameters.ts';
import type { Result } from '../../../contract/result.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { type KindOfId, kindOfId } from '../../gateway/records/index.ts';
import { type ApiError, withAdvice } from '../../gateway/requests/index.ts';
import type { Endpoint } from '../../reference/endpoint.ts';
import { ENDPOINTS } from '../../reference/endpoints.ts';
import { ENTITY_NAMES, pairsOf, queryPairs } from '../request-values.ts';
import { nearestPath } from './nearest-path.ts';
import { type Caller, callerOf } from './test-caller.ts';

/** What a refusal carries in place of its bare result. */
export interface HelpfulRefusal {
  readonly result: Result;
  readonly parameterHints?: readonly ParameterHint[];
  /** Address of its page in the reference. */
  readonly docs?: string;
}

export interface Help {
  ofRefusal(request: FastifyRequest, refusal: ApiError): Promise<HelpfulRefusal>;
  /** Of a path that there is not. */
  ofUnknownPath(request: FastifyRequest, refusal: ApiError): Promise<HelpfulRefusal>;
  /** Of a request that was answered without some of its parameters. */
  ofIgnored(
    request: FastifyRequest,
    ignored: readonly string[],
  ): Promise<Pick<HelpfulRefusal, 'parameterHints'>>;
}

/** So that a small request cannot ask for a large answer. */
const MOST_IN_ADDRESS = 20;

const BY_ROUTE = new Map(
  ENDPOINTS.map((endpoint) => [
    `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
    endpoint,
  ]),
);

export const endpointOf = ({ method, routeOptions }: FastifyRequest): Endpoint | undefined =>
  BY_ROUTE.get(`${method} ${routeOptions.url}`);

/** @param workbenchUrl where the reference is; undefined where no workbench runs */
export function createHelp(
  { db }: Pick<GatewayContext, 'db'>,
  workbenchUrl: () => string | undefined,
): Help {
  const docsOf = (path: string): Pick<HelpfulRefusal, 'docs'> => {
    const workbench = workbenchUrl();
    return workbench === undefined ? {} : { docs: `${workbench}/reference${path}` };
  };

  /** Without a token the mode is unknown: help is given only where a workbench runs. */
  const isHelped = ({ mode }: Caller): boolean =>
    mode === 'test' || (mode === 'unknown' && workbenchUrl() !== undefined);

  /** Help that fails is none: the refusal is what counts. */
  const orBare =
    (help: (request: FastifyRequest, refusal: ApiError) => Promise<HelpfulRefusal>) =>
    async (request: FastifyRequest, refusal: ApiError): Promise<HelpfulRefusal> => {
      const bare = { result: refusal.result };
      if (refusal.status >= 500) return bare;
      return help(request, refusal).catch((error: Error) => {
        request.log.warn(error, 'a refusal went out without its help');
        return bare;
      });
    };

  return {
    ofRefusal: orBare(async (request, refusal) => {
      const caller = await callerOf(db, request);
      if (!isHelped(caller)) return { result: refusal.result };
      const endpoint = endpointOf(request);
      const { result } = await namingKind(db, request, refusal, caller, endpoint);
      return {
        result,
        ...(refusal.status === 400 &&
          hintsOf(ignoredIn(request, endpoint), endpoint, inAddressOf(request, endpoint))),
        ...docsOf(
          endpoint && result.parameterErrors ? `/${endpoint.id}` : `/result-codes#${result.code}`,
        ),
      };
    }),

    ofUnknownPath: orBare(async (request, { result }) => {
      if (!isHelped(await callerOf(db, request))) return { result };
      const nearest = nearestPath(request.url.split('?')[0] ?? '');
      const description =
        nearest === undefined ? 'no such path' : `no such path: did you mean ${nearest}?`;
      const endpoint = ENDPOINTS.find(({ path }) => path === nearest);
      return {
        result: { ...result, description },
        ...docsOf(endpoint ? `/${endpoint.id}` : ''),
      };
    }),

    async ofIgnored(request, ignored) {
      const endpoint = endpointOf(request);
      const inAddress = inAddressOf(request, endpoint);
      const isNothing = ignored.length + inAddress.length === 0;
      if (isNothing || !isHelped(await callerOf(db, request))) return {};
      return hintsOf(ignored, endpoint, inAddress);
    },
  };
}

function hintsOf(
  ignored: readonly string[],
  endpoint: Endpoint | undefined,
  inAddress: readonly string[],
): Pick<HelpfulRefusal, 'parameterHints'> {
  const hints = [
    ...parameterHints(ignored, endpoint?.operation),
    ...inAddress.map((name) => ({
      name,
      message: 'is in the address: a POST takes its parameters in the body',
    })),
  ];
  return hints.length > 0 ? { parameterHints: hints } : {};
}

/** Parameters of a POST that nothing reads where they are; the channel is named there, too. */
function inAddressOf(request: FastifyRequest, endpoint: Endpoint | undefined): readonly string[] {
  if (endpoint?.method !== 'POST' || endpoint.operation === undefined) return [];
  return Object.keys(Object(request.query))
    .filter((name) => !ENTITY_NAMES.includes(name) && findRow(name))
    .slice(0, MOST_IN_ADDRESS);
}

/** A refusal does not say what else it did not understand, and `ammount=` is why the amount is missing. */
function ignoredIn(request: FastifyRequest, endpoint: Endpoint | undefined): readonly string[] {
  if (endpoint?.operation === undefined) return [];
  const pairs =
    endpoint.method === 'POST'
      ? pairsOf(request)
      : queryPairs(request.query as Parameters<typeof queryPairs>[0]);
  return readParameters(pairs, endpoint.operation).ignored;
}

const WORDS: Readonly<Record<KindOfId, string>> = {
  checkout: 'a checkout',
  payment: 'a payment',
  authentication: 'an authentication',
  agreement: 'an agreement that a shopper was asked for',
  registration: 'a registration',
  schedule: 'a schedule',
  webhook: 'a webhook',
  entity: 'an entity',
};

/** What asks for a result where there may be none yet. */
const READERS: Readonly<Partial<Record<KindOfId, string>>> = {
  checkout: '/v1/checkouts/{id}/payment',
  registration: '/v1/registrations/{id}',
};

/** Says what the id of a path names, where that is the caller's own and not what the path is about. */
async function namingKind(
  db: GatewayContext['db'],
  request: FastifyRequest,
  refusal: ApiError,
  caller: Caller,
  endpoint: Endpoint | undefined,
): Promise<ApiError> {
  const { id } = Object(request.params);
  const isKnown = caller.mode === 'test' && caller.tokenEntityId !== undefined;
  if (refusal.status !== 404 || typeof id !== 'string' || !endpoint?.about || !isKnown) {
    return refusal;
  }
  const found = await kindOfId(db, caller.tokenEntityId, id);
  if (!found || found.kind === endpoint.about) return refusal;
  const reader = ENDPOINTS.find(
    ({ method, about, path }) =>
      method === 'GET' && about === found.kind && path === (READERS[found.kind] ?? path),
  );
  const where = reader ? `: GET ${reader.path} reads it` : '';
  return withAdvice(refusal, `this is the id of ${WORDS[found.kind]}${where}`);
}
