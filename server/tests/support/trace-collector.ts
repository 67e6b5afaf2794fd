/** A collector of OpenTelemetry for tests: keeps the spans that it is sent, by OTLP over HTTP. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface CollectedSpan {
  readonly traceId: string;
  readonly id: string;
  /** Empty where it begins the trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly hasFailed: boolean;
}

export interface TraceCollector extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All that it was sent, as text. */
  everything(): string;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let everything = '';
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    if (request.url === '/v1/traces') spans.push(...spansIn(body));
    everything += body.toString('latin1');
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    everything: () => everything,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close').catch(() => undefined);
    },
  };
}

/** The fields of a message by their numbers, as protocol buffers write them. */
type Fields = ReadonlyMap<number, readonly (Buffer | number)[]>;

function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let weight = 1; ; weight *= 128) {
      const byte = message.readUInt8(at);
      at += 1;
      value += (byte % 128) * weight;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number): Buffer => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const key = varint();
    const wire = key % 8;
    const value =
      wire === 0
        ? varint()
        : wire === 1
          ? bytes(8).readDoubleLE()
          : wire === 2
            ? bytes(varint())
            : bytes(4);
    const field = Math.floor(key / 8);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).map((value) => fieldsOf(value as Buffer));
const first = (fields: Fields, field: number): Buffer =>
  (fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);

/** ExportTraceServiceRequest → ResourceSpans → ScopeSpans → Span (opentelemetry-proto, trace.proto). */
const spansIn = (request: Buffer): CollectedSpan[] =>
  messages(fieldsOf(request), 1)
    .flatMap((resource) => messages(resource, 2))
    .flatMap((scope) => messages(scope, 2))
    .map((span) => ({
      traceId: first(span, 1).toString('hex'),
      id: first(span, 2).toString('hex'),
      parentId: first(span, 4).toString('hex'),
      name: first(span, 5).toString(),
      attributes: Object.fromEntries(
        messages(span, 9).map((attribute) => {
          const value = messages(attribute, 2)[0] ?? new Map();
          const text = value.get(1)?.[0];
          return [first(attribute, 1).toString(), text?.toString() ?? Number(value.get(3)?.[0])];
        }),
      ),
      hasFailed: messages(span, 15).some((status) => status.get(3)?.[0] === 2),
    }));
