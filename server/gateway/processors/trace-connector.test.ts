/** What is asked of a connector is a part of the payment's trace, and reaches it unchanged. */
import { SpanKind } from '@opentelemetry/api';
import { expect, it, vi } from 'vitest';
import type { Connector } from '../../connectors/connector.ts';
import * as tracing from '../../tracing.ts';
import { traceConnector } from './trace-connector.ts';

it('each call is a span with the name of the connector, and answers what that does', async () => {
  const traced = vi.spyOn(tracing, 'traced');
  const names = ['authorise', 'operate', 'resume', 'ask', 'cancel'] as const;
  const calls = Object.fromEntries(names.map((name) => [name, vi.fn(async () => `of ${name}`)]));
  const connector = traceConnector('theirs', { ...calls, leaseMs: 7 } as unknown as Connector);
  expect(connector.leaseMs).toBe(7);
  for (const name of names) {
    const call = connector[name] as (...words: unknown[]) => Promise<unknown>;
    expect(await call('first', 'second')).toBe(`of ${name}`);
    expect(calls[name]).toHaveBeenCalledExactlyOnceWith('first', 'second');
    expect(traced).toHaveBeenLastCalledWith(
      `theirs ${name}`,
      { kind: SpanKind.INTERNAL, attributes: { 'connector.name': 'theirs' } },
      expect.any(Function),
    );
  }
  traced.mockRestore();
});
