/** Starts the gateway and, unless it is turned off, its workbench: `node server/main.ts`. */
import { createHash, X509Certificate } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { promisify, styleText } from 'node:util';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import pino from 'pino';
import { closeServer } from './close-server.ts';
import { type Addresses, addressesOf, type Config, ConfigError, readConfig } from './config.ts';
import {
  createConsole,
  firstOwnerLink,
  listenUnlessTaken,
  startConsoleWork,
} from './console/index.ts';
import { createLogger } from './create-logger.ts';
import { type DemoMerchant, demoLines, demoMerchant } from './demo-merchant.ts';
import { freePort } from './free-port.ts';
import { registerRelease } from './gateway/checkout/index.ts';
import type { GatewayContext } from './gateway/context.ts';
import { channelsOpenToAnyPage } from './gateway/entities/index.ts';
import { buildNumber } from './gateway/events/index.ts';
import { bankKeyOf, openAllConnectors } from './gateway/processors/index.ts';
import { startSweeper } from './gateway/sweeper.ts';
import { Admission } from './http/admission.ts';
import { createApp } from './http/app.ts';
import { readBrandLogos } from './http/brand-logos.ts';
import { watchEventLoop } from './monitoring/event-loop.ts';
import { createMailer } from './monitoring/mailer.ts';
import { createMetrics, type MetricsParts } from './monitoring/metrics.ts';
import { serveMetrics } from './monitoring/metrics-server.ts';
import { watchReadiness } from './monitoring/readiness.ts';
import { keepRequestLog } from './monitoring/request-log.ts';
import { startDeliveries } from './notifications/delivery-worker.ts';
import { openStore, openVaultOf, withoutLimits } from './open-store.ts';
import { createOutgoing } from './outgoing/guarded-client.ts';
import { keepReports } from './reporting/keep-reports.ts';
import { requestIdNow } from './request-id.ts';
import { OF_METRICS, StartError, using, whyNotListening } from './start-error.ts';
import { watchClock } from './store/clock-skew.ts';
import { closeDatabase, type Database } from './store/database.ts';
import { makeLargeIndexes } from './store/large-indexes.ts';
import { LARGE_INDEXES } from './store/migrations/index.ts';
import { openReplica, primaryReader } from './store/replica.ts';
import { openSqliteReports } from './store/sqlite/reports.ts';
import { terminalLog } from './terminal-log.ts';
import { createWorkbench } from './workbench/workbench.ts';

const ROOT = join(import.meta.dirname, '..');
/**
 * Connections that wait until the process accepts them, as far as the kernel allows
 * (`net.core.somaxconn`). Node.js keeps 511, and those of a rush beyond them are reset.
 */
