/**
 * The merchant's console (D10): an origin of its own, with its page, its sessions and the admin API. No page
 * of another origin, and no other name of this machine, can ask it for anything.
 */
import { existsSync } from 'node:fs';
import type { ServerOptions as HttpsOptions } from 'node:https';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { ZodError } from 'zod';
import { maskedText } from '../../contract/card-numbers-in-text.ts';
import { looksLikeCardNumber } from '../../contract/free-text.ts';
import type { GatewayContext } from '../gateway/context.ts';
import { addressLimit } from '../gateway/risk/index.ts';
import { requestIds, tellRequestIds } from '../request-id.ts';
import { addHsts, leadToHttps, takesHsts } from '../secure-transport.ts';
import { realNow } from '../store/clock.ts';
import { primaryReader, type Reader } from '../store/replica.ts';
import { AdminFailure, invalid, notFound } from './admin-failure.ts';
import type { ConsoleContext } from './console-context.ts';
import { DEFAULT_REFUND_LIMITS, need, type RefundLimits } from './permissions.ts';
import { serveOpenApi } from './reference/serve-openapi.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { administratorRoutes } from './routes/administrator-routes.ts';
import { approvalRoutes } from './routes/approval-routes.ts';
import { channelRoutes } from './routes/channel-routes.ts';
import { checkoutRoutes } from './routes/checkout-routes.ts';
import { linkRoutes } from './routes/link-routes.ts';
import { pageWatchRoutes } from './routes/page-watch-routes.ts';
import { passkeyRoutes } from './routes/passkey-routes.ts';
import { paymentRoutes } from './routes/payment-routes.ts';
import { registrationRoutes } from './routes/registration-routes.ts';
import { requestRoutes } from './routes/request-routes.ts';
import { scheduleRoutes } from './routes/schedule-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { settlementRoutes } from './routes/settlement-routes.ts';
import { todayRoutes } from './routes/today-routes.ts';
import { tokenRoutes } from './routes/token-routes.ts';
import { viewRoutes } from './routes/view-routes.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';
import { cookieOf } from './sign-in/cookie.ts';
import { findSession, type SignedIn } from './sign-in/sessions.ts';

const BODY_LIMIT = 64 * 1024;
const MINUTE_MS = 60_000;
/** Of a path: the id of a passkey has up to 1,023 bytes, in base64url. */
const LONGEST_PARAMETER = 1_364;
/** Of a value that is said again. */
const LONGEST_VALUE = 100;
const API = '/admin/v1/';
/** Of `vite build`. */
const PAGE = join(import.meta.dirname, '..', '..', 'dist', 'console');
/** Their names have a hash of what is in them. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export interface ConsoleOptions {
  readonly gateway: GatewayContext;
  /** For reports; the database itself where absent. */
  readonly reader?: Reader;
  /** The console's own address: "http://console.localhost:8082". */
  readonly consoleUrl: () => string;
  readonly refundLimits?: RefundLimits;
  readonly logger?: FastifyBaseLogger;
  /** As Fastify takes it; absent: no proxy is trusted. */
  readonly trustProxy?: string;
  readonly tls?: Pick<HttpsOptions, 'cert' | 'key'>;
}

/** The caller listens, and closes it. */
export async function createConsole(options: ConsoleOptions): Promise<FastifyInstance> {
  const { gateway, logger, trustProxy, tls } = options;
  const app: FastifyInstance = Fastify({
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    genReqId: requestIds(),
    ...(logger && { loggerInstance: logger.child({}, { serializers: { req: loggedRequest } }) }),
    ...(trustProxy && { trustProxy }),
    ...(tls && { https: tls }),
  });
  tellRequestIds(app);
  const sessions = new WeakMap<FastifyRequest, SignedIn>();
  const context: ConsoleContext = {
    gateway,
    reader: options.reader ?? primaryReader(gateway.db),
    get consoleUrl() {
      return options.consoleUrl();
    },
    refundLimits: options.refundLimits ?? DEFAULT_REFUND_LIMITS,
    signedIn(request) {
      const session = sessions.get(request);
      if (!session) throw new AdminFailure('signed-out', 'nobody is signed in');
      return session;
    },
  };

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    const { consoleUrl } = context;
    // By its own address: a proxy may end TLS, and a tunnel leads to a loopback name without any.
    if (takesHsts(consoleUrl)) addHsts(reply);
    if (!trustProxy || !consoleUrl.startsWith('https:')) return undefined;
    return leadToHttps(request, reply, consoleUrl, needsHttps);
  });
  const isFewTries = addressLimit(gateway, 'tries to sign in');
  app.addHook('onRequest', async (request) => refuseOthers(request, context.consoleUrl));
  app.addHook('onRequest', async (request) => {
    if (!isOfApi(request)) return;
    const token = cookieOf(request);
    const session = token === undefined ? undefined : await findSession(gateway.db, token);
    if (session) sessions.set(request, session);
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    // A hashed password costs 64 MiB, and a passkey that is asked for a row.
    if (!session && changes && !(await isFewTries(request.ip))) {
      throw new AdminFailure('locked', 'too many requests from this address', {
        retryAt: new Date(realNow() + MINUTE_MS).toISOString(),
      });
    }
    // A tab that names its session reads nothing of another one, which has begun in the same browser meanwhile.
    const named = request.headers['x-csrf-token'];
    const isNamed = changes || named !== undefined;
    if (session && isNamed && named !== session.csrfToken) {
      throw new AdminFailure('csrf', 'the header x-csrf-token must have the token of this session');
    }
    const { needs = 'nothing' } = request.routeOptions.config.endpoint ?? {};
    if (needs === 'nothing') return;
    const { role } = context.signedIn(request);
    if (needs !== 'session') need({ role }, needs);
  });
  app.addHook('preValidation', async ({ params, query, body }) => {
    for (const given of [params, query, body]) refuseNul(given);
    for (const given of [params, body]) refuseCardNumbers(given);
  });
  app.addHook('onSend', async (request, reply) => {
    if (isOfApi(request)) reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const failure = asFailure(error);
    if (failure) return reply.code(failure.status).send(failure.body);
    request.log.error(error);
    return reply.code(500).send({ reason: 'refused', description: 'the console has failed' });
  });

  serveOpenApi(app, { api: API, consoleUrl: options.consoleUrl });
  sessionRoutes(app, context);
  accountRoutes(app, context);
  linkRoutes(app, context);
  passkeyRoutes(app, context);
  administratorRoutes(app, context);
  paymentRoutes(app, context);
  checkoutRoutes(app, context);
  registrationRoutes(app, context);
  scheduleRoutes(app, context);
  settlementRoutes(app, context);
  approvalRoutes(app, context);
  viewRoutes(app, context);
  webhookRoutes(app, context);
  requestRoutes(app, context);
  channelRoutes(app, context);
  pageWatchRoutes(app, context);
  tokenRoutes(app, context);
  todayRoutes(app, context);
  await servePage(app);
  return app;
}

