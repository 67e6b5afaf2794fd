/** `GET /v1/inspector`: where `wpwl.inspect()` finds the inspector, which is on the workbench (D10). */
import type { FastifyInstance } from 'fastify';

/** @param workbenchUrl undefined where no workbench runs; there the path is none */
export function inspectorRoute(app: FastifyInstance, workbenchUrl: () => string | undefined): void {
  app.get('/v1/inspector', async (_, reply) => {
    const workbench = workbenchUrl();
    if (workbench === undefined) return reply.callNotFound();
    // Or the page that opened it could not speak to it.
    await reply.helmet({ crossOriginOpenerPolicy: { policy: 'unsafe-none' } });
    return reply.redirect(`${workbench}/inspector`, 303);
  });
}
