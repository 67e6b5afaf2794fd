/** `GET /v1/checkouts/{id}/bins/{bin}`: the brands of a card by its first digits (`binlist`). */
import type { FastifyInstance } from 'fastify';
import type { BinAnswer } from '../../contract/bin-answer.ts';
import { brandsOfBin } from '../gateway/entities/index.ts';
import { findCheckout, hasExpired } from '../gateway/records/index.ts';
import { invalidParameter, noSuchCheckout } from '../gateway/requests/index.ts';
import { allowAnyOrigin } from './answer-headers.ts';
import type { Context } from './context.ts';

/** No more of a number than a page may know. */
const BIN = /^\d{6,8}$/;

interface BinRoute {
  Params: { id: string; bin: string };
}

export function binRoutes(app: FastifyInstance, { gateway }: Context): void {
  app.get<BinRoute>(
    '/v1/checkouts/:id/bins/:bin',
    { onRequest: allowAnyOrigin },
    async (request, reply): Promise<BinAnswer> => {
      const { id, bin } = request.params;
      // Never echoed: more digits may be a card number.
      if (!BIN.test(bin)) throw invalidParameter('bin', null, 'must be 6 to 8 digits');
      const checkout = await findCheckout(gateway.db, id);
      if (!checkout || (checkout.paidId === null && hasExpired(checkout))) throw noSuchCheckout();
      reply.header('cache-control', 'private, max-age=3600');
      return { bin, brands: brandsOfBin(bin, checkout.channel.settings) };
    },
  );
}
