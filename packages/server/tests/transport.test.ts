/** What is sent, what is repeated, and what is thrown. */
import timers from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  AuthenticationError,
  type ClientOptions,
  createClient,
  GatewayError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  type RequestError,
  UnknownOutcomeError,
} from '../src/index.ts';

type Reply = () => Response | Promise<Response>;
const CHECKOUT = { amount: '92.00', currency: 'EUR', paymentType: 'DB' } as const;

const replies: Reply[] = [];
const sent: { url: string; init: RequestInit; headers: Headers }[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  replies.length = 0;
  sent.length = 0;
});
const client = (options: Partial<ClientOptions> = {}) =>
  createClient({
    url: 'https://gateway.example/',
    accessToken: 'token-of-the-tests',
    onNotice: () => undefined,
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init, headers: new Headers(init.headers) });
      const reply = replies.shift();
      if (!reply) throw new Error('no reply is left');
      return reply();
    },
    ...options,
  });

const answer =
  (
    status: number,
    code = '000.200.100',
    more: object = {},
    headers: Record<string, string> = {},
  ): Reply =>
  () =>
    Response.json(
      { result: { code, description: 'words' }, ndc: 'n', ...more },
      { status, headers },
    );
const broken: Reply = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

describe('a request', () => {
  it('is a form with its parameters as the reference names them, and the client’s entity', async () => {
    replies.push(answer(200));
    await client({ entityId: 'e'.repeat(32) }).checkouts.create({
      ...CHECKOUT,
      createRegistration: true,
      'cart.items[0].name': 'Mug & saucer',
      'customParameters[order]': 'ä 1',
      descriptor: undefined,
    });
    const [{ url, init, headers } = sent[0] as never] = sent;
    expect([init.method, url]).toEqual(['POST', 'https://gateway.example/v1/checkouts']);
    expect(Object.fromEntries(new URLSearchParams(String(init.body)))).toEqual({
      ...CHECKOUT,
      createRegistration: 'true',
      'cart.items[0].name': 'Mug & saucer',
      'customParameters[order]': 'ä 1',
      entityId: 'e'.repeat(32),
    });
    expect(headers.get('authorization')).toBe('Bearer token-of-the-tests');
    expect(headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carries its parameters in the query where it is a GET, and its id encoded', async () => {
    replies.push(answer(200));
    await client().payments.read('../x?y', { entityId: 'other' });
    expect(sent[0]?.url).toBe('https://gateway.example/v1/payments/..%2Fx%3Fy?entityId=other');
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });

  it('sends no token where none is needed', async () => {
    replies.push(answer(200));
    await client().open.health();
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });

  it.each<[string, object, RegExp]>([
    ['an amount that is a number', { amount: 92.5 }, /amount has to be a text, with two decimals/],
    ['another number', { 'recurring.numberOfInstallments': 3 }, /String\(recurring.numberOfInst/],
    ['a nested object', { card: { number: '4' } }, /card has to be a text: .*'card.number'/],
    [
      'a list in one',
      { cart: { items: [{ name: 'Mug' }] } },
      /cart has to be a text: .*'cart.items\[0\].name'/,
    ],
    [
      'parameters of its own',
      { customParameters: { order: '4711' } },
      /customParameters has to be a text: .*'customParameters\[order\]'/,
    ],
    ['null', { currency: null }, /currency has to be a text; it is null/],
  ])('is not made with %s', async (_, wrong, words) => {
    const made = client().checkouts.create({ ...CHECKOUT, ...wrong } as never);
    await expect(made).rejects.toThrow(words);
    await expect(made).rejects.toBeInstanceOf(GatewayError);
    expect(sent).toEqual([]);
  });

  it.each([undefined, '', 4])('is not made for the id %o', async (id) => {
    await expect(client().payments.read(id as never)).rejects.toThrow(/needs its id/);
    expect(sent).toEqual([]);
  });

  it.each(['', 'größer', 'order\n4711', 'x'.repeat(256)])(
    'is not made, and not said to be unknown, under the key %j',
    async (idempotencyKey) => {
      const made = client().checkouts.create(CHECKOUT, { idempotencyKey });
      await expect(made).rejects.toThrow(/^idempotencyKey has to be 1 to 255 letters/);
      expect(sent).toEqual([]);
    },
  );

  it.each([
    [{ url: 'gateway.example' }, /url has to be.*; it is gateway\.example/],
    [
      { url: 'https://gateway.example/v1/' },
      /url has to be.* without the version.*; it is \S+v1\/$/,
    ],
    // White space cannot be seen at the end of a line.
    [{ url: 'https://gateway.example ' }, /url has to be.*; it is "https:\S+ "$/],
    [{ url: 'https://gateway.example\n' }, /url has to be.*; it is "https:\S+\\n"$/],
    [{ url: 'https://gateway.example/?x=1' }, /url has to be.*; it is "https:\S+x=1"$/],
    // A variable of the environment that is not set.
    [{ url: undefined as never }, /url has to be.*; it is missing/],
    [{ accessToken: 'a b' }, /accessToken has to be/],
    [{ accessToken: undefined as never }, /accessToken is missing/],
  ])('is not made by a client with %o', (options, words) => {
    expect(() => client(options)).toThrow(words);
  });
});

describe('a request is repeated', () => {
  it.each([
    ['no answer', broken],
    ['429', answer(429)],
    ['503', answer(503)],
    ['409', answer(409)],
  ])('after %s, under the same key', async (_, reply) => {
    replies.push(reply, reply, answer(200, '000.200.100', { id: 'c' }));
    const { id } = await client().checkouts.create(CHECKOUT);
    expect(id).toBe('c');
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('after as long as the gateway asks for', async () => {
    replies.push(answer(503, '800.120.100', {}, { 'retry-after': '1' }), answer(200));
    const began = performance.now();
    await client().checkouts.create(CHECKOUT);
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  it('after a pause of its own, or until the date that the gateway names, ten seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 9, 21, 7, 28) });
    const pauses = vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    for (const asked of [
      'Wed, 21 Oct 2026 07:28:05 GMT',
      'Wed, 21 Oct 2026 08:28:00 GMT',
      'Wed, 21 Oct 2026 07:27:00 GMT',
      'soon',
    ]) {
      replies.push(answer(503, '800.120.100', {}, { 'retry-after': asked }), answer(200));
      await client().checkouts.create(CHECKOUT);
    }
    const [toDate, toLate, over, none] = pauses.mock.calls.map(([ms]) => ms);
    expect([toDate, toLate]).toEqual([5_000, 10_000]);
    // The usual first pause, shorter or longer by half.
    for (const usual of [over, none]) {
      expect(usual).toBeGreaterThanOrEqual(150);
      expect(usual).toBeLessThanOrEqual(450);
    }
  });

  it('but not where it was refused, or deletes', async () => {
    replies.push(answer(400), broken);
    await expect(client().checkouts.create(CHECKOUT)).rejects.toThrow(InvalidRequestError);
    await expect(client().registrations.delete('r')).rejects.toThrow(UnknownOutcomeError);
    expect(sent).toHaveLength(2);
  });

  it('as often as is wanted, and then says under which key it may be made again', async () => {
    replies.push(broken);
    const made = client().checkouts.create(CHECKOUT, { idempotencyKey: 'order-1', maxRetries: 0 });
    await expect(made).rejects.toMatchObject({
      name: 'UnknownOutcomeError',
      idempotencyKey: 'order-1',
      message: 'POST /v1/checkouts: no answer of https://gateway.example, connect ECONNREFUSED',
    });
  });

  it('no more once its caller has given it up', async () => {
    const controller = new AbortController();
    replies.push(() => {
      controller.abort(new Error('the shopper has gone'));
      return broken();
    });
    const made = client().checkouts.create(CHECKOUT, { signal: controller.signal });
    await expect(made).rejects.toThrow('the shopper has gone');
    expect(sent).toHaveLength(1);
  });

  it('nor in the pause before', async () => {
    const controller = new AbortController();
    const { setTimeout } = timers;
    vi.spyOn(timers, 'setTimeout').mockImplementation((...call) => {
      controller.abort(new Error('the shopper has gone'));
      return setTimeout(...call);
    });
    replies.push(answer(503));
    const made = client().checkouts.create(CHECKOUT, { signal: controller.signal });
    await expect(made).rejects.toThrow('the shopper has gone');
    expect(sent).toHaveLength(1);
  });

  it('where one attempt took too long', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const made = client({ fetch: never, timeoutMs: 20, maxRetries: 1 }).open.health();
    await expect(made).rejects.toThrow(
      /no answer of \S+, The operation was aborted due to timeout/,
    );
  });
});

describe('a refusal is thrown', () => {
  it.each<[number, typeof RequestError]>([
    [400, InvalidRequestError],
    [401, AuthenticationError],
    [403, AuthenticationError],
    [404, NotFoundError],
    [405, NotFoundError],
    [409, IdempotencyError],
    [422, IdempotencyError],
    [429, RateLimitError],
  ])('by its status: %i', async (status, type) => {
    replies.push(answer(status, '200.300.404', { docs: 'http://workbench/reference' }));
    const error = await client({ maxRetries: 0 })
      .checkouts.create(CHECKOUT)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ status, code: '200.300.404', ndc: 'n' });
    expect(String(error)).toContain('http://workbench/reference');
  });

  it.each([
    ['nothing', 502, ''],
    ['half of an answer', 503, '{"result":{"code":'],
    ['a success that was cut off', 200, '{"result":{"code":'],
    ['a page that says so', 200, '<h1>Sign in</h1>'],
  ])('with its key where something between answers %s as JSON: %i', async (_, status, body) => {
    const headers = { 'content-type': 'application/json' };
    replies.push(() => new Response(body, { status, headers }));
    const options = { idempotencyKey: 'order-1', maxRetries: 0 };
    const made = client().checkouts.create(CHECKOUT, options);
    await expect(made).rejects.toBeInstanceOf(UnknownOutcomeError);
    await expect(made).rejects.toMatchObject({ status, idempotencyKey: 'order-1' });
  });

  it('with its key where something between answers a page in place of a success', async () => {
    const page = { status: 200, headers: { 'content-type': 'text/html' } };
    replies.push(() => new Response('<h1>Sign in</h1>', page));
    const made = client().checkouts.create(CHECKOUT, { idempotencyKey: 'order-1' });
    await expect(made).rejects.toMatchObject({
      ...{ name: 'UnknownOutcomeError', status: 200, idempotencyKey: 'order-1' },
      message: 'POST /v1/checkouts: HTTP 200, no answer of a gateway',
    });
    expect(sent).toHaveLength(1);
  });

  it('with what the gateway says of a failure of its own', async () => {
    replies.push(answer(500, '800.500.110'));
    const made = client().checkouts.create(CHECKOUT);
    await expect(made).rejects.toThrow(/^POST \/v1\/checkouts: HTTP 500, words \(800\.500\.110\)$/);
  });

  it('where a failure is of something that has a result of its own', async () => {
    replies.push(() => Response.json({ result: null }, { status: 500 }));
    const made = client().checkouts.create(CHECKOUT);
    await expect(made).rejects.toThrow(/HTTP 500, no answer of a gateway$/);
  });

  it('with where a redirect leads, which is not followed', async () => {
    const location = 'https://gateway.example/v1/checkouts';
    replies.push(() => new Response(null, { status: 301, headers: { location } }));
    const made = client().checkouts.create(CHECKOUT);
    await expect(made).rejects.toMatchObject({
      ...{ name: 'RequestError', status: 301 },
      message: `POST /v1/checkouts: HTTP 301, no answer of a gateway; it leads to ${location}`,
    });
    expect(sent.map(({ init }) => init.redirect)).toEqual(['manual']);
  });

  it('with each parameter that is wrong, the rule and what was sent', async () => {
    const wrong = (name: string, value: string | null) => ({ name, value, message: 'is wrong' });
    const long = 'x'.repeat(101);
    const parameterErrors = [wrong('amount', '92,00'), wrong('card.cvv', null), wrong('a', long)];
    const result = { code: '200.300.404', description: 'words', parameterErrors };
    replies.push(() => Response.json({ result }, { status: 400 }));
    await expect(client().checkouts.create(CHECKOUT)).rejects.toThrow(
      [
        'POST /v1/checkouts: HTTP 400, words (200.300.404)',
        'amount is wrong; it is 92,00',
        'card.cvv is wrong',
        `a is wrong; it is ${'x'.repeat(100)}`,
      ].join('\n  '),
    );
  });

  it('by its status where its JSON is none', async () => {
    const headers = { 'content-type': 'application/json' };
    replies.push(() => new Response('<h1>Not here</h1>', { status: 404, headers }));
    const made = client().checkouts.create(CHECKOUT);
    await expect(made).rejects.toBeInstanceOf(NotFoundError);
    await expect(made).rejects.toMatchObject({ status: 404, code: '', answer: undefined });
  });

  it('where something between answers no JSON', async () => {
    replies.push(() => new Response('<h1>Not here</h1>', { status: 404 }));
    const made = client().checkouts.create(CHECKOUT);
    await expect(made).rejects.toMatchObject({ status: 404, code: '', answer: undefined });
  });
});
