/** Runs on the server alone: the access token must never reach a browser. */
import { createClient, NotFoundError } from '@payment-widgets/server';

const { GATEWAY = 'http://127.0.0.1:8080', ENTITY_ID, ACCESS_TOKEN } = process.env;

export const gatewayUrl = GATEWAY;

/** Made at a request: `next build` loads every page, and the machine that builds has no token. */
export function connect() {
  if (!ENTITY_ID || !ACCESS_TOKEN) {
    throw new Error('Set ENTITY_ID and ACCESS_TOKEN to what the gateway has printed (npm start).');
  }
  return createClient({ url: GATEWAY, accessToken: ACCESS_TOKEN, entityId: ENTITY_ID });
}

/** Of the checkout whose id the shopper's browser has brought; undefined where that is none of ours. */
export async function paymentOf(id: unknown) {
  if (typeof id !== 'string' || !id) return undefined;
  return connect()
    .checkouts.payment(id)
    .catch((error) => {
      if (!(error instanceof NotFoundError)) throw error;
    });
}
