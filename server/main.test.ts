import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCertificate, newAuthority } from './tests/support/certificates.ts';
import {
  DEMO,
  type RunningServer,
  runScript,
  startServer,
} from './tests/support/gateway-process.ts';
import { startReceiver } from './tests/support/receiver.ts';
import { createTestDatabase, isTestedOnPostgres } from './tests/support/test-database.ts';
import { read as readNotification } from './tests/webhooks/subscribe.ts';

const { location, drop } = await createTestDatabase();
const data: Record<string, string> = {
  DATA_DIR: location.dataDir,
  ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
};
const running: RunningServer[] = [];
const start = async (variables: Record<string, string> = {}) => {
  const server = await startServer({ ...data, ...variables });
  running.push(server);
  return server;
};
afterAll(async () => {
  await Promise.all(running.map((server) => server.kill()));
  await drop();
});

const headers = {
  authorization: `Bearer ${DEMO.DEMO_ACCESS_TOKEN}`,
  'content-type': 'application/x-www-form-urlencoded',
};
const post = async (url: string, body: string) => {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
};
const CHECKOUT = 'amount=5.00&currency=EUR&paymentType=DB';
const CARD =
  'paymentBrand=VISA&card.number=4200000000000000&card.holder=Jane+Jones&card.expiryMonth=05' +
  '&card.expiryYear=2034&card.cvv=123&shopperResultUrl=https://shop.example/';
const createCheckout = async ({ url }: RunningServer): Promise<string> =>
  (await post(`${url}/v1/checkouts`, CHECKOUT)).body.id;
const pay = ({ url }: RunningServer, id: string) => post(`${url}/v1/checkouts/${id}/payment`, CARD);
const read = async ({ url }: RunningServer, id: string) => {
  const response = await fetch(`${url}/v1/checkouts/${id}/payment`, { headers });
  return { status: response.status, body: await response.json() };
};

describe('the server', () => {
  it('starts twice at once on the same data, and both write side by side', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, n) => createCheckout(n % 2 ? one : two)),
    );
    const paid = await Promise.all(ids.map((id, n) => pay(n % 3 ? one : two, id)));
    expect(paid.map(({ status }) => status)).toEqual(ids.map(() => 200));
    const seen = await Promise.all(ids.map((id) => read(one, id)));
    expect(seen.map(({ body }) => body.result.code)).toEqual(ids.map(() => '000.100.110'));
    expect([await one.stop(), await two.stop()]).toEqual([0, 0]);
  });

  it('keeps the demo merchant’s credentials from one start to the next', async () => {
    const free = { DEMO_ENTITY_ID: '', DEMO_ACCESS_TOKEN: '' };
    const credentials = (server: RunningServer) =>
      /Entity id +(\S+)\s+Access token +(\S+)/.exec(server.output())?.slice(1);
    const first = await start(free);
    await first.stop();
    const second = await start(free);
    expect(credentials(first)).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(credentials(second)).toEqual(credentials(first));
    await second.stop();
  });

  /** What it prints of itself when it starts, its addresses left out. */
  const printed = (server: RunningServer) =>
    server
      .output()
      .split('\n')
      .filter((line) => /^ {2}(Entity id|Access token|Notification key) /.test(line))
      .map((line) => line.trim().split(/ {2,}/));

  it('prints the demo merchant’s three channels and its key, the same at each start', async () => {
    const servers = await Promise.all([start(), start()]);
    const [one, two] = servers.map(printed);
    expect(two).toEqual(one);
    expect(one?.map(([name]) => name)).toEqual([
      ...['Entity id', 'Access token', 'Notification key'],
      ...['Entity id', 'Access token', 'Entity id', 'Access token'],
    ]);
    for (const server of servers) await server.stop();
    const third = await start();
    expect(printed(third)).toEqual(one);
    await third.stop();
  });

  it('tells a notificationUrl from the first start on, readable with the key that it prints', async () => {
    await using receiver = await startReceiver();
    const server = await start({ WEBHOOK_ALLOW_PRIVATE: '1' });
    const url = new URLSearchParams({ notificationUrl: `${receiver.url}/told` });
    const key = () => printed(server).find(([name]) => name === 'Notification key')?.[1] ?? '';
    const paid = await post(`${server.url}/v1/payments`, `${CHECKOUT}&${CARD}&${url}`);
    const [told] = await receiver.until(1);
    expect(told && readNotification(told, key()).message.payload.id).toBe(paid.body.id);
    await server.stop();
  });

  it('prints the key that its merchant has drawn by the API', async () => {
    const server = await start();
    const { body } = await post(`${server.url}/v1/webhooks/key`, '');
    await server.stop();
    const next = await start();
    expect(printed(next)).toContainEqual(['Notification key', body.key]);
    await next.stop();
  });

  it('pays in installments by the rules of Brazil and of Mexico on their channels', async () => {
    const server = await start();
    const [, , , ...channels] = printed(server).map(([, value = '']) => value);
    const [brazil = '', ofBrazil = '', mexico = '', ofMexico = ''] = channels;
    const pay = async (entityId: string, token: string, currency: string, count: number) => {
      const response = await fetch(`${server.url}/v1/payments`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: `entityId=${entityId}&amount=500.00&currency=${currency}&paymentType=DB&${CARD}&recurring.numberOfInstallments=${count}`,
      });
      return response.status;
    };
    expect(await pay(brazil, ofBrazil, 'BRL', 5)).toBe(200);
    expect(await pay(mexico, ofMexico, 'MXN', 5)).toBe(400);
    expect(await pay(mexico, ofMexico, 'MXN', 3)).toBe(200);
    expect(await pay(mexico, ofBrazil, 'MXN', 3)).toBe(400);
    await server.stop();
  });

  it('says what is wrong with its configuration, a line each', async () => {
    const { code, stderr } = await runScript('server/main.ts', [], {
      ...data,
      HOST: '0.0.0.0',
      LOG_LEVEL: 'loud',
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/HOST must be a loopback address/);
    expect(stderr).toMatch(/LOG_LEVEL must/);
  });
});