const LISTEN_BACKLOG = 4_096;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  await using('DATA_DIR must be a directory that can be written to', () => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    accessSync(config.dataDir, constants.W_OK | constants.X_OK);
  });
  const logger = createLogger(config.logLevel, logDestination());

  const tls = await tlsOf(config);
  // Read only where it is on: what sends traces is larger than all else that the gateway reads.
  const traces =
    config.traces &&
    (await import('./monitoring/traces.ts')).startTraces(
      { ...config.traces, database: config.databaseUrl === undefined ? 'sqlite' : 'postgresql' },
      (message) => logger.warn(`traces: ${message}`),
    );
  const db = await openStore(config);
  const vault = await openVaultOf(db, config);
  let demo: DemoMerchant | undefined;
  let addresses: Addresses | undefined;
  const release = await using('the form is missing', () => registerRelease(db, join(ROOT, 'dist')));
  const build = createHash('sha1').update(release.id).digest('hex');
  const wallets = await walletRootsOf(config);
  const parts = {
    db,
    vault,
    outgoing: createOutgoing({
      allowPrivate: config.webhookAllowPrivate,
      isExempt: (origin, namedBy) => origin === addresses?.shopUrl && namedBy === demo?.entityId,
    }),
    buildNumber: buildNumber(build, Date.now()),
    publicUrl: () => addresses?.publicUrl ?? '',
    warn: (about: object, message: string) => logger.warn({ ...requestIdNow(), ...about }, message),
    wallets,
    ...(config.smtp && { mail: createMailer(config.smtp) }),
  };
  const connectors = openAllConnectors({
    ...parts,
    bankAddress: () => addresses?.shopUrl,
    report: (about) =>
      logger.error(
        { ...requestIdNow(), ...about },
        'a payment at a processor needs a manual review',
      ),
  });
  const gateway: GatewayContext = { ...parts, connectors };
  demo = await demoMerchant(parts, config.dataDir, {
    ...(config.demoEntityId && { entityId: config.demoEntityId }),
    ...(config.demoAccessToken && { accessToken: config.demoAccessToken }),
  });

  for (const channel of await channelsOpenToAnyPage(db)) {
    logger.warn(
      { channel },
      'any page may embed the form of this live channel: name its own in the setting origins',
    );
  }

  const readiness = watchReadiness(gateway, (report) =>
    report.ready ? logger.info(report, 'ready again') : logger.warn(report, 'not ready'),
  );
  const replica = replicaOf(config, db, logger);
  const onSqlite = config.databaseUrl === undefined ? openSqliteReports(config) : undefined;
  const reader = replica ?? onSqlite ?? primaryReader(db);
  const admission = new Admission({ atOnce: config.maxRequests, isBusy: watchEventLoop() });
  const requestLog = keepRequestLog(db, {
    days: config.apiLogDays,
    onError: (error) => logger.error(error, 'keeping the log of requests failed'),
    onLost: (requests) => logger.warn({ requests }, 'requests are missing in the log of requests'),
  });
  const app = await createApp({
    gateway,
    reader,
    readiness,
    admission,
    requestLog,
    release,
    brands: await readBrandLogos(join(ROOT, 'public', 'brands')),
    logger,
    workbenchUrl: () => addresses?.shopUrl,
    ...(config.securityContact && { securityContact: config.securityContact }),
    ...(config.trustProxy && { trustProxy: config.trustProxy }),
    ...tls,
  });
  const metrics = await metricsOf(config, app, { db, replica, readiness, admission }, (error) =>
    logger.error(error, 'the metrics could not be read'),
  );
  await app.listen({ host: config.host, port: config.port, backlog: LISTEN_BACKLOG });
  const { port } = app.server.address() as AddressInfo;
  // The shop's pages name its address, so its port has to be known before it listens.
  const shopPort = config.shopPort === 0 ? await freePort() : config.shopPort;
  const consolePort = config.consolePort === 0 ? await freePort() : config.consolePort;
  addresses = addressesOf(config, { port, shopPort, consolePort });
  const { publicUrl, shopUrl, consoleUrl } = addresses;
  const sweeper = startSweeper(gateway, (error) => logger.error(error, 'a sweep failed'));
  const reports = keepReports(db, reader, (error) => logger.error(error, 'keeping reports failed'));
  const clock = watchClock(db, {
    onSkew: (skewMs) =>
      logger.warn({ skewMs }, "this machine's clock is not the database's: set it right"),
    onSetBack: (setBackMs) => logger.warn({ setBackMs }, "this machine's clock was set back"),
    onBroughtForward: (setBackMs) =>
      logger.warn(
        { setBackMs },
        "the database's clock was set back: what waits is brought forward",
      ),
    onError: (error) => logger.error(error, 'the clock could not be compared'),
  });
  const indexes = makeLargeIndexes(withoutLimits(config), LARGE_INDEXES, {
    onMade: (index) => logger.info({ index }, 'an index of a large table is made'),
    onError: (error) =>
      logger.error(error, 'an index could not be made: the next start tries again'),
  });
  const deliveries = startDeliveries(gateway, (error) => logger.error(error, 'a delivery failed'));

  const workbench =
    shopUrl === undefined
      ? undefined
      : await createWorkbench({
          gatewayUrl: publicUrl,
          shopUrl,
          ...demo,
          bankKey: bankKeyOf(vault),
          logger,
          ...tls,
        });
  if (workbench) await workbench.listen({ host: 'localhost', port: shopPort ?? 0 });

  const console =
    consoleUrl === undefined
      ? undefined
      : await createConsole({
          gateway,
          reader,
          consoleUrl: () => consoleUrl,
          logger,
          ...(config.trustProxy && { trustProxy: config.trustProxy }),
          ...tls,
        });
  const isConsoleThere =
    console !== undefined &&
    (await listenUnlessTaken(
      console,
      {
        host: config.consoleUrl === undefined ? 'localhost' : config.host,
        port: consolePort ?? 0,
        isAskedFor: config.isConsoleAskedFor,
      },
      logger,
    ));
  const consoleWork = startConsoleWork(gateway, (error) =>
    logger.error(error, 'keeping the console in order failed'),
  );

  const stop = async (signal: string) => {
    readiness.phase = 'draining';
    logger.info(`${signal}: finishing what is under way`);
    // Load balancers go on sending requests until they have seen that it is not ready.
    await delay(config.drainDelayMs);
    const servers = [app, workbench, console].filter((server) => server !== undefined);
    await Promise.all(servers.map(closeServer));
    const work = [sweeper, reports, deliveries, clock, indexes, metrics, consoleWork, requestLog];
    await Promise.all(work.map((each) => each?.stop()));
    await Promise.all([replica, onSqlite].map((each) => each?.stop()));
    await closeDatabase(db);
    await traces?.stop();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  readiness.phase = 'serving';
  process.stdout.write(
    [
      '',
      `  Gateway           ${publicUrl}`,
      ...(addresses.shopUrl ? [`  Demo shop         ${addresses.shopUrl}`] : []),
      ...(consoleUrl && isConsoleThere ? await consoleLines(db, consoleUrl) : []),
      ...(metrics ? [`  Metrics           ${metrics.url}`] : []),
      ...demoLines(demo),
      '',
      '',
    ].join('\n'),
  );
}

