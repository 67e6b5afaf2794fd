/** Runs on the server alone: the access token must never reach a browser. */
import { createClient } from '@payment-widgets/server';

const { GATEWAY = 'http://127.0.0.1:8080', ENTITY_ID, ACCESS_TOKEN } = process.env;

export const gatewayUrl = GATEWAY;

/** Made at a request: `next build` loads every page, and the machine that builds has no token. */
export function connect() {
  if (!ENTITY_ID || !ACCESS_TOKEN) {
    throw new Error('Set ENTITY_ID and ACCESS_TOKEN to what the gateway has printed (npm start).');
  }
  return createClient({ url: GATEWAY, accessToken: ACCESS_TOKEN, entityId: ENTITY_ID });
}
