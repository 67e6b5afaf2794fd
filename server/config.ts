import {
  collectorAddress,
  databaseUrl,
  flag,
  host,
  isLoopback,
  isSameHost,
  matching,
  oneOf,
  origin,
  port,
  readableFile,
  replicaUrl,
  share,
  smtpAddress,
  trustedProxies,
  ValueError,
  vaultKeys,
  wholeNumber,
} from './config-values.ts';
import type { PoolMode } from './store/postgres/pool.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How the server is set up, checked. */
export interface Config {
  readonly host: string;
  /** 0 stands for any free port. */
  readonly port: number;
  /** Port of the workbench; 0 stands for any free port, undefined turns the workbench off. */
  readonly shopPort: number | undefined;
  /** Port of the console; 0 stands for any free port, undefined turns the console off. */
  readonly consolePort: number | undefined;
  /** Whether that port was asked for: the usual one may be another instance's on this machine. */
  readonly isConsoleAskedFor: boolean;
  /** Origin of the console as browsers see it, where it was set; see `addressesOf`. */
  readonly consoleUrl: string | undefined;
  /** For how long what was asked of the API is kept; 0: not at all. */
  readonly apiLogDays: number;
  /** Origin of the gateway as browsers see it, where it was set; see `addressesOf`. */
  readonly publicUrl: string | undefined;
  /** Origin of the workbench as browsers see it, where it was set; see `addressesOf`. */
  readonly shopUrl: string | undefined;
  readonly dataDir: string;
  /** PostgreSQL; SQLite in `dataDir` where undefined. Holds a password. */
  readonly databaseUrl: string | undefined;
  /** Connections of this instance to PostgreSQL, at most. */
  readonly databaseConnections: number;
  readonly databasePoolMode: PoolMode;
  /** In which PostgreSQL has to answer a statement; undefined for work that takes its time. */
  readonly databaseTimeoutMs: number | undefined;
  /** Where reports are read; `databaseUrl` where undefined. Holds a password. */
  readonly databaseReplicaUrl: string | undefined;
  /** How old the replica may be. */
  readonly databaseReplicaMaxLagMs: number;
  /** Where the tables are brought up to date; `databaseUrl` where undefined. Holds a password. */
  readonly databaseMigrationUrl: string | undefined;
  /** Paths of PEM files that could be read at start. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** As Fastify's `trustProxy` takes it; false trusts no proxy. */
  readonly trustProxy: string | false;
  /** For how long it takes requests after it was told to stop. */
  readonly drainDelayMs: number;
  /** Requests that work at once; see `http/admission.ts`. */
  readonly maxRequests: number;
  /** Of `/metrics`; undefined turns it off, 0 stands for any free port. */
  readonly metricsPort: number | undefined;
  /** Which share of the traces that begin here is sent; undefined sends none. */
  readonly traces: { readonly share: number } | undefined;
  readonly metricsHost: string;
  readonly logLevel: LogLevel;
  /** Secret: `id:base64` of the master keys, comma-separated; a key file is used where undefined. */
  readonly vaultKeys: string | undefined;
  readonly webhookAllowPrivate: boolean;
  /** Who is mailed about receivers that fail, and how; undefined where no mail is sent. */
  readonly smtp:
    | {
        /** Holds a password. */
        readonly url: string;
        readonly from: string;
        readonly to: string;
      }
    | undefined;
  /** Paths of files that could be read at start. */
  readonly applePayRoot: string | undefined;
  readonly googlePayRootKeys: string | undefined;
  /** `mailto:` or `https:` address; no `security.txt` where undefined. */
  readonly securityContact: string | undefined;
  /** Random on the first start where undefined. */
  readonly demoEntityId: string | undefined;
  /** Secret. Random on the first start where undefined. */
  readonly demoAccessToken: string | undefined;
}

interface Variable {
  readonly name: string;
  /** In words where it is not a value; empty where there is none. */
  readonly default: string;
  readonly meaning: string;
  /** Its value is never shown. */
  readonly secret?: true;
}

