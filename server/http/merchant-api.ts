/**
 * Routes that the merchant's server calls: authenticated, for tokens with the scopes of the route,
 * idempotent by key, answered alike.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import { type AccessToken, auditMisuse, nameOfToken, type Scope } from '../gateway/access/index.ts';
import type { Channel, Entity } from '../gateway/entities/index.ts';
import { hasNotificationKey } from '../gateway/events/index.ts';
import { newId } from '../gateway/ids.ts';
import {
  ApiError,
  alwaysFirst,
  type IsFirst,
  onceByKey,
  requestedAny,
  requestedChannel,
  requestedRegistrar,
} from '../gateway/requests/index.ts';
import { describeTrace } from '../tracing.ts';
import { addIgnoredParameters, addMissingKey, addPossibleCardNumbers } from './answer-headers.ts';
import { authenticate } from './authenticate.ts';
import type { Context } from './context.ts';
import { type FormPairs, pairsOf, refuseBrokenQuery, requestedEntity } from './request-values.ts';
import { StreamedBody } from './streamed-body.ts';

/** Money goes out: refunds, reversals, credits. */
const GOING_OUT = new Set(['RF', 'RV', 'CD']);

/** A brand may have a payment type of its own: `overridePaymentType[VISA]`. */
const NAMES_PAYMENT_TYPE = /^(paymentType$|overridePaymentType\[)/;

/** The scopes of a route (`SCOPES`) by the payment type that is asked for, whichever of several. */
export const BY_PAYMENT_TYPE = (pairs: FormPairs): readonly Scope[] =>
  pairs.some(([name, value]) => NAMES_PAYMENT_TYPE.test(name) && GOING_OUT.has(value))
    ? ['refunds']
    : ['payments'];

/** For routes whose body says which of the two it is: one of both scopes is enough at first. */
export const PAYING: readonly Scope[] = ['payments', 'refunds'];
export const PAYMENTS: readonly Scope[] = ['payments'];
export const REPORTS: readonly Scope[] = ['reports'];
export const WEBHOOKS: readonly Scope[] = ['webhooks'];
/** What happened to a payment: for all who deal with payments. */
export const READING: readonly Scope[] = ['payments', 'refunds', 'reports'];

export interface MerchantCall {
  /** The `{id}` of the path; empty where there is none. */
  readonly id: string;
  readonly pairs: FormPairs;
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
  /** An id for what the call creates: the same one when the call is repeated under its key. */
  readonly subjectId: string;
  /** For what it changes without creating anything. */
  readonly isFirst: IsFirst;
  /** Who asks, as the audit log names it. */
  readonly asker: string;
  /** @throws ApiError (403) where the token is for none of the scopes */
  need(scopes: readonly Scope[]): Promise<void>;
  /** The channel that the call is for. */
  channel(): Promise<Channel>;
  /** The values of the path's parts. */
  readonly params: Readonly<Record<string, string>>;
  /** Any entity of the access token: the one that is named, or the token's own. */
  entity(): Promise<Entity>;
  /** Whether the caller would rather have a file of comma-separated values than JSON. */
  wantsCsv(): boolean;
  /** Who a registration belongs to. */
  registrar(): Promise<{ channel: Channel; entityId: string }>;
}

export interface MerchantAnswer {
  readonly status?: number;
  /** Sent as JSON, unless it is streamed. */
  readonly body: object | StreamedBody;
  /** Names of parameters that were not understood. */
  readonly ignored?: readonly string[];
}

/** An answer as it is sent, and kept under an `Idempotency-Key`. */
interface WholeAnswer {
  readonly status: number;
  /** JSON; only what a GET answers is streamed, and that is not kept. */
  readonly body: string | StreamedBody;
  readonly ignored: readonly string[];
  /** The channel whose notifications no key can encrypt, where one is promised. */
  readonly keyless?: string;
}

export type MerchantHandler = (call: MerchantCall) => Promise<MerchantAnswer>;

/** What a token needs one of: always the same, or by what the request asks for. */
export type Scopes = readonly Scope[] | ((pairs: FormPairs) => readonly Scope[]);
type Route = (url: string, scopes: Scopes, handler: MerchantHandler) => void;

export interface MerchantApi {
  readonly get: Route;
  readonly post: Route;
  readonly delete: Route;
}

const NOTIFICATION_URL = 'notificationUrl';

/** An address with slashes at its end, or doubled ones, is that of the same resource. */
const sameAddress = (url: string): string => {
  const [path = '', ...query] = url.split(/(?=\?)/);
  return `${path.replace(/\/+/g, '/').replace(/\/$/, '')}${query.join('')}`;
};

/** What one request is told from another by. */
const asText = ({ url }: FastifyRequest, pairs: FormPairs): string =>
  JSON.stringify([sameAddress(url), [...pairs].sort()]);

const withoutCvv = (pairs: FormPairs): FormPairs =>
  pairs.map(([name, value]) => [name, name === 'card.cvv' ? '' : value]);

export function merchantApi(app: FastifyInstance, context: Context): MerchantApi {
  const { gateway, envelope, help, tooManyFailures, callers: known, logged } = context;
  const { db } = gateway;
  const callers = new WeakMap<FastifyRequest, AccessToken>();

  /** Before the body is read: who may not call does not make the gateway work. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const token = await authenticate(gateway, request, tooManyFailures);
    callers.set(request, token);
    logged.begin(request, { entityId: token.entityId, tokenId: token.id });
    known.remember(request.headers.authorization, token.entityId);
    describeTrace({ 'entity.id': token.entityId });
    const log = request.log.child({ entity: token.entityId, token: nameOfToken(token) });
    request.log = log;
    reply.log = log;
  };

  /** @throws ApiError (403) where the token is for something else */
  const refuseOtherScope = async (
    request: FastifyRequest,
    token: AccessToken,
    scopes: readonly Scope[],
  ): Promise<void> => {
    const { scopes: own } = token;
    if (!own || scopes.some((scope) => own.includes(scope))) return;
    await auditMisuse(gateway, token, 'scope', request.ip);
    throw new ApiError(
      403,
      RESULT.userNotPermitted,
      `the access token is for ${own.join(', ')}, and this is for ${scopes.join(' or ')}`,
    );
  };

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    scopes: Scopes,
    handler: MerchantHandler,
  ): Promise<FastifyReply> => {
    const token = callers.get(request);
    if (!token) throw new Error('a merchant’s route was reached without a token');
    const { entityId: tokenEntityId } = token;
    // What a POST is asked for stands in its body.
    if (request.method !== 'POST') refuseBrokenQuery(request.url);
    const named = () => requestedEntity(request);
    const noted = <T extends Entity>(entity: T): T => {
      logged.concerns(request, entity.id);
      return entity;
    };
    const wanted = typeof scopes === 'function' ? scopes(pairsOf(request)) : scopes;
    await refuseOtherScope(request, token, wanted);
    const call = (subjectId: string, isFirst: IsFirst): MerchantCall => ({
      id: (request.params as { id?: string }).id ?? '',
      pairs: pairsOf(request),
      query: request.query as MerchantCall['query'],
      ...{ subjectId, isFirst },
      asker: nameOfToken(token),
      need: (needed) => refuseOtherScope(request, token, needed),
      params: request.params as MerchantCall['params'],
      entity: async () => noted(await requestedAny(db, tokenEntityId, named())),
      wantsCsv: () => request.accepts().type(['application/json', 'text/csv']) === 'text/csv',
      channel: async () => noted(await requestedChannel(db, tokenEntityId, named())),
      async registrar() {
        const registrar = await requestedRegistrar(db, tokenEntityId, named());
        noted(registrar.channel);
        return registrar;
      },
    });
    const run = async (subjectId: string, isFirst = alwaysFirst): Promise<WholeAnswer> => {
      const own = call(subjectId, isFirst);
      const { status = 200, body, ignored = [] } = await handler(own);
      const keyless = await keylessChannel(own, ignored);
      return {
        status,
        body:
          body instanceof StreamedBody
            ? body
            : JSON.stringify({ ...body, ...(await help.ofIgnored(request, ignored)) }),
        ignored,
        ...(keyless !== undefined && { keyless }),
      };
    };
    // Sent twice it has two values, of which none is meant.
    const keys = request.raw.headersDistinct['idempotency-key'];
    const { status, body, ignored, keyless } =
      keys === undefined || request.method !== 'POST'
        ? await run(newId())
        : await onceByKey(
            gateway,
            {
              entityId: tokenEntityId,
              key: keys.length === 1 ? String(keys[0]) : '',
              request: asText(request, withoutCvv(pairsOf(request))),
              whole: asText(request, pairsOf(request)),
            },
            (subjectId, isFirst) =>
              run(subjectId, isFirst).catch((error) => asAnswer(request, error)),
          );
    addIgnoredParameters(reply, ignored);
    addMissingKey(reply, keyless);
    addPossibleCardNumbers(reply, pairsOf(request));
    reply.code(status).header('cache-control', 'no-store');
    if (body instanceof StreamedBody) return reply.type(body.type).send(body.source);
    return reply.type('application/json; charset=utf-8').send(body);
  };

  const keylessChannel = async (
    { pairs, registrar }: MerchantCall,
    ignored: readonly string[],
  ): Promise<string | undefined> => {
    const sent = pairs.some(([name, value]) => name === NOTIFICATION_URL && value !== '');
    if (!sent || ignored.includes(NOTIFICATION_URL)) return undefined;
    const { id } = (await registrar()).channel;
    return (await hasNotificationKey(db, id)) ? undefined : id;
  };

  /** What the payment's state refuses is an answer; a request that is wrong can be corrected. */
  const asAnswer = async (request: FastifyRequest, error: unknown): Promise<WholeAnswer> => {
    if (!(error instanceof ApiError) || error.result.code === RESULT.invalidParameter) throw error;
    const { result, ...more } = await help.ofRefusal(request, error);
    const body = JSON.stringify({ ...envelope(result), ...more });
    return { status: error.status, body, ignored: [] };
  };

  const route =
    (method: keyof MerchantApi): Route =>
    (url, scopes, handler) =>
      void app[method](url, { onRequest }, (request, reply) =>
        answer(request, reply, scopes, handler),
      );
  return { get: route('get'), post: route('post'), delete: route('delete') };
}