describe('stopped by SIGTERM', () => {
  it('it answers what is under way, takes nothing new, and ends', async () => {
    const server = await start();
    const behave = (at: RunningServer, behaviour: string) =>
      post(`${at.url}/sandbox/connector`, `behaviour=${behaviour}`);
    expect((await behave(server, 'slow')).status).toBe(200);
    const paying = post(`${server.url}/v1/payments`, `${CHECKOUT}&${CARD}`);
    const { db, ledger } = await openLedger();
    await expect.poll(() => ledger.inDoubt()).toBe(1);
    await db.destroy();
    const stopped = server.stop();
    const knock = () =>
      fetch(`${server.url}/v1/resultcodes`).then(
        () => 'open',
        () => 'closed',
      );
    await expect.poll(knock).toBe('closed');
    expect((await paying).body.result.code).toBe('000.100.110');
    expect(await stopped).toBe(0);
    const next = await start();
    await behave(next, 'normal');
    await next.stop();
  });
});

// Each is told which database it has.
describe.skipIf(isTestedOnPostgres)('what was set up and cannot be used', () => {
  const nowhere = 'postgres://nobody:geheim@127.0.0.1:1/nothing';
  const file = join(location.dataDir, 'a-file');
  const unlike = join(location.dataDir, 'unlike');
  const damaged = join(location.dataDir, 'damaged');
  beforeAll(async () => {
    await writeFile(file, 'this is neither a certificate nor a directory');
    for (const [folder, name] of [
      [unlike, 'gateway.sqlite'],
      [damaged, 'vault-keys'],
    ] as const) {
      await mkdir(folder);
      await writeFile(join(folder, name), 'hunter2 '.repeat(100), { mode: 0o600 });
    }
  });

  it.each<[what: string, variables: Record<string, string>, line: RegExp]>([
    [
      'a data directory that is a file',
      { DATA_DIR: file },
      /^ {2}DATA_DIR must be a directory that can be written to: E[A-Z]+/,
    ],
    [
      'a database that does not answer',
      { DATABASE_URL: nowhere },
      /^ {2}the database of DATABASE_URL cannot be used: .*ECONNREFUSED/,
    ],
    [
      'a database file that is none',
      { DATA_DIR: unlike, DATABASE_URL: '' },
      /^ {2}the database in DATA_DIR cannot be used: file is not a database/,
    ],
    [
      'a key file that holds no keys',
      { DATA_DIR: damaged, DATABASE_URL: '' },
      /^ {2}the key file in DATA_DIR cannot be used: vault key 1 is not an id/,
    ],
    [
      'keys of another database',
      { ...data, VAULT_KEYS: `other:${randomBytes(32).toString('base64')}` },
      /^ {2}VAULT_KEYS cannot be used: there is no key .* need the same VAULT_KEYS/,
    ],
    [
      'a certificate that is none',
      { ...data, TLS_CERT: file, TLS_KEY: file },
      /^ {2}TLS_CERT and TLS_KEY must be a certificate and its key, PEM: /,
    ],
    [
      'an address of another machine',
      {
        ...data,
        HOST: '192.0.2.7',
        TRUST_PROXY: 'loopback',
        PUBLIC_URL: 'https://pay.example',
      },
      /^ {2}HOST must be an address of this machine; it is 192\.0\.2\.7/,
    ],
  ])('%s is named in a line, without secrets', async (_, variables, line) => {
    // The database has its own keys from its first start.
    if (variables['VAULT_KEYS']) await (await start()).stop();
    const { code, stderr } = await runScript('server/main.ts', [], variables);
    const [head, reason = '', ...more] = stderr
      .trimEnd()
      .split('\n')
      .filter((text) => !text.startsWith('{'));
    expect(head).toBe('The gateway cannot start:');
    expect(reason).toMatch(line);
    expect(more).toEqual([]);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/hunter2|geheim/);
  });

  it.each([
    ['that is good is gone on with', 60_000, /ECONNRESET|socket|terminated|disconnected/],
    ['that is over is named', -60_000, /certificate has expired/],
  ])('a certificate of the database %s', async (_, forMs, reason) => {
    const authority = await newAuthority();
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const cert = await issueCertificate(authority, 'localhost', publicKey, Date.now() + forMs);
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    // As PostgreSQL begins TLS; what comes after it is never heard.
    const database = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, cert, key });
        secure.on('error', () => undefined).once('data', () => secure.destroy());
      });
    });
    database.listen(0, 'localhost');
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const trusted = join(location.dataDir, 'authority.pem');
    await writeFile(trusted, authority.pem);
    const { code, stderr } = await runScript('server/main.ts', [], {
      DATABASE_URL: `postgres://nobody:geheim@localhost:${port}/nothing?sslmode=verify-full&sslrootcert=${trusted}`,
    });
    database.close();
    expect(stderr).toMatch(/^ {2}the database of DATABASE_URL cannot be used: /m);
    expect(stderr).toMatch(reason);
    expect(code).toBe(2);
    expect(stderr).not.toContain('geheim');
  });

  it('the administration says the same', async () => {
    const { code, stderr, stdout } = await runScript('server/admin/admin.ts', ['token', 'list'], {
      DATABASE_URL: nowhere,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^the database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/);
  });
});

