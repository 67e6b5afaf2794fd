/** Counted, not timed: who gets the places, in which order, and who is refused. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueToken } from '../gateway/access/access-tokens.ts';
import { createEntity } from '../gateway/entities/entities.ts';
import { CARD_FIELDS, CHECKOUT, startAlone } from '../tests/support/test-gateway.ts';
import { Admission, type AdmissionLimits, type HeldPlace, type Kind } from './admission.ts';
import { admitInTurn } from './admit.ts';

const LIMITS = { atOnce: 2, waiting: 6, patienceMs: 60_000, refusalMs: 0 };

/** Callers, each with its letter; what they got, in the order in which they got it. */
function arrivals(limits: AdmissionLimits = LIMITS) {
  const admission = new Admission(limits);
  const admitted: { name: string; place: HeldPlace }[] = [];
  const refused: string[] = [];
  const arrive = (name: string, kind: Kind = 'payment') =>
    void admission.enter(name.charAt(0), kind).then((place) => {
      if (place) admitted.push({ name, place });
      else refused.push(name);
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    admission,
    refused,
    arrive,
    names: async () => {
      await settled();
      return admitted.map(({ name }) => name);
    },
    async finish(name: string) {
      await settled();
      admitted.find((each) => each.name === name)?.place.end();
    },
    places: async () => {
      await settled();
      return admitted.map(({ place }) => place);
    },
  };
}

describe('requests beyond the places', () => {
  it('wait, and work in the order in which they came', async () => {
    const { arrive, names, finish } = arrivals();
    for (const name of ['a1', 'a2', 'a3', 'a4']) arrive(name);
    expect(await names()).toEqual(['a1', 'a2']);
    await finish('a2');
    expect(await names()).toEqual(['a1', 'a2', 'a3']);
    await finish('a1');
    expect(await names()).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('of another caller do not wait for those of one that floods', async () => {
    const { arrive, names, finish } = arrivals();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) arrive(name);
    for (const name of ['a1', 'a2', 'a3']) await finish(name);
    expect(await names()).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
    await finish('b1');
    expect((await names()).at(-1)).toBe('b2');
  });

  it('of payments go before reports, which never have all places', async () => {
    const { arrive, names, finish } = arrivals();
    arrive('a1', 'report');
    arrive('a2', 'report');
    arrive('b1');
    expect(await names()).toEqual(['a1', 'b1']);
    arrive('b2');
    await finish('b1');
    await finish('a1');
    expect(await names()).toEqual(['a1', 'b1', 'b2', 'a2']);
  });

  it('are refused beyond the bound, at the cost of the caller with the most', async () => {
    const { admission, arrive, names, finish, refused } = arrivals();
    for (let n = 1; n <= 20; n += 1) arrive(`a${n}`);
    arrive('b1');
    arrive('b2');
    await finish('a1');
    expect(await names()).toEqual(['a1', 'a2', 'a3']);
    expect(admission.state).toMatchObject({ working: 2, places: 2, waiting: 5, refused: 14 });
    await expect.poll(() => refused).toHaveLength(14);
    expect(refused.filter((name) => name.startsWith('b'))).toEqual([]);
  });

  it('are told so after a moment, each after another one: who comes at once again waits, too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { admission, arrive, names, refused } = arrivals({ ...LIMITS, refusalMs: 800 });
      for (let n = 0; n < 100; n += 1) arrive('a');
      await names();
      expect(admission.state.refused).toBe(92);
      await vi.advanceTimersByTimeAsync(799);
      expect(refused).toEqual([]);
      await vi.advanceTimersByTimeAsync(400);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(92);
      await vi.advanceTimersByTimeAsync(401);
      expect(refused).toHaveLength(92);
    } finally {
      vi.useRealTimers();
    }
  });

  it('are told so at once, where many are held already', async () => {
    const limits = { ...LIMITS, refusalMs: 60_000, held: 3 };
    const { admission, arrive, names, refused } = arrivals(limits);
    for (let n = 0; n < 20; n += 1) arrive('a');
    await names();
    expect(refused).toHaveLength(20 - 8 - 3);
    expect(admission.state.held).toBe(3);
  });

  it('are refused when they have waited for long enough', async () => {
    const { admission, arrive, names, refused } = arrivals({ ...LIMITS, patienceMs: 1 });
    for (const name of ['a1', 'a2', 'a3']) arrive(name);
    await expect.poll(() => refused).toEqual(['a3']);
    expect(await names()).toEqual(['a1', 'a2']);
    expect(admission.state).toEqual({ working: 2, places: 2, waiting: 0, held: 0, refused: 1 });
  });

  it('work while another one waits for a processor, and that one comes back to its place', async () => {
    const { admission, arrive, names, places } = arrivals();
    for (const name of ['a1', 'a2', 'a3']) arrive(name);
    const [first] = await places();
    first?.leave();
    expect(await names()).toEqual(['a1', 'a2', 'a3']);
    first?.comeBack();
    expect(admission.state.working).toBe(3);
    first?.end();
    first?.leave();
    first?.comeBack();
    expect(admission.state.working).toBe(2);
  });
});

