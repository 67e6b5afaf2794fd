/** Has each request wait for its place, before its body is read. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RESULT } from '../../contract/result-by-name.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { countedAddress } from '../gateway/risk/index.ts';
import { atPlace } from '../work-place.ts';
import type { Admission, HeldPlace, Kind } from './admission.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import { PROBES } from './health.ts';
import { REMEMBERED_CALLERS, ReturnTimes } from './return-times.ts';

/** One for all: writing down where it was thrown would cost more than the rest of it. */
const REFUSAL = new ApiError(503, RESULT.tooManyRequests);
const REPORTS = /^\/(reports\/|v3\/query(\/?$|\?))/;
/** A body usually comes, and is read, at once; a client that dawdles must not keep a place meanwhile. */
const DAWDLES_AFTER_MS = 200;
/** A host has 253 characters at most, a header may have 16,000: ten thousand of those are not remembered. */
const LONGEST_ORIGIN = 300;

const kindOf = ({ url }: FastifyRequest): Kind => (REPORTS.test(url) ? 'report' : 'payment');

export interface Callers {
  /** A token that was found good: its requests take turns as those of its merchant. */
  remember(authorization: string | undefined, entityId: string): void;
  /** A page that may show a form of the channel: its requests take turns as those of the channel's shoppers. */
  rememberPage(origin: string | undefined, channelId: string): void;
}

/** @param refuse the answer's body */
export function admitInTurn(
  app: FastifyInstance,
  admission: Admission,
  refuse: (refusal: ApiError) => object,
): Callers {
  const merchants = new LRUCache<string, string>({ max: REMEMBERED_CALLERS });
  // By themselves: shoppers can make up pages where any may show the form, and put out no merchant.
  const shops = new LRUCache<string, string>({ max: REMEMBERED_CALLERS });
  const places = new WeakMap<FastifyRequest, HeldPlace>();
  const arrivals = new WeakMap<FastifyRequest, () => void>();
  const returnTimes = new ReturnTimes();

  /** Made-up tokens and pages are no callers of their own; of shoppers, those of one shop take turns together. */
  const callerOf = ({ headers: { authorization, origin }, ip }: FastifyRequest): string =>
    (authorization !== undefined
      ? merchants.get(authorization)
      : origin !== undefined && shops.get(origin)) || countedAddress(ip);

  app.addHook('onRequest', async (request, reply): Promise<FastifyReply | undefined> => {
    if (PROBES.has(request.routeOptions.url)) return undefined;
    const caller = callerOf(request);
    const place = await admission.enter(caller, kindOf(request));
    if (!place) {
      if (!request.headers.authorization) await allowAnyOrigin(request, reply);
      const seconds = returnTimes.afterRefusal(caller);
      return reply.code(503).header('retry-after', String(seconds)).send(refuse(REFUSAL));
    }
    returnTimes.gotPlace(caller);
    places.set(request, place);
    // After the answer, or when the client has gone.
    reply.raw.once('close', place.end);
    if (reply.raw.destroyed) place.end();
    return undefined;
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const place = places.get(request);
    if (place) arrivals.set(request, whileDawdling(place));
    done(null, payload);
  });
  // The body has been read: what follows belongs to the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const place = places.get(request);
    arrivals.get(request)?.();
    if (place) atPlace(place, done);
    else done();
  });

  app.addHook('onSend', (request, _reply, payload, done) => {
    const place = places.get(request);
    if (place && payload instanceof Readable) leaveWhileUnread(place, payload);
    done(null, payload);
  });

  return {
    remember(authorization, entityId) {
      if (authorization) merchants.set(authorization, entityId);
    },
    rememberPage(origin, channelId) {
      if (origin && origin.length <= LONGEST_ORIGIN) shops.set(origin, `shoppers of ${channelId}`);
    },
  };
}

function leaveWhileUnread(place: HeldPlace, stream: Readable): void {
  let goOn: (() => void) | undefined;
  const isRead = () => {
    goOn?.();
    goOn = undefined;
  };
  stream.on('pause', () => {
    goOn ??= whileDawdling(place);
  });
  stream.on('resume', isRead).on('close', isRead);
}

/** @returns to be called when it goes on */
function whileDawdling(place: HeldPlace): () => void {
  let isAway = false;
  const timer = setTimeout(() => {
    isAway = true;
    place.leave();
  }, DAWDLES_AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (isAway) place.comeBack();
  };
}