describe.runIf(isTestedOnPostgres)('with two connections to PostgreSQL', () => {
  it('many shoppers pay at once, and none waits for ever', async () => {
    const server = await start({ DATABASE_CONNECTIONS: '2' });
    const codes = Array.from({ length: 40 }, async (_, n) => {
      const { body } = await post(`${server.url}/v1/payments`, `${CHECKOUT}&${CARD}&n=${n}`);
      return body.result.code;
    });
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['000.100.110']));
    expect(await server.stop()).toBe(0);
  });
});

describe('with a certificate', () => {
  it('gateway and shop are reached by HTTPS, and only so', async () => {
    const key = join(location.dataDir, 'key.pem');
    const cert = join(location.dataDir, 'cert.pem');
    const files = ['-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files], {
      stdio: 'ignore',
    });
    const server = await start({ TLS_CERT: cert, TLS_KEY: key, SHOP_PORT: 'any' });
    expect([server.url, server.shopUrl]).toEqual([
      expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^https:\/\/localhost:\d+$/),
    ]);
    expect(await statusByTls(`${server.url}/v1/resultcodes`)).toBe(200);
    expect(await statusByTls(`${server.shopUrl}/`)).toBe(200);
    await expect(fetch(server.url.replace('https', 'http'))).rejects.toThrow();
    await server.stop();
  });
});

