/** Receivers that do everything wrong, and the one beside them that notices nothing. */
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestsFor, TIME_LIMIT_MS } from '../../notifications/request.ts';
import { createOutgoing, type LookUp } from '../../outgoing/guarded-client.ts';
import { aWhile } from '../support/a-while.ts';
import { type Answering, startReceiver, status, type TestReceiver } from '../support/receiver.ts';
import { startTestGateway, type TestGateway } from '../support/test-gateway.ts';
import { advance, payByCard, read, remove, type Subscription, subscribe } from './subscribe.ts';

/** So that a test need not wait for half a minute. */
const IMPATIENCE_MS = 400;
const client = createOutgoing({ allowPrivate: true });
const impatient = {
  ...client,
  call: (url: string, request: Parameters<typeof client.call>[1]) =>
    client.call(url, { ...request, timeLimitMs: IMPATIENCE_MS }),
};

let test: TestGateway;
let living: TestReceiver;
let alive: Subscription;
beforeAll(async () => {
  test = await startTestGateway({ delivers: true, outgoing: impatient });
  living = await startReceiver();
  alive = await subscribe(test, living);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
  await living[Symbol.asyncDispose]();
});

const pay = async (): Promise<string> => (await payByCard(test)).body.id;
const look = async (id: string) =>
  (await test.call(`/v1/webhooks/${id}?entityId=${test.entityId}`)).body;
const soon = (check: () => unknown) => expect.poll(check, { interval: 50 });
const toldOf = (receiver: TestReceiver, { secret }: Subscription, paymentId: string) =>
  receiver.received.some(
    (call) => read(call, secret, alive.secret).message.payload.id === paymentId,
  );

interface Told {
  readonly status: string;
  readonly subjectId: string;
  readonly attempts: number;
}
const attempted = ({ deliveries }: { deliveries: readonly Told[] }) =>
  deliveries.filter(({ attempts }) => attempts > 0);

/** As if it had been there when it was tested. */
const markAcknowledged = ({ gateway }: TestGateway, id: string) =>
  gateway.db
    .updateTable('webhooks')
    .set({ acknowledged_at: Date.now() })
    .where('id', '=', id)
    .execute();

const hang: Answering = () => undefined;
const drip: Answering = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 1_000);
  response.once('close', () => clearInterval(timer));
};
/** Its status comes as slowly. */
const dripHead: Answering = ({ socket }) => {
  const bytes = [...'HTTP/1.1 200 OK'];
  const timer = setInterval(() => void socket?.write(bytes.shift() ?? ' '), 100);
  socket?.once('close', () => clearInterval(timer));
};
const gigabyte: Answering = (response) => {
  response.writeHead(500);
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  let left = 1024;
  const more = () => {
    while (left > 0 && response.write(chunk)) left -= 1;
  };
  response.on('drain', more);
  more();
};
const cutOff: Answering = ({ socket }) => void socket?.destroy();

