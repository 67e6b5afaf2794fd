/**
 * Traces in the way of OpenTelemetry, as every room tells them. It costs next to nothing and goes nowhere
 * unless `monitoring/traces.ts` was started. No span has personal data, a value of a statement, or more of
 * an address than its host.
 */
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export const tracer = trace.getTracer('payment-gateway');

/** Where a trace is told on (W3C Trace Context). */
export const TRACE_HEADER = 'traceparent';

interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/** Does the work as a part of the trace; an error is recorded by its kind alone. */
export const traced = <T>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> =>
  tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failed(span, error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span.end();
    }
  });

/** @param kind what has failed, without a value */
export const failed = (span: Span, kind: string): void => {
  span.setAttribute('error.type', kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** Says more of what is done. */
export const describeTrace = (attributes: Attributes): void =>
  void trace.getActiveSpan()?.setAttributes(attributes);

/** The trace that is told of, as a header; nothing where none is. */
export function traceHeaders(): { readonly [TRACE_HEADER]?: string } {
  const headers: { [TRACE_HEADER]?: string } = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Does the work as a part of the trace that was told of. */
export const withinTrace = <T>(traceparent: string | null, work: () => T): T =>
  traceparent === null
    ? work()
    : context.with(propagation.extract(ROOT_CONTEXT, { [TRACE_HEADER]: traceparent }), work);

export { SpanKind };