/** Every variable of the environment that the server reads. The README's table is made from it. */
export const VARIABLES = [
  {
    name: 'HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on. All but loopback needs TLS or a trusted proxy.',
  },
  { name: 'PORT', default: '8080', meaning: 'Port of the gateway; 0 takes any free one.' },
  {
    name: 'SHOP_PORT',
    default: '8081',
    meaning: 'Port of the workbench with the demo shop; 0 turns it off, "any" takes any free one.',
  },
  {
    name: 'CONSOLE_PORT',
    default: '8082',
    meaning: 'Port of the merchant’s console; 0 turns it off, "any" takes any free one.',
  },
  {
    name: 'PUBLIC_URL',
    default: 'http://127.0.0.1:PORT',
    meaning: 'Address under which browsers reach the gateway.',
  },
  {
    name: 'SHOP_URL',
    default: 'http://localhost:SHOP_PORT',
    meaning: 'Address under which browsers reach the workbench; another origin than PUBLIC_URL.',
  },
  {
    name: 'CONSOLE_URL',
    default: 'http://console.localhost:CONSOLE_PORT',
    meaning: 'Address under which browsers reach the console; an origin of its own.',
  },
  {
    name: 'API_LOG_DAYS',
    default: '14',
    meaning:
      'Days for which the console keeps what was asked of the API: 0 to 90; 0 keeps nothing.',
  },
  {
    name: 'DATA_DIR',
    default: './data',
    meaning: 'Directory of the SQLite database and of the key file.',
  },
  {
    name: 'DATABASE_URL',
    default: 'SQLite in DATA_DIR',
    meaning:
      'postgres:// or postgresql:// address of a PostgreSQL database, with several hosts too.',
    secret: true,
  },
  {
    name: 'DATABASE_CONNECTIONS',
    default: '10',
    meaning: 'Connections of an instance to PostgreSQL, at most: 2 to 1000.',
  },
  {
    name: 'DATABASE_POOL_MODE',
    default: 'session',
    meaning: 'Set transaction where DATABASE_URL leads to PgBouncer or the like in that mode.',
  },
  {
    name: 'DATABASE_TIMEOUT_MS',
    default: '10000',
    meaning:
      'In which PostgreSQL has to answer a statement, half of it to lend a connection or a lock, and ' +
      'SQLite one of a report: 1000 to 120000.',
  },
  {
    name: 'DATABASE_MIGRATION_URL',
    default: 'DATABASE_URL',
    meaning: 'Address for the changes of tables at the start, past a pooler.',
    secret: true,
  },
  {
    name: 'DATABASE_REPLICA_URL',
    default: '',
    meaning: 'Address of a replica of PostgreSQL, or of several, that reports are read from.',
    secret: true,
  },
  {
    name: 'DATABASE_REPLICA_MAX_LAG_MS',
    default: '10000',
    meaning: 'How old the replica may be; the primary is asked where it is older: 1000 to 600000.',
  },
  { name: 'TLS_CERT', default: '', meaning: 'Path of the certificate chain, PEM; with TLS_KEY.' },
  { name: 'TLS_KEY', default: '', meaning: 'Path of the private key, PEM; with TLS_CERT.' },
  {
    name: 'TRUST_PROXY',
    default: '',
    meaning:
      'Proxies whose X-Forwarded headers are believed: addresses, networks, loopback, linklocal, ' +
      'uniquelocal; comma-separated. With PUBLIC_URL.',
  },
  {
    name: 'MAX_REQUESTS',
    default: '64',
    meaning:
      'Requests that an instance works at, at once, and half of them while it is flooded; ' +
      'a thousand more wait, for a second at most: ' +
      '4 to 10000.',
  },
  {
    name: 'DRAIN_DELAY_MS',
    default: '0',
    meaning:
      'For how long it goes on taking requests after SIGTERM, while /ready is red: longer than a ' +
      'load balancer needs to notice; 0 to 600000.',
  },
  {
    name: 'METRICS_PORT',
    default: '',
    meaning:
      'Port of GET /metrics for Prometheus; off where it is not set or 0, "any" takes any free one.',
  },
  {
    name: 'METRICS_HOST',
    default: '127.0.0.1',
    meaning: 'Address to listen on for /metrics: plain HTTP without a token, so a private one.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning:
      'Address of a collector of OpenTelemetry that traces are sent to, by HTTP; off where it is not ' +
      'set. The other variables of its exporter are read, too: OTEL_EXPORTER_OTLP_HEADERS and so on.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning: 'Share of the traces that begin here which are sent: 0 to 1.',
  },
  { name: 'LOG_LEVEL', default: 'info', meaning: `One of ${LOG_LEVELS.join(', ')}.` },
  {
    name: 'VAULT_KEYS',
    default: 'key file in DATA_DIR',
    meaning:
      'Master keys of the vault, id:base64-of-32-bytes, comma-separated. The first one encrypts, ' +
      'all of them decrypt. The same for all instances.',
    secret: true,
  },
  {
    name: 'WEBHOOK_ALLOW_PRIVATE',
    default: '0',
    meaning: '1 lets outgoing calls reach private addresses.',
  },
  {
    name: 'SMTP_URL',
    default: '',
    meaning:
      'smtp:// or smtps:// address of the server that takes mail about failing webhooks; with ' +
      'SMTP_FROM and SMTP_TO.',
    secret: true,
  },
  { name: 'SMTP_FROM', default: '', meaning: 'Sender of that mail, an e-mail address.' },
  { name: 'SMTP_TO', default: '', meaning: 'Who gets it: e-mail addresses, comma-separated.' },
  {
    name: 'APPLE_PAY_ROOT',
    default: '',
    meaning: "Path of Apple's root certificate, Apple Root CA - G3, PEM or DER.",
  },
  {
    name: 'GOOGLE_PAY_ROOT_KEYS',
    default: '',
    meaning: "Path of Google's list of the keys that sign tokens of Google Pay, JSON.",
  },
  {
    name: 'SECURITY_CONTACT',
    default: '',
    meaning: 'Whom to tell of a security hole, mailto: or https:, for /.well-known/security.txt.',
  },
  {
    name: 'DEMO_ENTITY_ID',
    default: 'random on the first start',
    meaning: 'Entity id of the demo merchant: 32 lowercase hexadecimal characters.',
  },
  {
    name: 'DEMO_ACCESS_TOKEN',
    default: 'random on the first start',
    meaning: 'Access token of the demo merchant: 16 or more printable characters, no spaces.',
    secret: true,
  },
] as const satisfies readonly Variable[];

