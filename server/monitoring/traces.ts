/**
 * Sends traces to a collector of OpenTelemetry. The exporter reads the standard variables by itself:
 * `OTEL_EXPORTER_OTLP_HEADERS`, `_COMPRESSION`, `_CERTIFICATE`.
 */
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { type StatementSent, statementSent } from '../diagnostics.ts';
import { failed, SpanKind, tracer } from '../tracing.ts';

/** An instance that stops waits for the collector no longer. */
const EXPORT_TIMEOUT_MS = 3_000;
/** What a statement does, and to what: the verb and the first table. */
const VERB = /^\W*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+"?(\w+)/i;

/**
 * Before the database is opened: statements are told of only where a listener is.
 *
 * @param share of the traces that begin here, 0 to 1; one that comes with a request has its own decision
 * @param warn told of what the collector did not take
 */
export function startTraces(
  { share, database }: { readonly share: number; readonly database: 'sqlite' | 'postgresql' },
  warn: (message: string) => void,
): { stop(): Promise<void> } {
  const nothing = () => {};
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'payment-gateway' }))
      .merge(
        detectResources({
          detectors: [serviceInstanceIdDetector, serviceNameEnvDetector, envDetector],
        }),
      ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT_MS }),
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Baggage is not passed on: a caller may have put anything into it.
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);

  const onStatement = (message: unknown) => {
    // What instances do by themselves would be a trace for each of its statements.
    if (!trace.getActiveSpan()?.isRecording()) return;
    const { sql, durationMs, hasFailed } = message as StatementSent;
    const now = Date.now();
    const verb = VERB.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
    const table = TABLE.exec(sql)?.[1];
    const span = tracer.startSpan([verb, table].filter(Boolean).join(' '), {
      kind: SpanKind.CLIENT,
      startTime: now - durationMs,
      attributes: {
        'db.system.name': database,
        'db.operation.name': verb,
        'db.query.text': sql,
        ...(table && { 'db.collection.name': table }),
      },
    });
    if (hasFailed) failed(span, 'statement');
    span.end(now);
  };
  statementSent.subscribe(onStatement);
  return {
    async stop() {
      statementSent.unsubscribe(onStatement);
      await provider.shutdown().catch((error: Error) => warn(error.message));
    },
  };
}
