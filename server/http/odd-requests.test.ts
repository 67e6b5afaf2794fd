/** Requests that are odd, legal or not, and what their senders are told. */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestGateway } from '../tests/support/test-gateway.ts';

const gateway = await startTestGateway();
afterAll(() => gateway[Symbol.asyncDispose]());

const FORM = 'amount=92.00&currency=EUR&paymentType=DB';
const HEADERS = {
  authorization: `Bearer ${gateway.token}`,
  'content-type': 'application/x-www-form-urlencoded',
};
const send = async (
  path: string,
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
) => {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    body,
    headers: { ...HEADERS, ...headers },
  });
  return { status: answer.status, body: await answer.json() };
};

/** What comes back for bytes that need be no HTTP, to the end of the connection. */
const answerTo = (request: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () =>
      socket.write(request),
    );
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // What is sent behind the end of the connection is an error, and no news.
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });

describe('what cannot be read as a request is answered as any refusal', () => {
  it.each<[what: string, request: string, status: number, why: RegExp]>([
    ['no HTTP', 'HELLO\r\n\r\n', 400, /the request is no valid HTTP$/],
    [
      'two lengths of a body',
      'POST /v1/checkouts HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      /the request is no valid HTTP$/,
    ],
    [
      'headers of 20 kB',
      `GET /v1/resultcodes HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      /address and headers are larger than 16 kB$/,
    ],
    ['no Host', 'GET /v1/resultcodes HTTP/1.1\r\n\r\n', 400, /the request names no Host$/],
    [
      'an expectation',
      'POST /v1/checkouts HTTP/1.1\r\nHost: a\r\nExpect: 4200000000000000\r\n\r\n',
      417,
      /Expect can be 100-continue alone, and not …$/,
    ],
  ])('%s', async (_what, request, status, why) => {
    const [head = '', text = ''] = (await answerTo(request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head).toMatch(/\ncontent-type: application\/json; charset=utf-8\r/i);
    expect(head).toMatch(new RegExp(`\ncontent-length: ${Buffer.byteLength(text)}\r`, 'i'));
    const answer = JSON.parse(text);
    expect(answer).toMatchObject({
      result: { code: '200.300.404', description: expect.stringMatching(why) },
      ndc: expect.stringMatching(/./),
    });
  });
});

describe('a body', () => {
  it('of another character set is refused by its parameters, and stores no broken name', async () => {
    const body = Buffer.from(
      `${FORM}&customer.givenName=J\xfcrgen&customer.surname=M%C3%BCller`,
      'latin1',
    );
    expect(await send('/v1/checkouts', body)).toMatchObject({
      status: 400,
      body: {
        result: {
          code: '200.300.404',
          parameterErrors: [
            { name: 'customer.givenName', value: null, message: 'is not in UTF-8' },
          ],
        },
      },
    });
  });

  it('in UTF-8 is taken as it is, percent-encoded or not', async () => {
    const { status } = await send(
      '/v1/checkouts',
      Buffer.from(`${FORM}&customer.givenName=Jürgen`),
    );
    expect(status).toBe(200);
  });

  it.each(['gzip', 'GZIP', 'x-gzip'])(
    'that %s has compressed is refused as such',
    async (coding) => {
      const { status, body } = await send('/v1/checkouts', gzipSync(FORM), {
        'content-encoding': coding,
      });
      expect(status).toBe(415);
      expect(body.result.description).toContain(
        `must not be compressed, as it is by its Content-Encoding: ${coding}`,
      );
    },
  );

  it.each(['identity', 'utf-8'])('whose coding is "%s" can be read', async (coding) => {
    const { status } = await send('/v1/checkouts', FORM, { 'content-encoding': coding });
    expect(status).toBe(200);
  });
});

describe('a query that is broken', () => {
  const read = async (query: string) => {
    const path = `/v3/query?entityId=${gateway.entityId}&${query}`;
    const answer = await fetch(gateway.url + path, { headers: HEADERS });
    return { status: answer.status, body: await answer.json() };
  };

  it.each([
    ['%zz', 'has broken percent-encoding'],
    ['100%', 'has broken percent-encoding'],
    ['J%E4ger', 'is not in UTF-8'],
  ])('is refused, and nothing is looked for: %s', async (value, message) => {
    expect(await read(`merchantTransactionId=${value}`)).toMatchObject({
      status: 400,
      body: {
        result: {
          code: '200.300.404',
          parameterErrors: [{ name: 'merchantTransactionId', value: null, message }],
        },
      },
    });
  });

  it('may have a question mark, a plus and what is encoded', async () => {
    expect((await read('merchantTransactionId=a?b+c%25zz')).status).toBe(200);
  });
});

it('a value or a name of 9,000 characters is not repeated to its end', async () => {
  const long = 'x'.repeat(9_000);
  const { body } = await send('/v1/checkouts', `entityId=${long}&${FORM}`);
  expect(body.result.parameterErrors).toMatchObject([
    { name: 'entityId', value: `${'x'.repeat(4_200)}…` },
  ]);
  const named = await send('/v1/checkouts', `${FORM}&customParameters[${long}]=1`);
  expect(named.body.result.parameterErrors).toMatchObject([
    { name: `customParameters[${'x'.repeat(4_183)}…` },
  ]);
});

it('nor is a name that there is not, or the one that was meant', async () => {
  const long = 'x'.repeat(9_000);
  const names = [long, `customParameter[${long}]`];
  const { body } = await send(
    '/v1/checkouts',
    `entityId=${gateway.entityId}&${FORM}&${names.map((name) => `${name}=1`).join('&')}`,
  );
  const nearest = `customParameters[${'x'.repeat(4_183)}…`;
  expect(body.parameterHints).toEqual([
    { name: `${'x'.repeat(4_200)}…`, message: 'is not a parameter of this request' },
    {
      ...{ name: `customParameter[${'x'.repeat(4_184)}…`, nearest },
      message: `is not a parameter: did you mean ${nearest}?`,
    },
  ]);
});

describe('a parameter of a POST in its address', () => {
  const hint = {
    name: 'amount',
    message: 'is in the address: a POST takes its parameters in the body',
  };

  it('is named where it is missing in the body', async () => {
    const { status, body } = await send(
      `/v1/checkouts?amount=92.00&entityId=${gateway.entityId}`,
      'currency=EUR&paymentType=DB',
    );
    expect(status).toBe(400);
    expect(body.parameterHints).toEqual([hint]);
  });

  it('is named where the body has another one, which counts', async () => {
    const { status, body } = await send('/v1/checkouts?amount=5.00', FORM);
    expect(status).toBe(200);
    expect(body.parameterHints).toEqual([hint]);
  });
});
