import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressesOf, ConfigError, readConfig, VARIABLES } from './config.ts';

const COLLECTOR = 'http://collector.example:4318';
const KEY = Buffer.alloc(32, 7).toString('base64');
let directory: string;
let cert: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  cert = join(directory, 'cert.pem');
  await writeFile(cert, 'pem');
});
afterAll(() => rm(directory, { recursive: true }));

function mistakesOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    shopPort: 8081,
    consolePort: 8082,
    isConsoleAskedFor: false,
    consoleUrl: undefined,
    apiLogDays: 14,
    publicUrl: undefined,
    shopUrl: undefined,
    dataDir: './data',
    databaseUrl: undefined,
    databaseConnections: 10,
    databasePoolMode: 'session',
    databaseTimeoutMs: 10_000,
    databaseReplicaUrl: undefined,
    databaseReplicaMaxLagMs: 10_000,
    databaseMigrationUrl: undefined,
    tls: undefined,
    trustProxy: false,
    maxRequests: 64,
    drainDelayMs: 0,
    metricsPort: undefined,
    traces: undefined,
    metricsHost: '127.0.0.1',
    logLevel: 'info',
    vaultKeys: undefined,
    webhookAllowPrivate: false,
    demoEntityId: undefined,
    demoAccessToken: undefined,
  });
});

test('an empty variable counts as not set, spaces around a value do not count', () => {
  const empty = Object.fromEntries(VARIABLES.map(({ name }) => [name, ' ']));
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({ PORT: ' 9000 ' }).port).toBe(9000);
});

describe('values that are right', () => {
  test.each([
    ['HOST', '::1', { host: '::1' }],
    ['HOST', 'localhost', { host: 'localhost' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65535 }],
    ['SHOP_PORT', '0', { shopPort: undefined }],
    ['SHOP_PORT', 'any', { shopPort: 0 }],
    ['PUBLIC_URL', 'https://pay.example', { publicUrl: 'https://pay.example' }],
    ['PUBLIC_URL', 'https://pay.example/', { publicUrl: 'https://pay.example' }],
    ['PUBLIC_URL', 'https://pay.example:8443', { publicUrl: 'https://pay.example:8443' }],
    ['PUBLIC_URL', 'http://127.0.0.1:9000', { publicUrl: 'http://127.0.0.1:9000' }],
    ['SHOP_URL', 'http://[::1]:9000', { shopUrl: 'http://[::1]:9000' }],
    ['SHOP_URL', 'http://shop.localhost:1', { shopUrl: 'http://shop.localhost:1' }],
    ['DATA_DIR', '/var/lib/gateway', { dataDir: '/var/lib/gateway' }],
    ['DATABASE_URL', 'postgres://u:p@db/g', { databaseUrl: 'postgres://u:p@db/g' }],
    ['DATABASE_CONNECTIONS', '40', { databaseConnections: 40 }],
    ['DATABASE_TIMEOUT_MS', '1000', { databaseTimeoutMs: 1_000 }],
    ['DATABASE_POOL_MODE', 'transaction', { databasePoolMode: 'transaction' }],
    ['DATABASE_URL', 'postgresql:///g?host=/run', { databaseUrl: 'postgresql:///g?host=/run' }],
    [
      'DATABASE_URL',
      'postgresql://u:p@one,two:5433,[::1]:5434/g?target_session_attrs=read-write',
      { databaseUrl: 'postgresql://u:p@one,two:5433,[::1]:5434/g?target_session_attrs=read-write' },
    ],
    ['DATABASE_REPLICA_MAX_LAG_MS', '600000', { databaseReplicaMaxLagMs: 600_000 }],
    ['TRUST_PROXY', 'loopback', { trustProxy: 'loopback' }],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: '10.0.0.0/8,::1' }],
    ['TRUST_PROXY', 'fd00::/8,uniquelocal', { trustProxy: 'fd00::/8,uniquelocal' }],
    ['MAX_REQUESTS', '200', { maxRequests: 200 }],
    ['DRAIN_DELAY_MS', '15000', { drainDelayMs: 15_000 }],
    ['API_LOG_DAYS', '0', { apiLogDays: 0 }],
    ['METRICS_PORT', '9464', { metricsPort: 9464 }],
    ['METRICS_PORT', 'any', { metricsPort: 0 }],
    ['METRICS_PORT', '0', { metricsPort: undefined }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR, { traces: { share: 1 } }],
    ['METRICS_HOST', '10.0.0.5', { metricsHost: '10.0.0.5' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['VAULT_KEYS', `new:${KEY}, old:${KEY}`, { vaultKeys: `new:${KEY},old:${KEY}` }],
    ['APPLE_PAY_ROOT', import.meta.filename, { applePayRoot: import.meta.filename }],
    ['GOOGLE_PAY_ROOT_KEYS', import.meta.filename, { googlePayRootKeys: import.meta.filename }],
    ['SECURITY_CONTACT', 'mailto:a@b.example', { securityContact: 'mailto:a@b.example' }],
    ['SECURITY_CONTACT', 'https://b.example/r', { securityContact: 'https://b.example/r' }],
    ['WEBHOOK_ALLOW_PRIVATE', '1', { webhookAllowPrivate: true }],
    ['WEBHOOK_ALLOW_PRIVATE', '0', { webhookAllowPrivate: false }],
    ['DEMO_ENTITY_ID', 'a'.repeat(32), { demoEntityId: 'a'.repeat(32) }],
    ['DEMO_ACCESS_TOKEN', 'OGE4Mjk0MTc0|=+/', { demoAccessToken: 'OGE4Mjk0MTc0|=+/' }],
  ])('%s=%s', (name, value, expected) => {
    const others = name === 'TRUST_PROXY' ? { PUBLIC_URL: 'https://pay.example' } : {};
    expect(readConfig({ ...others, [name]: value })).toMatchObject(expected);
  });

  test('OTEL_TRACES_SAMPLER_ARG=.25, where traces are sent', () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR, OTEL_TRACES_SAMPLER_ARG: '.25' };
    expect(readConfig(env).traces).toEqual({ share: 0.25 });
  });
});