/** The certificate is its own authority, so no other one vouches for it. */
const statusByTls = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

describe('the port', () => {
  it('of the metrics that is taken is named, and their address', async () => {
    const server = await start();
    const { port } = new URL(server.url);
    const free = { ...data, PORT: '0', SHOP_PORT: '0', CONSOLE_PORT: '0' };
    const { code, stderr } = await runScript('server/main.ts', [], { ...free, METRICS_PORT: port });
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} is taken: set METRICS_PORT to a free one`);
    const elsewhere = { METRICS_PORT: 'any', METRICS_HOST: '192.0.2.7' };
    const other = await runScript('server/main.ts', [], { ...free, ...elsewhere });
    expect(other.code).toBe(2);
    expect(other.stderr).toContain('METRICS_HOST must be an address of this machine');
  });

  it('that is taken is named, with what to do', async () => {
    const server = await start();
    const { port } = new URL(server.url);
    const { code, stderr } = await runScript('server/main.ts', [], { ...data, PORT: port });
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} is taken: set PORT and SHOP_PORT`);
    await server.stop();
  });
});

describe('killed in the middle of payments, ten times', () => {
  it('no answered payment is lost, none is made twice, none stays in doubt', async () => {
    const answered: string[] = [];
    const asked: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      const server = await start();
      let stopping = false;
      const shoppers = Array.from({ length: 8 }, async () => {
        while (!stopping) {
          const id = await createCheckout(server);
          asked.push(id);
          const { status } = await pay(server, id);
          if (status === 200) answered.push(id);
        }
      });
      const ended = Promise.allSettled(shoppers);
      // At another moment in each round, and not before there is something to lose.
      const before = answered.length;
      while (answered.length < before + 2) await sleep(5);
      await sleep(round * 13);
      stopping = true;
      await server.kill();
      await ended;
    }
    expect(answered.length).toBeGreaterThan(10);
    expect(asked.length).toBeGreaterThan(answered.length);

    const server = await start();
    const results = new Map<string, string>();
    const giveUpAt = Date.now() + 25_000;
    const isPending = (id: string) => (results.get(id) ?? '000.200.000') === '000.200.000';
    const open = () => asked.filter(isPending);
    for (const id of asked) results.set(id, (await read(server, id)).body.result.code);
    const { db, ledger } = await openLedger();
    while ((await ledger.inDoubt()) > 0 && Date.now() < giveUpAt) {
      // The sweeper works; the loop asks what is left.
      await sleep(500);
    }
    for (const id of open()) results.set(id, (await read(server, id)).body.result.code);

    expect(await ledger.inDoubt()).toBe(0);
    for (const id of answered) expect(results.get(id)).toBe('000.100.110');
    const charged = await ledger.charged();
    const paid = await ledger.paid();
    expect(charged).toEqual(paid);
    // Others of this file have none: they were made by the merchant's server.
    const checkouts = paid.map(({ checkout_id }) => checkout_id).filter((id) => id !== null);
    expect(new Set(checkouts).size).toBe(checkouts.length);
    await db.destroy();
    await server.stop();
  });
});

/** The simulator's ledger beside ours. */
async function openLedger() {
  const { openDatabase } = await import('./store/database.ts');
  const db = await openDatabase(location);
  const ours = () => db.selectFrom('payments').select(['checkout_id', 'reference']);
  return {
    db,
    ledger: {
      inDoubt: async () => (await ours().where('state', '=', 'in_doubt').execute()).length,
      paid: () => ours().where('state', '=', 'succeeded').orderBy('reference').execute(),
      charged: () =>
        ours()
          .innerJoin('simulator_ledger', 'simulator_ledger.reference', 'payments.reference')
          .clearSelect()
          .select(['payments.checkout_id', 'payments.reference'])
          .where('simulator_ledger.result_code', '=', '000.100.110')
          .orderBy('payments.reference')
          .execute(),
    },
  };
}