describe('the places of a busy process that is flooded', () => {
  const MACHINE = { atOnce: 32, waiting: 1_000, patienceMs: 60_000 };
  let isBusy = true;

  beforeEach(() => {
    isBusy = true;
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A busy machine that ends so many payments a second, however many work at once. */
  function machine(perSecond: number) {
    const admission = new Admission({ ...MACHINE, isBusy: () => isBusy });
    const working: HeldPlace[] = [];
    const arrive = async (count: number, caller = 'a', kind: Kind = 'payment') => {
      const admitted: HeldPlace[] = [];
      for (let n = 0; n < count; n += 1) {
        void admission.enter(caller, kind).then((place) => {
          if (!place) return;
          admitted.push(place);
          if (caller === 'a') working.push(place);
          // Of no weight: a client that has gone, a page that is not there.
          else if (kind === 'payment') place.end();
        });
      }
      await Promise.resolve();
      return admitted;
    };
    const end = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        vi.advanceTimersByTime(1_000 / perSecond);
        working.shift()?.end();
        await Promise.resolve();
      }
    };
    return { admission, working, arrive, end };
  }

  it.each([
    [1_000, 32],
    [100, 15],
    [50, 8],
    [5, 4],
  ])(
    'are so many that a payment has one for about 150 ms: of %d a second, %d',
    async (perSecond, places) => {
      const { admission, arrive, end } = machine(perSecond);
      await arrive(600);
      await end(400);
      expect(Math.abs(admission.state.working - places)).toBeLessThanOrEqual(1);
    },
  );

  it('are all of them again while the process has time left, or once no payment waits', async () => {
    const { admission, arrive, end } = machine(50);
    await arrive(700);
    await end(200);
    expect(admission.state.working).toBeLessThan(10);
    isBusy = false;
    await end(100);
    expect(admission.state.working).toBe(32);
    isBusy = true;
    await end(200);
    expect(admission.state.working).toBeLessThan(10);
    await end(200);
    expect(admission.state).toMatchObject({ working: 0, waiting: 0 });
    await arrive(32);
    expect(admission.state).toMatchObject({ working: 32, waiting: 0 });
  });

  it('are no more for others that end at once', async () => {
    const { admission, arrive, end } = machine(50);
    await arrive(600);
    await end(200);
    for (let n = 0; n < 100; n += 1) {
      await arrive(3, 'b');
      await end(1);
    }
    expect(admission.state.working).toBeLessThan(10);
  });

  it('are kept for payments, however many reports work since before', async () => {
    const { admission, arrive, end } = machine(5);
    const reports = await arrive(8, 'r', 'report');
    expect(reports).toHaveLength(8);
    await arrive(600);
    await end(200);
    expect(admission.state.working).toBe(8 + 3);
    await end(1);
    expect(admission.state.working).toBe(8 + 3);
  });

  it('are all of them for reports, too, once no payment waits', async () => {
    const { admission, arrive, end } = machine(5);
    await arrive(200);
    await end(100);
    await arrive(20, 'r', 'report');
    expect(admission.state).toMatchObject({ working: 4, waiting: 116 });
    await end(100);
    expect(admission.state).toMatchObject({ working: 8, waiting: 12 });
  });

  it('are no fewer where payments wait for a processor', async () => {
    const { admission, working, arrive, end } = machine(1_000);
    await arrive(100);
    const away = [];
    for (let place = working.shift(); place; place = working.shift()) {
      place.leave();
      away.push(place);
      await Promise.resolve();
    }
    vi.advanceTimersByTime(10_000);
    await arrive(100);
    for (const place of away) {
      place.comeBack();
      place.end();
    }
    await end(1);
    expect(admission.state).toMatchObject({ working: 32, waiting: 67 });
  });
});

