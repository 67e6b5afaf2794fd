import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';

/** A client that has its connection kept may have sent a request that is still on its way. */
const LINGER_MS = 1_000;
const LOOK_AGAIN_MS = 50;
const IDLE_SWEEP_MS = 200;

/**
 * Closes a server after the requests that are under way, and those that come on connections that clients
 * keep: each is answered, and told to be the last. Connections that stay idle would hold the process for
 * a minute.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const connections = promisify(server.getConnections.bind(server));
  const lingersUntil = performance.now() + LINGER_MS;
  while (performance.now() < lingersUntil && (await connections()) > 0) await delay(LOOK_AGAIN_MS);
  const sweeping = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweeping);
  }
}