const MAILBOX = /^[^\s@,<>"]+@[^\s@,<>"]+$/;
const MAILBOXES = /^[^\s@,<>"]+@[^\s@,<>"]+(\s*,\s*[^\s@,<>"]+@[^\s@,<>"]+)*$/;

type VariableName = (typeof VARIABLES)[number]['name'];

/** All that is wrong with the configuration: one line for each mistake, no secret in any. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * Reads and checks the configuration. An empty variable counts as not set.
 *
 * @throws ConfigError that names every mistake at once
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mistakes: string[] = [];

  function read<T>(name: VariableName, parse: (text: string) => T): T | undefined {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      mistakes.push(`${name} ${error.message}; it is ${shown(name, text)}`);
      return undefined;
    }
  }

  const tlsCert = read('TLS_CERT', readableFile);
  const tlsKey = read('TLS_KEY', readableFile);
  const optionalPort = (
    name: 'SHOP_PORT' | 'CONSOLE_PORT' | 'METRICS_PORT',
    usual = 0,
  ): number | undefined => {
    const wanted = read(name, (text) => (text === 'any' ? text : port(text))) ?? usual;
    return wanted === 'any' ? 0 : wanted === 0 ? undefined : wanted;
  };
  const smtpUrl = read('SMTP_URL', smtpAddress);
  const tracesTo = read('OTEL_EXPORTER_OTLP_ENDPOINT', collectorAddress);
  const tracesShare = read('OTEL_TRACES_SAMPLER_ARG', share) ?? 1;
  const smtpFrom = read('SMTP_FROM', matching(MAILBOX, 'must be an e-mail address'));
  const smtpTo = read(
    'SMTP_TO',
    matching(MAILBOXES, 'must be e-mail addresses, with commas between them'),
  );
  const config: Config = {
    host: read('HOST', host) ?? '127.0.0.1',
    port: read('PORT', port) ?? 8080,
    shopPort: optionalPort('SHOP_PORT', 8081),
    consolePort: optionalPort('CONSOLE_PORT', 8082),
    isConsoleAskedFor: (env['CONSOLE_PORT']?.trim() ?? '') !== '',
    consoleUrl: read('CONSOLE_URL', origin),
    apiLogDays: read('API_LOG_DAYS', wholeNumber(0, 90)) ?? 14,
    publicUrl: read('PUBLIC_URL', origin),
    shopUrl: read('SHOP_URL', origin),
    dataDir: read('DATA_DIR', matching(/^[^\0]+$/, 'must be a path')) ?? './data',
    databaseUrl: read('DATABASE_URL', databaseUrl),
    databaseConnections: read('DATABASE_CONNECTIONS', wholeNumber(2, 1_000)) ?? 10,
    databasePoolMode: read('DATABASE_POOL_MODE', oneOf(['session', 'transaction'])) ?? 'session',
    databaseTimeoutMs: read('DATABASE_TIMEOUT_MS', wholeNumber(1_000, 120_000)) ?? 10_000,
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', replicaUrl),
    databaseReplicaMaxLagMs:
      read('DATABASE_REPLICA_MAX_LAG_MS', wholeNumber(1_000, 600_000)) ?? 10_000,
    databaseMigrationUrl: read('DATABASE_MIGRATION_URL', databaseUrl),
    tls: tlsCert && tlsKey ? { cert: tlsCert, key: tlsKey } : undefined,
    trustProxy: read('TRUST_PROXY', trustedProxies) ?? false,
    maxRequests: read('MAX_REQUESTS', wholeNumber(4, 10_000)) ?? 64,
    drainDelayMs: read('DRAIN_DELAY_MS', wholeNumber(0, 600_000)) ?? 0,
    traces: tracesTo === undefined ? undefined : { share: tracesShare },
    metricsPort: optionalPort('METRICS_PORT'),
    metricsHost: read('METRICS_HOST', host) ?? '127.0.0.1',
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS)) ?? 'info',
    vaultKeys: read('VAULT_KEYS', vaultKeys),
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE', flag) ?? false,
    smtp: smtpUrl && smtpFrom && smtpTo ? { url: smtpUrl, from: smtpFrom, to: smtpTo } : undefined,
    applePayRoot: read('APPLE_PAY_ROOT', readableFile),
    googlePayRootKeys: read('GOOGLE_PAY_ROOT_KEYS', readableFile),
    securityContact: read(
      'SECURITY_CONTACT',
      matching(
        /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/,
        'must be a mailto: or https: address',
      ),
    ),
    demoEntityId: read(
      'DEMO_ENTITY_ID',
      matching(/^[0-9a-f]{32}$/, 'must be 32 lowercase hexadecimal characters'),
    ),
    demoAccessToken: read(
      'DEMO_ACCESS_TOKEN',
      matching(/^[\x21-\x7e]{16,512}$/, 'must be 16 to 512 printable characters without spaces'),
    ),
  };
  mistakes.push(...contradictions(config, env));
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** What is right by itself but not together. */
function contradictions(config: Config, env: NodeJS.ProcessEnv): string[] {
  const isSet = (name: VariableName) => (env[name]?.trim() ?? '') !== '';
  const mistakes: string[] = [];
  if (isSet('TLS_CERT') !== isSet('TLS_KEY')) {
    const [there, missing] = isSet('TLS_CERT') ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT'];
    mistakes.push(`${missing} must be set too, because ${there} is`);
  }
  const mail = ['SMTP_URL', 'SMTP_FROM', 'SMTP_TO'] as const;
  const set = mail.filter(isSet);
  for (const missing of set.length > 0 ? mail.filter((name) => !isSet(name)) : []) {
    mistakes.push(`${missing} must be set too, because ${set[0]} is`);
  }
  const isSecured = isSet('TLS_CERT') || isSet('TLS_KEY') || isSet('TRUST_PROXY');
  if (!isLoopback(config.host) && !isSecured) {
    mistakes.push(
      `HOST must be a loopback address unless TLS_CERT and TLS_KEY or TRUST_PROXY are set: ` +
        `all requests must use SSL; it is "${config.host}"`,
    );
  }
  for (const name of ['DATABASE_REPLICA_URL', 'DATABASE_MIGRATION_URL'] as const) {
    if (isSet(name) && !isSet('DATABASE_URL')) {
      mistakes.push(`DATABASE_URL must be set too, because ${name} is`);
    }
  }
  const { databaseUrl: primary, databaseReplicaUrl: replica } = config;
  if (primary !== undefined && replica !== undefined && isSameHost(primary, replica)) {
    mistakes.push(
      'DATABASE_REPLICA_URL must lead to a replica; it is not shown here, and leads to the host of ' +
        'DATABASE_URL',
    );
  }
  // Otherwise redirects and links would follow the Host header, which any client can choose.
  if (isSet('TRUST_PROXY') && !isSet('PUBLIC_URL')) {
    mistakes.push('PUBLIC_URL must be set too, because TRUST_PROXY is');
  }
  if (config.port !== 0 && config.port === config.shopPort) {
    mistakes.push(`SHOP_PORT must differ from PORT; both are ${config.port}`);
  }
  for (const [name, taken] of [
    ['PORT', config.port],
    ['SHOP_PORT', config.shopPort],
    ['CONSOLE_PORT', config.consolePort],
  ] as const) {
    if (config.metricsPort && config.metricsPort === taken) {
      mistakes.push(`METRICS_PORT must differ from ${name}; both are ${taken}`);
    }
    const isOther = name !== 'CONSOLE_PORT' && taken !== 0;
    if (isOther && config.consolePort && config.consolePort === taken) {
      mistakes.push(`CONSOLE_PORT must differ from ${name}; both are ${taken}`);
    }
  }
  for (const [name, taken] of [
    ['PUBLIC_URL', config.publicUrl],
    ['SHOP_URL', config.shopUrl],
  ] as const) {
    if (config.consoleUrl !== undefined && config.consoleUrl === taken) {
      mistakes.push(
        `CONSOLE_URL must differ from ${name}, because its pages could ask the console for anything; ` +
          `both are "${taken}"`,
      );
    }
  }
  if (config.publicUrl !== undefined && config.publicUrl === config.shopUrl) {
    mistakes.push(
      'SHOP_URL must differ from PUBLIC_URL, because a page on the same origin could read the card ' +
        `fields; both are "${config.publicUrl}"`,
    );
  }
  return mistakes;
}