describe('values that are wrong get a line that names the variable and the rule', () => {
  test.each([
    ['HOST', '127.0.0.1:80', 'must be a host name or an IP address, without port or brackets'],
    ['HOST', '[::1]', 'must be a host name or an IP address, without port or brackets'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['PORT', 'any', 'must be a whole number from 0 to 65535'],
    ['SHOP_PORT', 'off', 'must be a whole number from 0 to 65535'],
    ['PUBLIC_URL', 'pay.example', 'must be an address without path'],
    ['PUBLIC_URL', 'https://pay.example/pay', 'must be an address without path'],
    ['PUBLIC_URL', 'https://pay.example/?a', 'must be an address without path'],
    ['PUBLIC_URL', 'https://user@pay.example', 'must be an address without path'],
    ['PUBLIC_URL', 'ftp://pay.example', 'must be an address without path'],
    ['PUBLIC_URL', 'http://pay.example', 'must use https'],
    ['SHOP_URL', 'http://127.0.0.1.example', 'must use https'],
    ['TLS_CERT', '/nowhere/cert.pem', 'must be the path of a file that can be read'],
    ['TLS_KEY', '/tmp', 'must be the path of a file that can be read'],
    ['TRUST_PROXY', 'true', 'must name the proxies'],
    ['TRUST_PROXY', '1', 'must name the proxies'],
    ['TRUST_PROXY', '*', 'must name the proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'must be a comma-separated list of IP addresses'],
    ['TRUST_PROXY', '0.0.0.0/0', 'must be a comma-separated list of IP addresses'],
    ['TRUST_PROXY', '10.0.0.1,', 'must be a comma-separated list of IP addresses'],
    ['TRUST_PROXY', 'proxy.example', 'must be a comma-separated list of IP addresses'],
    ['DATABASE_POOL_MODE', 'statement', 'must be one of session, transaction'],
    ['DATABASE_TIMEOUT_MS', '0', 'must be a whole number from 1000 to 120000'],
    ['DATABASE_TIMEOUT_MS', '10s', 'must be a whole number from 1000 to 120000'],
    ['DATABASE_REPLICA_MAX_LAG_MS', '999', 'must be a whole number from 1000 to 600000'],
    ['DATABASE_CONNECTIONS', '1', 'must be a whole number from 2 to 1000'],
    ['DATABASE_CONNECTIONS', '1001', 'must be a whole number from 2 to 1000'],
    ['DATABASE_CONNECTIONS', 'many', 'must be a whole number from 2 to 1000'],
    ['MAX_REQUESTS', '0', 'must be a whole number from 4 to 10000'],
    ['DRAIN_DELAY_MS', '600001', 'must be a whole number from 0 to 600000'],
    ['METRICS_PORT', 'on', 'must be a whole number from 0 to 65535'],
    ['METRICS_HOST', '10.0.0.5:9464', 'must be a host name or an IP address'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an address such as http'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:pw@collector', 'must be an address such as http'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'must be a number from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%', 'must be a number from 0 to 1'],
    ['LOG_LEVEL', 'verbose', 'must be one of fatal, error'],
    ['APPLE_PAY_ROOT', '/nowhere', 'must be the path of a file that can be read'],
    ['SECURITY_CONTACT', 'a@b.example', 'must be a mailto: or https: address'],
    ['SECURITY_CONTACT', 'http://b.example', 'must be a mailto: or https: address'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes', 'must be 1 or 0'],
    ['DEMO_ENTITY_ID', 'A'.repeat(32), 'must be 32 lowercase hexadecimal characters'],
  ])('%s=%s', (name, value, rule) => {
    const line = mistakesOf({ [name]: value }).find((mistake) => mistake.startsWith(name));
    expect(line).toMatch(rule);
    expect(line).toContain(JSON.stringify(value));
  });

  test.each([
    ['DATABASE_URL', 'mysql://root:geheim@db/x', 'must be a postgres://'],
    ['DATABASE_URL', 'postgres://u:geheim@one,,two/g', 'no empty host; host 2 of 3 is'],
    ['DATABASE_URL', 'postgres://u:geheim@one,/g', 'no empty host; host 2 of 2 is'],
    ['DATABASE_URL', 'postgres://u:geheim@,:5432/g', 'no empty host; host 1 of 2 is'],
    [
      'DATABASE_URL',
      'postgres://u:geheim@one:5432,two:99999/g',
      'that of host 2 of 2, two, is none',
    ],
    ['DATABASE_URL', 'postgres://u:geheim@one:0,two/g', 'that of host 1 of 2, one, is none'],
    ['DATABASE_URL', 'postgres://u:geheim@one:,two/g', 'that of host 1 of 2, one, is none'],
    ['DATABASE_URL', 'postgres://u:geheim@one:5432:5433,two/g', 'must have ports from 1 to 65535'],
    ['DATABASE_URL', 'postgres://u:geheim@one;two,three/g', 'host 1 of 2 is none'],
    ['DATABASE_URL', 'postgres://u:geheim@one, two/g', 'host 2 of 2 is none'],
    ['DATABASE_URL', 'postgres://u:geheim@[::1,two/g', 'host 1 of 2 is none'],
    ['DATABASE_URL', 'postgres://u:geheim@[one],two/g', 'host 1 of 2 is none'],
    ['DATABASE_URL', 'postgres://u:geheim@one:1,two,one:1/g', 'host 3 of 3, one, was there before'],
    ['DATABASE_URL', `postgres://u:geheim@${'h,'.repeat(16)}h/g`, '16 hosts at most, not 17'],
    ['DATABASE_URL', 'postgres://u:1,b:geheim/2@one/g', 'user and password percent-encoded'],
    ['DATABASE_URL', 'postgres://u:geheim@one,two/g?port=1,2', 'before the name of the database'],
    [
      'DATABASE_URL',
      'postgres:///g?host=one,two&password=geheim',
      'before the name of the database',
    ],
    [
      'DATABASE_URL',
      'postgres://u:geheim@one,two/g?target_session_attrs=master',
      'must have one of',
    ],
    [
      'DATABASE_URL',
      'postgres://u:geheim@one,two/g?target_session_attrs=any',
      'must have read-write or primary as target_session_attrs',
    ],
    [
      'DATABASE_URL',
      'postgres://u:geheim@one/g?target_session_attrs=standby',
      'must have read-write or primary as target_session_attrs',
    ],
    ['VAULT_KEYS', `geheim:${KEY.slice(4)}`, 'must be a comma-separated list of id:key'],
    ['VAULT_KEYS', `geheim:${KEY},geheim:${KEY}`, 'must not use an id twice'],
    ['DEMO_ACCESS_TOKEN', 'geheim', 'must be 16 to 512 printable characters'],
    ['DEMO_ACCESS_TOKEN', 'geheim with a few spaces', 'must be 16 to 512 printable characters'],
  ])('%s, without its value', (name, value, rule) => {
    const [line, ...others] = mistakesOf({ [name]: value });
    expect(others).toEqual([]);
    expect(line).toMatch(rule);
    expect(line).not.toContain('geheim');
    expect(line).not.toContain(KEY);
  });

  test('all mistakes at once, one line each', () => {
    const env = { PORT: 'a', LOG_LEVEL: 'b', WEBHOOK_ALLOW_PRIVATE: 'c' };
    expect(mistakesOf(env)).toHaveLength(3);
    expect(() => readConfig(env)).toThrow(/^PORT .*\nLOG_LEVEL .*\nWEBHOOK_ALLOW_PRIVATE [^\n]*$/);
  });
});

describe('values that do not go together', () => {
  test.each(['0.0.0.0', '::', '192.0.2.1', 'pay.example'])(
    'HOST=%s needs TLS or a trusted proxy: all requests must use SSL',
    (HOST) => {
      expect(mistakesOf({ HOST })).toEqual([expect.stringMatching(/^HOST .*must use SSL/)]);
      const behindProxy = { TRUST_PROXY: '10.0.0.1', PUBLIC_URL: 'https://pay.example' };
      expect(readConfig({ HOST, ...behindProxy }).host).toBe(HOST);
      expect(readConfig({ HOST, TLS_CERT: cert, TLS_KEY: cert }).tls).toEqual({ cert, key: cert });
    },
  );

  test('a trusted proxy without the address that redirects lead to', () => {
    expect(mistakesOf({ TRUST_PROXY: 'loopback' })).toEqual([
      'PUBLIC_URL must be set too, because TRUST_PROXY is',
    ]);
  });

  test('a replica or an address for migrations without a primary, or a replica that is it', () => {
    const primary = { DATABASE_URL: 'postgres://u:geheim@db/g' };
    const replica = 'postgres://r:geheim@DB:5432/g?sslmode=disable';
    expect(mistakesOf({ DATABASE_REPLICA_URL: replica })).toEqual([
      'DATABASE_URL must be set too, because DATABASE_REPLICA_URL is',
    ]);
    expect(mistakesOf({ DATABASE_MIGRATION_URL: primary.DATABASE_URL })).toEqual([
      'DATABASE_URL must be set too, because DATABASE_MIGRATION_URL is',
    ]);
    expect(
      mistakesOf({ ...primary, DATABASE_MIGRATION_URL: 'mysql://root:geheim@db/x' }).join(),
    ).toMatch(/^DATABASE_MIGRATION_URL must be a postgres:\/\/(?!.*geheim)/);
    const migrated = { ...primary, DATABASE_MIGRATION_URL: 'postgres://m:geheim@db/g' };
    expect(readConfig(migrated).databaseMigrationUrl).toBe(migrated.DATABASE_MIGRATION_URL);
    expect(mistakesOf({ ...primary, DATABASE_REPLICA_URL: replica })).toEqual([
      'DATABASE_REPLICA_URL must lead to a replica; it is not shown here, and leads to the host of ' +
        'DATABASE_URL',
    ]);
    const writable = 'postgres://u:geheim@one/g?target_session_attrs=primary';
    expect(mistakesOf({ ...primary, DATABASE_REPLICA_URL: writable })).toEqual([
      expect.stringMatching(/^DATABASE_REPLICA_URL must have read-only or standby as target/),
    ]);
    const list = 'postgres://u:geheim@one,two/g';
    const both = {
      DATABASE_URL: list,
      DATABASE_REPLICA_URL: `${list}?target_session_attrs=standby`,
    };
    expect(mistakesOf(both)).toEqual([]);
  });

  test('a certificate without its key, a key without its certificate', () => {
    expect(mistakesOf({ TLS_CERT: cert })).toEqual([
      'TLS_KEY must be set too, because TLS_CERT is',
    ]);
    expect(mistakesOf({ TLS_KEY: cert })).toEqual(['TLS_CERT must be set too, because TLS_KEY is']);
  });

  test('a mail server without a sender or a recipient', () => {
    const all = {
      SMTP_URL: 'smtps://gateway:geheim@mail.example',
      SMTP_FROM: 'gateway@shop.example',
      SMTP_TO: 'operator@shop.example, other@shop.example',
    };
    expect(readConfig(all).smtp).toEqual({
      url: all.SMTP_URL,
      from: all.SMTP_FROM,
      to: all.SMTP_TO,
    });
    expect(mistakesOf({ SMTP_URL: all.SMTP_URL })).toEqual([
      'SMTP_FROM must be set too, because SMTP_URL is',
      'SMTP_TO must be set too, because SMTP_URL is',
    ]);
    expect(mistakesOf({ SMTP_FROM: all.SMTP_FROM, SMTP_TO: all.SMTP_TO })).toEqual([
      'SMTP_URL must be set too, because SMTP_FROM is',
    ]);
    expect(mistakesOf({ ...all, SMTP_URL: 'http://gateway:geheim@mail.example' })).toEqual([
      'SMTP_URL must be an address such as smtps://user:password@mail.example; it is not shown here',
    ]);
    expect(mistakesOf({ ...all, SMTP_FROM: 'me', SMTP_TO: 'a@b.example;c@d.example' })).toEqual([
      'SMTP_FROM must be an e-mail address; it is "me"',
      'SMTP_TO must be e-mail addresses, with commas between them; it is "a@b.example;c@d.example"',
    ]);
  });

  test.skipIf(process.getuid?.() === 0)('a key that may not be read', async () => {
    const key = join(directory, 'key.pem');
    await writeFile(key, 'pem');
    await chmod(key, 0);
    expect(mistakesOf({ TLS_CERT: cert, TLS_KEY: key })).toEqual([
      expect.stringMatching(/^TLS_KEY must be the path of a file that can be read/),
    ]);
  });

  test('the same port twice, unless it is any free one', () => {
    expect(mistakesOf({ PORT: '9000', SHOP_PORT: '9000' })).toEqual([
      'SHOP_PORT must differ from PORT; both are 9000',
    ]);
    expect(mistakesOf({ METRICS_PORT: '9000', SHOP_PORT: '9000' })).toEqual([
      'METRICS_PORT must differ from SHOP_PORT; both are 9000',
    ]);
    expect(mistakesOf({ PORT: '0', SHOP_PORT: 'any', METRICS_PORT: 'any' })).toEqual([]);
  });

  test('the workbench on the origin of the gateway', () => {
    const url = 'https://pay.example';
    expect(mistakesOf({ PUBLIC_URL: url, SHOP_URL: url })).toEqual([
      expect.stringMatching(/^SHOP_URL must differ from PUBLIC_URL/),
    ]);
  });
});

test('any setting gives a configuration, or mistakes about what was set', () => {
  const names = VARIABLES.map(({ name }) => name);
  const value = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.ipV4(),
    fc.ipV6(),
    fc.integer().map(String),
    fc.constantFrom('any', 'true', 'localhost', `k:${KEY}`),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), value), (env) => {
      for (const mistake of mistakesOf(env)) {
        expect(mistake).toMatch(/^[A-Z_]+ must /);
        expect(mistake).not.toContain('\n');
      }
    }),
  );
});

