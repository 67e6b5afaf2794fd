/** A payment's trace, from the request to the receiver of its webhook, and what log and answers say of both. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, type RunningServer, startServer } from '../tests/support/gateway-process.ts';
import { type Received, startReceiver } from '../tests/support/receiver.ts';
import { createTestDatabase } from '../tests/support/test-database.ts';
import { type CollectedSpan, startTraceCollector } from '../tests/support/trace-collector.ts';

const { location, drop } = await createTestDatabase();
const collector = await startTraceCollector();
const receiver = await startReceiver();
const data = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
  WEBHOOK_ALLOW_PRIVATE: '1',
};
const HEADERS = { authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}` };
const CARD = {
  'card.number': '4200000000000000',
  'card.holder': 'Jane Jones',
  'card.expiryMonth': '05',
  'card.expiryYear': '2034',
  'card.cvv': '123',
};
const post = (
  { url }: RunningServer,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  fetch(url + path, {
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: new URLSearchParams({ entityId: DEMO.DEMO_ENTITY_ID, ...fields }),
  });
const pay = (server: RunningServer, headers: Record<string, string> = {}) =>
  post(
    server,
    '/v1/payments',
    { amount: '92.00', currency: 'EUR', paymentType: 'DB', paymentBrand: 'VISA', ...CARD },
    headers,
  );
const parentOf = (sampled: boolean) => {
  const traceId = randomBytes(16).toString('hex');
  const id = randomBytes(8).toString('hex');
  return { traceId, id, traceparent: `00-${traceId}-${id}-0${Number(sampled)}` };
};
const told = parentOf(true);
const untold = parentOf(false);
/** The lines of a request in the log. */
const linesOf = (log: string, id: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ reqId }) => reqId === id);

let log = '';
let calls: readonly Received[] = [];
beforeAll(async () => {
  const server = await startServer({ ...data, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await post(server, '/v1/webhooks', {
    url: receiver.url,
    types: 'PAYMENT',
    kind: 'notifications',
  });
  await receiver.until(1);
  await pay(server, { traceparent: told.traceparent, 'x-request-id': 'order-4711' });
  await pay(server, { traceparent: untold.traceparent });
  await receiver.until(3);
  // What is left is sent before it ends.
  await server.stop();
  log = server.output();
  calls = receiver.received;
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await collector[Symbol.asyncDispose]();
  await drop();
});

describe('a payment whose request belongs to a trace', () => {
  const named = (name: RegExp): readonly CollectedSpan[] =>
    collector.spans.filter((span) => span.traceId === told.traceId && name.test(span.name));
  const only = (name: RegExp): CollectedSpan => {
    const [span, ...others] = named(name);
    if (!span || others.length > 0) throw new Error(`${named(/./).map((each) => each.name)}`);
    return span;
  };

  it('is a part of it, by route and status', () => {
    expect(only(/^POST \/v1\/payments$/)).toMatchObject({
      parentId: told.id,
      attributes: {
        'http.route': '/v1/payments',
        'http.response.status_code': 200,
        'request.id': 'order-4711',
        'entity.id': DEMO.DEMO_ENTITY_ID,
      },
      hasFailed: false,
    });
  });

  it('goes on with its statements and its connector', () => {
    const { id } = only(/^POST \/v1\/payments$/);
    expect(only(/^simulator authorise$/).parentId).toBe(id);
    const statement = named(/^INSERT payments$/)[0];
    expect(statement?.parentId).toBe(id);
    expect(statement?.attributes['db.query.text']).toMatch(/^insert into "payments" .*\?|\$1/);
  });

  it('and with its webhook, whose receiver is told of the trace', () => {
    const { id } = only(/^POST \/v1\/payments$/);
    const delivery = only(/^deliver PAYMENT$/);
    expect(delivery.parentId).toBe(id);
    const call = only(/^POST 127\.0\.0\.1$/);
    expect(call).toMatchObject({
      parentId: delivery.id,
      attributes: { 'http.response.status_code': 200 },
    });
    expect(calls.map(({ headers }) => headers['traceparent'])).toContain(
      `00-${told.traceId}-${call.id}-01`,
    );
  });

  it('has its trace in each line of the log', () => {
    const lines = linesOf(log, 'order-4711');
    expect(lines.length).toBeGreaterThan(1);
    for (const { msg, traceId } of lines)
      if (msg !== 'incoming request') expect(traceId).toBe(told.traceId);
  });
});

it('a trace that is not recorded by its caller is told on, and not recorded here', () => {
  expect(collector.spans.filter(({ traceId }) => traceId === untold.traceId)).toEqual([]);
  const headers = calls.map((call) => call.headers['traceparent'] ?? '');
  expect(headers.filter((each) => each.includes(untold.traceId))).toEqual([
    expect.stringMatching(/-00$/),
  ]);
});

it('what an instance does by itself is no trace for each of its statements', () => {
  const roots = collector.spans.filter(({ parentId }) => parentId === '');
  expect(roots.map(({ name }) => name).filter((name) => /^[A-Z]+ \w+$/.test(name))).toEqual([]);
});

it('no span has what identifies a person or opens anything', () => {
  expect(collector.everything()).toContain('/v1/payments');
  for (const secret of [CARD['card.number'], CARD['card.holder'], DEMO.DEMO_ACCESS_TOKEN])
    expect(collector.everything()).not.toContain(secret);
});

it('a collector that is away costs no payment', async () => {
  const away = await startTraceCollector();
  await away[Symbol.asyncDispose]();
  const server = await startServer({ ...data, OTEL_EXPORTER_OTLP_ENDPOINT: away.url });
  expect((await pay(server)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(server.output()).toMatch(/"level":40,.*traces: /);
});

it('where no collector is named, nothing is told to receivers', async () => {
  const before = receiver.received.length;
  const server = await startServer(data);
  await pay(server, { traceparent: told.traceparent });
  const last = (await receiver.until(before + 1)).at(-1);
  expect(last?.headers).not.toHaveProperty('traceparent');
  await server.stop();
});