describe('a receiver that', () => {
  it.each<[name: string, Answering, status: number | null, body: RegExp]>([
    ['does not answer', hang, null, /no answer in time/],
    ['drips its status', dripHead, null, /no answer in time/],
    ['closes the connection', cutOff, null, /^the connection was closed$/],
    ['answers 500', status(500, {}, 'oh no'), 500, /^oh no$/],
    ['answers 301', status(301, { location: 'https://elsewhere.example/' }), 301, /^$/],
    ['answers 404', status(404), 404, /^$/],
    ['answers a gigabyte', gigabyte, 500, /^x{500}$/],
    ['answers headers without end', status(200, { long: 'x'.repeat(80_000) }), null, /./],
  ])('%s is tried again in a minute', async (_name, answering, code, body) => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    receiver.answer(answering);
    const paymentId = await pay();
    await soon(async () => (await look(subscription.id)).deliveries[0]).toMatchObject({
      subjectId: paymentId,
      status: 'waiting',
      attempts: 1,
      answer: { status: code, body: expect.stringMatching(body) },
    });
    const memory = process.memoryUsage().rss;
    expect(memory).toBeLessThan(1024 ** 3);
    // Meanwhile the other one has everything.
    await soon(() => toldOf(living, alive, paymentId)).toBe(true);
    receiver.answer(status(200));
    const before = receiver.received.length;
    await advance(test, 60);
    await receiver.until(before + 1);
    expect((await look(subscription.id)).active).toBe(true);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it.each<[name: string, scheme: string, (socket: Socket) => unknown, why: RegExp]>([
    ['talks no HTTP', 'http', (socket) => socket.end('\u0000\u0001 lorem ipsum\r\n\r\n'), /./],
    ['closes at once', 'http', (socket) => socket.destroy(), /^the connection was closed$/],
    ['hangs in TLS', 'https', () => undefined, /no answer in time/],
    ['closes in TLS', 'https', (socket) => socket.destroy(), /^the connection was closed$/],
    ['talks no TLS', 'https', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), /SSL|TLS/i],
  ])('%s is tried again', async (_name, scheme, behave, why) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      behave(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const { answer } = await subscribe(test, { url: `${scheme}://127.0.0.1:${port}` });
    expect(answer.body).toMatchObject({
      active: false,
      test: { acknowledged: false, status: null, answer: expect.stringMatching(why) },
    });
    await markAcknowledged(test, answer.body.id);
    const paymentId = await pay();
    await soon(async () => (await look(answer.body.id)).deliveries[0]).toMatchObject({
      subjectId: paymentId,
      status: 'waiting',
      attempts: 1,
      answer: { status: null, body: expect.stringMatching(why) },
    });
    await remove(test, `/v1/webhooks/${answer.body.id}`);
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  it('is not there is tried again', async () => {
    const { answer } = await subscribe(test, { url: 'http://127.0.0.1:1' });
    expect(answer.body.test).toMatchObject({
      acknowledged: false,
      status: null,
      answer: expect.stringContaining('ECONNREFUSED'),
    });
    await remove(test, `/v1/webhooks/${answer.body.id}`);
  });

  it('drips the rest of an answer has acknowledged all the same', async () => {
    await using receiver = await startReceiver();
    await using patient = await startTestGateway({ delivers: true });
    receiver.answer(drip);
    const { answer } = await subscribe(patient, receiver);
    expect(answer.body).toMatchObject({ active: true, test: { status: 200 } });
  });

  it('answers 200 with five megabytes has acknowledged, and little of it is kept', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    receiver.answer(status(200, {}, 'x'.repeat(5 * 1024 * 1024)));
    await pay();
    await soon(async () => (await look(subscription.id)).deliveries[0]).toMatchObject({
      ...{ status: 'delivered', attempts: 1 },
      answer: { status: 200, body: expect.stringMatching(/^x{500}$/) },
    });
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it('answers 429 with Retry-After is left alone for as long, with everything', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    receiver.answer(status(429, { 'retry-after': '600' }));
    await pay();
    await soon(async () => (await look(subscription.id)).deliveries[0].attempts).toBe(1);
    receiver.answer(status(200));
    const second = await pay();
    await soon(() => toldOf(living, alive, second)).toBe(true);
    await advance(test, 300);
    await aWhile();
    expect(receiver.received).toHaveLength(2);
    await advance(test, 301);
    await receiver.until(4);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });

  it.each([
    ['429 with Retry-After', 429],
    ['410', 410],
  ])('answers %s gets nothing more of what waits than was on its way', async (_name, code) => {
    await using receiver = await startReceiver();
    const { id, secret } = await subscribe(test, receiver);
    await test.call(`/v1/webhooks/${id}/pause`, { entityId: test.entityId });
    const paid = await Promise.all(Array.from({ length: 20 }, pay));
    receiver.answer(status(code, { 'retry-after': '600' }));
    await test.call(`/v1/webhooks/${id}/resume`, { entityId: test.entityId });
    // As many as are called at the same time at first.
    await receiver.until(1 + 4);
    await aWhile();
    expect(receiver.received).toHaveLength(1 + 4);
    receiver.answer(status(200));
    await test.call(`/v1/webhooks/${id}/resume`, { entityId: test.entityId });
    const calls = await receiver.until(1 + 4 + paid.length);
    const told = calls.slice(5).map((call) => read(call, secret).message.payload.id);
    expect(told.sort()).toEqual(paid.sort());
    await remove(test, `/v1/webhooks/${id}`);
  });

  it.each([
    ['503 and a date', 503, () => new Date(Date.now() + 600_000).toUTCString(), 600],
    ['500 and seconds', 500, () => '600', 600],
    ['429 and centuries', 429, () => '99999999999', 24 * 3600],
    ['429 and nonsense', 429, () => '-1', 60],
  ])('answers %s is called after that, a day at most', async (_name, code, after, seconds) => {
    await using receiver = await startReceiver();
    const { id } = await subscribe(test, receiver);
    receiver.answer((response, call) => status(code, { 'retry-after': after() })(response, call));
    await pay();
    await soon(async () => (await look(id)).deliveries[0]?.attempts).toBe(1);
    const [{ created, nextAttempt }] = (await look(id)).deliveries;
    const wait = (Date.parse(nextAttempt) - Date.parse(created)) / 1000;
    expect(wait).toBeGreaterThan(seconds * 0.9 - 2);
    expect(wait).toBeLessThan(seconds + 10);
    await remove(test, `/v1/webhooks/${id}`);
  });

  it.each(['events', 'notifications'])(
    'answers 410 to one of its %s pauses, and gets everything once it is resumed',
    async (kind) => {
      await using receiver = await startReceiver();
      const { id } = await subscribe(test, receiver, { kind });
      receiver.answer(status(410));
      await pay();
      await soon(async () => (await look(id)).active).toBe(false);
      const seen = await look(id);
      expect(seen.ended).toMatch(/^\d{4}-/);
      expect(seen).toMatchObject({ paused: seen.ended, failingSince: expect.any(String) });
      await soon(async () => attempted(await look(id)).length).toBe(receiver.received.length - 1);
      const count = receiver.received.length;
      const second = await pay();
      await advance(test, 24 * 3600);
      await aWhile(800);
      expect(receiver.received).toHaveLength(count);
      const { deliveries } = await look(id);
      expect(deliveries.map((each: Told) => each.status)).not.toContain('given_up');
      expect(deliveries.some((each: Told) => each.subjectId === second)).toBe(true);

      receiver.answer(status(200));
      const resumed = await test.call(`/v1/webhooks/${id}/resume`, { entityId: test.entityId });
      expect(resumed.body).toMatchObject({ active: true });
      expect(resumed.body).not.toHaveProperty('ended');
      await soon(async () =>
        (await look(id)).deliveries.every((each: Told) => each.status === 'delivered'),
      ).toBe(true);
      expect(receiver.received).toHaveLength(count + deliveries.length);
      await remove(test, `/v1/webhooks/${id}`);
    },
  );

  it('fails on a pattern gets everything at least once, each under one id', async () => {
    await using receiver = await startReceiver();
    const subscription = await subscribe(test, receiver);
    const pattern = [500, 200, 'hang', 301, 200, 'cut', 503, 200] as const;
    const heard = new Map<string, Set<string>>();
    receiver.answer((response, call) => {
      const turn = pattern[call.n % pattern.length];
      if (turn === 'hang') return;
      if (turn === 'cut') return cutOff(response, call);
      if (turn === 200) {
        const { id, message } = read(call, subscription.secret);
        const ids = heard.get(message.payload.id) ?? new Set();
        heard.set(message.payload.id, ids.add(id));
      }
      status(turn ?? 200)(response, call);
    });
    const paid = await Promise.all(Array.from({ length: 16 }, pay));
    const waiting = () =>
      test.gateway.db
        .selectFrom('deliveries')
        .select('id')
        .where('webhook_id', '=', subscription.id)
        .where('due_at', 'is not', null)
        .execute();
    for (let round = 0; round < 40 && (await waiting()).length > 0; round += 1) {
      await advance(test, 24 * 3600);
      // What became due is attempted in rounds, of which an attempt may need several: no state ends one.
      await aWhile(500);
    }
    expect(await waiting()).toEqual([]);
    expect([...heard.keys()].sort()).toEqual([...paid].sort());
    expect([...heard.values()].every((ids) => ids.size === 1)).toBe(true);
    await remove(test, `/v1/webhooks/${subscription.id}`);
  });
});

describe('the time limit', () => {
  it('is 30 seconds for an answer', () => {
    const webhook = { kind: 'notifications', wrapper: 'NONE', fields: 'ALL' } as const;
    expect(TIME_LIMIT_MS).toBe(30_000);
    const [request] = requestsFor(webhook, ['0f'.repeat(32)], Date.now)('id', '{}');
    expect(request?.timeLimitMs).toBe(30_000);
  });
});

describe('a name that resolves to a private address', () => {
  const gatewayThatLooksUp = (...answers: readonly string[]) => {
    let looks = 0;
    const lookUp: LookUp = async () => {
      const address = answers[Math.min(looks, answers.length - 1)] ?? '';
      looks += 1;
      return [{ address, family: 4 }];
    };
    const outgoing = createOutgoing({ allowPrivate: false, lookUp });
    return startTestGateway({ delivers: true, outgoing });
  };

  it('is refused at first', async () => {
    await using guarded = await gatewayThatLooksUp('127.0.0.1');
    const { answer } = await subscribe(guarded, { url: 'https://shop.example' });
    expect(answer.status).toBe(400);
    expect(answer.body.result.parameterErrors).toMatchObject([{ name: 'url' }]);
  });

  it('is not called when it does on the second look', async () => {
    await using trap = await startReceiver();
    const { port } = new URL(trap.url);
    await using guarded = await gatewayThatLooksUp('8.8.8.8', '127.0.0.1');
    const { answer } = await subscribe(guarded, { url: `https://shop.example:${port}` });
    expect(answer.body).toMatchObject({
      active: false,
      test: { acknowledged: false, answer: 'shop.example has no public address' },
    });
    // Nor when it was public while it was tested.
    await markAcknowledged(guarded, answer.body.id);
    const path = `/v1/webhooks/${answer.body.id}`;
    await payByCard(guarded);
    await soon(async () => (await guarded.call(path)).body.deliveries[0]).toMatchObject({
      attempts: 1,
      answer: { status: null, body: 'shop.example has no public address' },
    });
    expect(trap.received).toEqual([]);
  });
});
