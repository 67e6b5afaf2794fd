/** Refuses a payment that has come through this gateway before: its connector leads back here. */

import type { FastifyInstance } from 'fastify';
import { RESULT } from '../../contract/result-by-name.ts';
import { chainIdOf } from '../gateway/processors/index.ts';
import { ApiError } from '../gateway/requests/index.ts';
import { CALL_CHAIN_HEADER, isInChain, withinChain } from '../outgoing/call-chain.ts';
import type { Context } from './context.ts';

export function refuseLoops(app: FastifyInstance, { gateway }: Pick<Context, 'gateway'>): void {
  const ownId = chainIdOf(gateway.vault);
  app.addHook('preHandler', (request, _reply, done) => {
    const chain = request.headers[CALL_CHAIN_HEADER];
    if (chain === undefined) return done();
    const received = String(chain);
    if (isInChain(received, ownId)) {
      const why = 'this request has come through this gateway before';
      return done(new ApiError(400, RESULT.connectorUnavailable, why));
    }
    withinChain(received, done);
  });
}
