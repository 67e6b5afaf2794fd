import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createOutgoing } from './guarded-client.ts';
import { isPrivateAddress } from './private-addresses.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const open = createOutgoing({ allowPrivate: true });
const guarded = createOutgoing({ allowPrivate: false });

describe('a private address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('is %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'is not %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'file:///etc/passwd',
  ])('is not called: %s', async (url) => {
    await expect(guarded.call(url, { method: 'GET' })).rejects.toThrow(
      /no public address|is not called/,
    );
    await expect(guarded.check(url)).rejects.toThrow(/no public address|is not called/);
  });

  it('is called where it is the workbench, and the demo merchant names it', async () => {
    const url = await serve((_request, response) => response.end('hello'));
    const isExempt = (origin: string, namedBy?: string) => origin === url && namedBy === 'demo';
    const own = createOutgoing({ allowPrivate: false, isExempt });
    const call = (namedBy?: string) =>
      own.call(`${url}/x`, { method: 'GET', ...(namedBy && { namedBy }) });
    expect(await call('demo')).toMatchObject({ body: 'hello' });
    await own.check(url, 'demo');
    for (const other of ['another merchant', undefined]) {
      await expect(call(other)).rejects.toThrow('no public address');
      await expect(own.check(url, other)).rejects.toThrow('no public address');
    }
  });

  it('is told in the words for a name that does not exist', async () => {
    const NAMES: Readonly<Record<string, readonly string[]>> = {
      'db.internal.example': ['10.0.0.5'],
      'empty.example': [],
    };
    const lookUp = async (name: string) => {
      const found = NAMES[name];
      if (!found) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
      return found.map((address) => ({ address, family: 4 }));
    };
    const client = createOutgoing({ allowPrivate: false, lookUp });
    const wordsOf = async (name: string) => {
      const url = `https://${name}/`;
      const called = await client.call(url, { method: 'GET' }).catch((error: Error) => error);
      const checked = await client.check(url).catch((error: Error) => error);
      return [called, checked].map((each) => {
        const { message, cause } = each as Error;
        return `${message.replace(name, 'NAME')} ${cause}`;
      });
    };
    const unreachable = await wordsOf('db.internal.example');
    expect(unreachable).toEqual(Array(2).fill('NAME has no public address undefined'));
    expect(await wordsOf('empty.example')).toEqual(unreachable);
    expect(await wordsOf('no-such.example')).toEqual(unreachable);
  });
});

describe('a call', () => {
  it('sends method, headers and body', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.end(`${request.method} ${request.headers['x-test']} ${body}`);
    });
    const answer = await open.call(url, { method: 'POST', headers: { 'x-test': '1' }, body: 'ab' });
    expect(answer).toMatchObject({ status: 200, body: 'POST 1 ab' });
  });

  it('says who calls, and about what; headers of its own go first', async () => {
    const url = await serve(async (request, response) => {
      const { 'user-agent': agent, 'x-subject-id': subject } = request.headers;
      response.end(`${agent} ${subject}`);
    });
    const said = async (more: object) => (await open.call(url, { method: 'GET', ...more })).body;
    expect(await said({})).toBe('payment-gateway/1 undefined');
    expect(await said({ about: '4711' })).toBe('payment-gateway/1 4711');
    expect(await said({ headers: { 'user-agent': 'another/2' } })).toBe('another/2 undefined');
  });

  it('ends with an answer that changes the protocol', async () => {
    const port = await new Promise<number>((resolve) => {
      const raw = createTcpServer((socket) =>
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
        ),
      );
      afterAll(() => void raw.close());
      raw.listen(0, '127.0.0.1', () => resolve((raw.address() as AddressInfo).port));
    });
    const call = open.call(`http://127.0.0.1:${port}/`, { method: 'GET', timeLimitMs: 2_000 });
    await expect(call).rejects.toThrow('changes the protocol');
  });

  it('does not follow a redirect', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    expect((await open.call(url, { method: 'GET' })).status).toBe(302);
  });

  it('keeps the first bytes of an endless answer', async () => {
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.once('close', () => clearInterval(timer));
    });
    const answer = await open.call(url, { method: 'GET' });
    expect(answer.body).toHaveLength(4096);
  });

  it('ends with its time, however slowly the answer drips', async () => {
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    await expect(open.call(url, { method: 'GET', timeLimitMs: 200 })).rejects.toThrow();
  });
});

it('an answer that comes byte by byte is kept whole, and not in as many parts', async () => {
  const BYTES = 5_000;
  const url = await serve((_request, response) => {
    for (let n = 0; n < BYTES; n += 1) response.write(String(n % 10));
    response.end();
  });
  const concat = vi.spyOn(Buffer, 'concat');
  try {
    const { body } = await open.call(url, { method: 'GET', keptBytes: 2 * BYTES });
    expect(body).toBe('0123456789'.repeat(BYTES / 10));
    const parts = concat.mock.calls.map(([list]) => list.length);
    expect(parts.length).toBeGreaterThan(0);
    expect(Math.max(...parts)).toBeLessThan(BYTES / 2);
  } finally {
    concat.mockRestore();
  }
});
