/** What watches the process asks: whether it lives, and whether it can take requests. */
import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../monitoring/readiness.ts';

/** Load balancers ask them from inside, without TLS; they have nothing to hide and leave no line. */
export const PROBES: ReadonlySet<string | undefined> = new Set(['/health', '/ready']);

export function healthRoutes(app: FastifyInstance, readiness: Readiness): void {
  const options = { logLevel: 'silent' } as const;
  app.get('/health', options, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'alive' };
  });
  app.get('/ready', options, async (_request, reply) => {
    const report = await readiness.report();
    reply.code(report.ready ? 200 : 503).header('cache-control', 'no-store');
    return report;
  });
}
