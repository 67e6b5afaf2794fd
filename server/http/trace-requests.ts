/** Each request as a span of the trace that it came with, or of a new one. */
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Context as TraceContext,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failed, SpanKind, tracer } from '../tracing.ts';
import { PROBES } from './health.ts';

export function traceRequests(app: FastifyInstance): void {
  const traces = new WeakMap<FastifyRequest, TraceContext>();
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, id } = request;
    const { url: route = 'no route' } = request.routeOptions;
    if (PROBES.has(route)) return done();
    const from = propagation.extract(ROOT_CONTEXT, headers);
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id };
    const options = { kind: SpanKind.SERVER, attributes };
    const span = tracer.startSpan(`${method} ${route}`, options, from);
    const here = trace.setSpan(from, span);
    traces.set(request, here);
    if (span.isRecording()) {
      request.log = request.log.child({ traceId: span.spanContext().traceId });
      reply.log = request.log;
    }
    // After the answer, or when the client has gone.
    reply.raw.once('close', () => {
      const { statusCode } = reply;
      span.setAttribute('http.response.status_code', statusCode);
      if (statusCode >= 500) failed(span, String(statusCode));
      span.end();
    });
    context.with(here, done);
  });
  // The body came in between: what follows belongs to the connection, not to the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const here = traces.get(request);
    if (here) context.with(here, done);
    else done();
  });
}
