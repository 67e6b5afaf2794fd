/** Whether a request is one of a test channel, whose developer is helped; live channels hear nothing of it. */
import type { FastifyRequest } from 'fastify';
import { findToken } from '../../gateway/access/index.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { channelsWithin, findChannel, isWithin } from '../../gateway/entities/index.ts';
import { isLiveCheckoutId, isTestCheckoutId } from '../../gateway/ids.ts';
import { bearerOf } from '../authenticate.ts';
import { requestedEntity } from '../request-values.ts';

/** A caller as far as help goes. */
export type Caller =
  /** Of channels that are all test channels; `tokenEntityId` where it has shown a token. */
  | { readonly mode: 'test'; readonly tokenEntityId?: string }
  | { readonly mode: 'live' }
  /** Neither a token nor the id of a checkout tells. */
  | { readonly mode: 'unknown' };

/** A checkout's id tells where it lives; for all else the token's channels have to be asked. */
export async function callerOf(db: GatewayContext['db'], request: FastifyRequest): Promise<Caller> {
  const path = request.url.split('?')[0] ?? '';
  if (isLiveCheckoutId(path)) return { mode: 'live' };
  const sent = bearerOf(request);
  const token = sent === undefined ? undefined : await findToken(db, sent);
  if (!token) return { mode: sent === undefined && isTestCheckoutId(path) ? 'test' : 'unknown' };
  const { entityId } = token;
  const named = requestedEntity(request);
  const channel = await findChannel(db, named ?? entityId);
  const channels =
    channel && (await isWithin(db, channel, entityId))
      ? [channel]
      : await channelsWithin(db, entityId);
  const isTest = channels.every(({ settings }) => settings.mode === 'test');
  return isTest ? { mode: 'test', tokenEntityId: entityId } : { mode: 'live' };
}