it('whatever comes and goes, no place is lost and the bounds hold', async () => {
  const step = fc.record({
    caller: fc.constantFrom('a', 'b', 'c'),
    kind: fc.constantFrom<Kind>('payment', 'report'),
    ends: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const admission = new Admission(LIMITS);
      const open: HeldPlace[] = [];
      let answered = 0;
      for (const { caller, kind, ends } of steps) {
        void admission.enter(caller, kind).then((place) => {
          answered += 1;
          if (place) open.push(place);
        });
        await Promise.resolve();
        for (const place of open.splice(0, ends)) place.end();
        expect(admission.state.working).toBeLessThanOrEqual(LIMITS.atOnce);
        expect(admission.state.waiting).toBeLessThanOrEqual(LIMITS.waiting);
      }
      while (answered < steps.length || open.length > 0) {
        for (const place of open.splice(0)) place.end();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(admission.state).toMatchObject({ working: 0, waiting: 0 });
    }),
  );
});

it('clients that send their bodies slowly keep no place from others', async () => {
  await using gateway = await startAlone({
    admission: { atOnce: 2, waiting: 20, patienceMs: 60_000 },
  });
  const { hostname, port, host } = new URL(gateway.url);
  const slow = Array.from({ length: 5 }, () => {
    const socket = connect(Number(port), hostname);
    const head = ['POST /v1/payments HTTP/1.1', `host: ${host}`, 'content-length: 100', '', 'a=1'];
    socket.write(
      head.join('\r\n').replace('content', `authorization: Bearer ${gateway.token}\r\ncontent`),
    );
    return socket;
  });
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  const { entityId } = gateway;
  const { status } = await gateway.call('/v1/payments', { entityId, ...CHECKOUT, ...CARD_FIELDS });
  expect(status).toBe(200);
  for (const socket of slow) socket.destroy();
});

it('a page whose origin is longer than any can be is not remembered', async () => {
  await using app = fastify();
  const admission = new Admission(LIMITS);
  const enter = vi.spyOn(admission, 'enter');
  const callers = admitInTurn(app, admission, () => ({}));
  app.get('/', () => 'read');
  for (const origin of ['https://shop.example', `https://${'a'.repeat(300)}.example`]) {
    callers.rememberPage(origin, 'channel');
    await app.inject({ url: '/', headers: { origin }, remoteAddress: '192.0.2.1' });
  }
  expect(enter.mock.calls.map(([caller]) => caller)).toEqual(['shoppers of channel', '192.0.2.1']);
});

