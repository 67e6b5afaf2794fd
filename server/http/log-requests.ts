/** Tells the log of requests what was asked of the API, and what was answered, once that is sent. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutCardNumbers } from '../../contract/card-numbers-in-text.ts';
import type { LoggedRequest, RequestLog } from '../monitoring/request-log.ts';
import { realNow } from '../store/clock.ts';
import { loggedPath } from './logged-path.ts';

/** A longer answer is a list: reading it would cost more than its result code is worth. */
const MOST_READ = 16_384;
const LONGEST_PATH = 255;
/** Digits alone are none of ours. */
const ID = /^(?!\d+$)[\w.-]{8,64}$/;
const KEY = /^[\x20-\x7e]{1,255}$/;

export interface LoggedRequests {
  /** It is one that is logged. @param tokenId null for a shopper's */
  begin(request: FastifyRequest, asker: { entityId: string; tokenId: string | null }): void;
  /** The entity that it is for is known. */
  concerns(request: FastifyRequest, entityId: string): void;
}

interface Known {
  entityId: string;
  readonly tokenId: string | null;
  answer?: Pick<LoggedRequest, 'answerId' | 'resultCode'>;
}

export function logRequests(
  app: FastifyInstance,
  log: Pick<RequestLog, 'note'> | undefined,
): LoggedRequests {
  const known = new WeakMap<FastifyRequest, Known>();
  app.addHook('onSend', (request, _reply, payload, done) => {
    const about = known.get(request);
    if (about && typeof payload === 'string') about.answer = readAnswer(payload);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const about = known.get(request);
    if (log && about) {
      const { method, url, id, params, headers } = request;
      log.note({
        at: Math.round(realNow() - reply.elapsedTime),
        entityId: about.entityId,
        tokenId: about.tokenId,
        method,
        path: loggedPath(url).slice(0, LONGEST_PATH),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        requestId: id,
        idempotencyKey: keyOf(headers['idempotency-key']),
        pathId: idOf((params as { id?: unknown } | undefined)?.id),
        ...(about.answer ?? NOTHING),
      });
    }
    done();
  });
  return {
    begin(request, asker) {
      if (log) known.set(request, { ...asker });
    },
    concerns(request, entityId) {
      const about = known.get(request);
      if (about) about.entityId = entityId;
    },
  };
}

const NOTHING = { answerId: null, resultCode: null };

function readAnswer(payload: string): NonNullable<Known['answer']> {
  if (payload.length > MOST_READ || !payload.startsWith('{')) return NOTHING;
  const { id, result } = parsed(payload);
  const code = result?.code;
  return { answerId: idOf(id), resultCode: typeof code === 'string' ? code : null };
}

/** Whatever an answer is, it is sent. */
function parsed(payload: string): { id?: unknown; result?: { code?: unknown } } {
  try {
    return JSON.parse(payload);
  } catch {
    return {};
  }
}

const idOf = (id: unknown): string | null => (typeof id === 'string' && ID.test(id) ? id : null);

const keyOf = (key: string | string[] | undefined): string | null =>
  typeof key === 'string' && KEY.test(key) ? withoutCardNumbers(key) : null;