/** What is looked for may be a shopper's name, and a one-time link is a way in: neither is for the log. */
const loggedRequest = ({ method, url = '' }: FastifyRequest) => ({
  method,
  url: url.split('?', 1)[0]?.replace(/(\/links\/).*/, '$1…'),
});

/** However its address is written: the router reads `/%61dmin/v1/…`, too. */
const isOfApi = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith(API) || routeOptions.config.endpoint !== undefined;

const needsHttps = () => new AdminFailure('forbidden', 'all requests must use SSL');

/** Pages of other sites, and other names that lead to this machine. */
function refuseOthers({ headers, host }: FastifyRequest, consoleUrl: string): void {
  if (host !== new URL(consoleUrl).host) {
    throw new AdminFailure('forbidden', `the console answers at ${consoleUrl} only`);
  }
  const site = headers['sec-fetch-site'];
  const isPage =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isPage) {
    throw new AdminFailure('forbidden', 'the console answers its own pages only');
  }
}

/**
 * PostgreSQL takes no NUL in a text, wherever it comes from.
 * @throws AdminFailure
 */
function refuseNul(given: unknown): void {
  for (const [name, value] of Object.entries(Object(given))) {
    if (textsIn(value).some((text) => text.includes('\0'))) {
      throw invalid(name, 'must have no NUL character');
    }
  }
}

/** What is hashed and not kept, and what a passkey says. */
const NOT_KEPT = /password|^response$/i;
/** A longer one is no text that a person types: a font. */
const LONGEST_TYPED = 2_000;

/**
 * Names, labels, reasons and settings are kept as they are.
 * @throws AdminFailure
 */
function refuseCardNumbers(given: unknown): void {
  for (const [name, value] of Object.entries(Object(given))) {
    const typed = textsIn(value).filter(({ length }) => length <= LONGEST_TYPED);
    if (!NOT_KEPT.test(name) && typed.some(looksLikeCardNumber)) {
      throw invalid(name, 'must not hold a card number');
    }
  }
}

/** One after the other, and not by itself: JSON may be nested deeper than functions may call. */
function textsIn(given: unknown): string[] {
  const left = [given];
  const texts: string[] = [];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') texts.push(value);
    else for (const each of Object.values(Object(value))) left.push(each);
  }
  return texts;
}

function asFailure(error: Error & { statusCode?: number }): AdminFailure | undefined {
  if (error instanceof AdminFailure) return error;
  if (error instanceof ZodError) {
    const parameterErrors = error.issues.map(({ path, message, input }) => ({
      name: path.join('.') || 'body',
      message,
      // Only where its route says that it may be said.
      ...((typeof input === 'string' || typeof input === 'number') && {
        value: maskedText(String(input).slice(0, LONGEST_VALUE)),
      }),
    }));
    const said = parameterErrors.map(({ name, message }) => `${name}: ${message}`).join('; ');
    return new AdminFailure('invalid', said, { parameterErrors });
  }
  const { statusCode = 500 } = error;
  return statusCode < 500 ? new AdminFailure('invalid', error.message) : undefined;
}

/** Every path that is no file and no request leads to the page, which finds its own way. */
async function servePage(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(PAGE);
  if (isBuilt) {
    await app.register(files, {
      root: PAGE,
      preCompressed: true,
      index: false,
      wildcard: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? FOR_EVER : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith(API);
    if (!isPage || !isBuilt) throw notFound('path');
    return reply.sendFile('index.html');
  });
}