test('a secret is never in the message, however wrong', () => {
  const secrets = VARIABLES.filter((variable) => 'secret' in variable).map(({ name }) => name);
  expect(secrets).toEqual([
    'DATABASE_URL',
    'DATABASE_MIGRATION_URL',
    'DATABASE_REPLICA_URL',
    'VAULT_KEYS',
    'SMTP_URL',
    'DEMO_ACCESS_TOKEN',
  ]);
  fc.assert(
    fc.property(
      fc.constantFrom(...secrets),
      fc.stringMatching(/^@#[a-z]{10,30}$/),
      (name, text) => {
        expect(mistakesOf({ [name]: text }).join('\n')).not.toContain(text.slice(2));
      },
    ),
  );
});

describe('the addresses that browsers use', () => {
  test.each([
    [{}, 'http://127.0.0.1:8080', 'http://localhost:8081'],
    [{ HOST: '::1' }, 'http://[::1]:8080', 'http://localhost:8081'],
    [{ PUBLIC_URL: 'https://pay.example' }, 'https://pay.example', 'http://localhost:8081'],
    [{ SHOP_URL: 'https://shop.example' }, 'http://127.0.0.1:8080', 'https://shop.example'],
  ])('%j', (env, publicUrl, shopUrl) => {
    expect(addressesOf(readConfig(env), { port: 8080, shopPort: 8081 })).toEqual({
      publicUrl,
      shopUrl,
    });
  });

  test('with TLS', () => {
    const config = readConfig({ TLS_CERT: cert, TLS_KEY: cert });
    expect(addressesOf(config, { port: 443, shopPort: 8443 })).toEqual({
      publicUrl: 'https://127.0.0.1',
      shopUrl: 'https://localhost:8443',
    });
  });

  test('without a workbench', () => {
    const config = readConfig({ SHOP_URL: 'https://shop.example' });
    expect(addressesOf(config, { port: 8080 }).shopUrl).toBeUndefined();
  });
});