export interface Addresses {
  readonly publicUrl: string;
  readonly shopUrl: string | undefined;
  readonly consoleUrl: string | undefined;
}

/**
 * The addresses that browsers use, once the ports are known: those that were set, or loopback ones.
 *
 * @param ports as listened on
 */
export function addressesOf(
  { publicUrl, shopUrl, consoleUrl, host: listening, tls }: Config,
  ports: {
    readonly port: number;
    readonly shopPort?: number | undefined;
    readonly consolePort?: number | undefined;
  },
): Addresses {
  const scheme = tls === undefined ? 'http' : 'https';
  const gateway = listening === '::1' ? '[::1]' : '127.0.0.1';
  const shop = ports.shopPort === undefined ? undefined : `${scheme}://localhost:${ports.shopPort}`;
  // A name of its own: cookies ignore ports, and passkeys refuse bare addresses.
  const ofConsole = `${scheme}://console.localhost:${ports.consolePort}`;
  return {
    publicUrl: publicUrl ?? new URL(`${scheme}://${gateway}:${ports.port}`).origin,
    shopUrl: shop === undefined ? undefined : (shopUrl ?? new URL(shop).origin),
    consoleUrl:
      ports.consolePort === undefined ? undefined : (consoleUrl ?? new URL(ofConsole).origin),
  };
}

function shown(name: VariableName, text: string): string {
  const variable: Variable | undefined = VARIABLES.find((candidate) => candidate.name === name);
  return variable?.secret === true ? 'not shown here' : JSON.stringify(text);
}