main().catch((error: unknown) => {
  const reason = whyNotStarted(error);
  if (reason === undefined) throw error;
  process.stderr.write(`The gateway cannot start:\n${reason.replace(/^/gm, '  ')}\n`);
  process.exit(2);
});

/** As long as there is no owner of the console, how to become the first. */
async function consoleLines(db: Database, consoleUrl: string): Promise<string[]> {
  const link = await firstOwnerLink(db, consoleUrl);
  return [
    `  Console           ${consoleUrl}`,
    ...(link ? [`  First owner       ${link}`, '                    once, within an hour'] : []),
  ];
}

/** For a person at a terminal, and in JSON for everything else. */
const logDestination = () =>
  process.stderr.isTTY
    ? terminalLog(
        (text) => process.stderr.write(text),
        // Knows NO_COLOR and terminals without colours.
        (colour, text) => styleText(colour, text, { stream: process.stderr }),
      )
    : pino.destination(2);

/** Where one is set. It need not be there: what it has is on the primary, too. */
function replicaOf(config: Config, db: Database, logger: FastifyBaseLogger) {
  const { databaseReplicaUrl } = config;
  if (databaseReplicaUrl === undefined) return undefined;
  return openReplica(db, {
    ...config,
    databaseReplicaUrl,
    onChange: ({ trouble }) =>
      trouble === undefined
        ? logger.info('reports are read from the replica')
        : logger.warn({ replica: trouble }, 'reports are read from the primary'),
  });
}

/** On a port of its own, where one is set. */
async function metricsOf(
  { metricsHost: host, metricsPort: port }: Config,
  app: FastifyInstance,
  parts: MetricsParts,
  onError: (error: unknown) => void,
) {
  if (port === undefined) return undefined;
  const metrics = createMetrics(parts);
  metrics.watch(app);
  const server = await serveMetrics(metrics, { host, port }, onError).catch((error: unknown) => {
    const why = whyNotListening(error, OF_METRICS);
    throw why === undefined ? error : new StartError(why, { cause: error });
  });
  const url = `http://${host}:${(server.address() as AddressInfo).port}/metrics`;
  return {
    url,
    async stop() {
      metrics.stop();
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
    },
  };
}

/** Read once: a certificate that is renewed is used from the next start on. */
async function tlsOf({ tls: files }: Config) {
  if (!files) return undefined;
  const tls = { cert: readFileSync(files.cert), key: readFileSync(files.key) };
  await using('TLS_CERT and TLS_KEY must be a certificate and its key, PEM', () =>
    createSecureContext(tls),
  );
  return { tls };
}

/** Read once, as the certificate: what Apple and Google sign with changes every few years. */
async function walletRootsOf({ applePayRoot, googlePayRootKeys }: Config) {
  const appleRoot =
    applePayRoot &&
    (await using('APPLE_PAY_ROOT must be a certificate, PEM or DER', () =>
      new X509Certificate(readFileSync(applePayRoot)).toString(),
    ));
  const googleRootKeys =
    googlePayRootKeys &&
    (await using("GOOGLE_PAY_ROOT_KEYS must be Google's list of keys, JSON", () => {
      const text = readFileSync(googlePayRootKeys, 'utf8');
      if (!Array.isArray(JSON.parse(text).keys)) throw new TypeError('it has no list "keys"');
      return text;
    }));
  return { ...(appleRoot && { appleRoot }), ...(googleRootKeys && { googleRootKeys }) };
}

/** What an operator can put right, in a line each. */
function whyNotStarted(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof StartError) return error.message;
  return whyNotListening(error);
}