it('a client that does not read its report keeps no place from others', async () => {
  await using app = fastify();
  admitInTurn(app, new Admission({ ...LIMITS, patienceMs: 5_000 }), () => ({}));
  const part = Buffer.alloc(2 ** 16);
  app.get('/reports/long', (_, reply) => reply.send(Readable.from(Array(1_000).fill(part))));
  app.get('/reports/short', () => 'read');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const { hostname, port, host } = new URL(url);
  const slow = connect(Number(port), hostname);
  slow.write(`GET /reports/long HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await once(slow, 'readable');
  const answer = await fetch(`${url}/reports/short`);
  slow.destroy();
  expect([answer.status, await answer.text()]).toEqual([200, 'read']);
});

describe('a merchant that floods', () => {
  const FLOOD = 200;
  const gateway = startAlone({ admission: { atOnce: 2, waiting: 20, patienceMs: 60_000 } });
  afterAll(async () => (await gateway)[Symbol.asyncDispose]());

  it('is refused by 503 with Retry-After; every payment of another one is made', async () => {
    const { gateway: own, call, entityId } = await gateway;
    const merchant = await createEntity(own.db, { kind: 'merchant', name: 'Another merchant' });
    const { id: other } = await createEntity(own.db, {
      kind: 'channel',
      name: 'Another channel',
      parentId: merchant.id,
      settings: { connector: { kind: 'simulator' } },
    });
    const { token } = await issueToken(own.db, { entityId: other, label: 'another' });
    const pay = (entity: string, headers = {}) =>
      call('/v1/payments', { entityId: entity, ...CHECKOUT, ...CARD_FIELDS }, { headers });
    // Each is known by its token from now on.
    const headers = { authorization: `Bearer ${token}` };
    await pay(entityId);
    await pay(other, headers);

    const flood = Promise.all(Array.from({ length: FLOOD }, () => pay(entityId)));
    const quiet: number[] = [];
    for (let n = 0; n < 10; n += 1) quiet.push((await pay(other, headers)).status);
    expect(quiet).toEqual(quiet.map(() => 200));
    const answers = await flood;
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(FLOOD - refused.length);
    for (const { headers, body } of refused) {
      expect(headers.get('retry-after')).toMatch(/^([1-9]|[12]\d|30)$/);
      expect(body.result.code).toBe('800.120.100');
    }
    // What is refused has left nothing behind.
    const made = await own.db
      .selectFrom('payments')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(made.n)).toBe(2 + 10 + FLOOD - refused.length);
  });
});

it('each caller is told to come again at its own pace', async () => {
  await using app = fastify();
  admitInTurn(app, new Admission({ ...LIMITS, atOnce: 1, waiting: 0 }), () => ({}));
  let end: (() => void) | undefined;
  app.get('/long', (_, reply) => {
    end = () => reply.send('read');
  });
  app.get('/', () => 'read');
  const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
  const retryAfter = async (address: string) =>
    Number((await ask('/', address)).headers['retry-after']);
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    for (let n = 0; n < 200; n += 1) {
      vi.advanceTimersByTime(1_000);
      await ask('/', '192.0.2.1');
    }
    const long = ask('/long', '192.0.2.3');
    await expect.poll(() => end).toBeDefined();
    expect([
      await retryAfter('192.0.2.1'),
      await retryAfter('192.0.2.1'),
      await retryAfter('192.0.2.2'),
    ]).toEqual([1, 2, 1]);
    end?.();
    await long;
  } finally {
    vi.useRealTimers();
  }
});

it('a stranger who makes up a page, a token or an address for each request is one caller', async () => {
  const admission = new Admission();
  const enter = vi.spyOn(admission, 'enter');
  await using app = fastify();
  const callers = admitInTurn(app, admission, () => ({}));
  const callerWith = async (headers: Readonly<Record<string, string>>) => {
    await app.inject({ url: '/', headers });
    return enter.mock.lastCall?.[0];
  };
  const stranger = await callerWith({});
  const [page, another] = [{ origin: 'https://a.example' }, { origin: 'https://b.example' }];
  const token = { authorization: 'Bearer of-nobody', ...page };
  for (const headers of [page, another, token]) expect(await callerWith(headers)).toBe(stranger);
  const callerAt = async (remoteAddress: string) => {
    await app.inject({ url: '/', remoteAddress });
    return enter.mock.lastCall?.[0];
  };
  expect(await callerAt('2001:db8::2')).toBe(await callerAt('2001:db8::1'));
  callers.rememberPage(page.origin, 'channel');
  callers.rememberPage(another.origin, 'channel');
  expect(await callerWith(page)).not.toBe(stranger);
  expect(await callerWith(another)).toBe(await callerWith(page));
  expect(await callerWith(token)).toBe(stranger);
});
