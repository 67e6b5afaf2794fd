/** The gateway's HTTP server: everything on its origin, and nothing else (D10). */
import { maxHeaderSize } from 'node:http';
import type { ServerOptions as HttpsOptions } from 'node:https';
import accepts from '@fastify/accepts';
import helmet from '@fastify/helmet';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Result } from '../../contract/result.ts';
import { RESULT_CODES } from '../../contract/result-codes.ts';
import { openFormVisits, type Release } from '../gateway/checkout/index.ts';
import type { GatewayContext } from '../gateway/context.ts';
import { type Envelope, envelopeOf } from '../gateway/events/index.ts';
import { newId } from '../gateway/ids.ts';
import type { ApiError } from '../gateway/requests/index.ts';
import { addressLimit } from '../gateway/risk/index.ts';
import type { Readiness } from '../monitoring/readiness.ts';
import type { RequestLog } from '../monitoring/request-log.ts';
import { REQUEST_ID_HEADER, requestIds, tellRequestIds } from '../request-id.ts';
import { addHsts } from '../secure-transport.ts';
import { primaryReader, type Reader } from '../store/replica.ts';
import type { Admission } from './admission.ts';
import { admitInTurn } from './admit.ts';
import { refuseLoops, refuseWrongMethods, requireHttps, stayOnHttps } from './before-routes.ts';
import { binRoutes } from './bins.ts';
import { brandImageRoutes } from './brand-images.ts';
import type { BrandCatalogue } from './brand-logos.ts';
import { checkoutPaymentRoutes } from './checkout-payment.ts';
import { checkoutRoutes } from './checkouts.ts';
import type { Context } from './context.ts';
import { asApiError, brokenPath, noSuchPath } from './error-answer.ts';
import { eventSchemaRoutes } from './event-schemas.ts';
import { eventRoutes } from './events.ts';
import { fontRoutes } from './fonts.ts';
import { formRoutes } from './form.ts';
import { frameRoutes } from './frames.ts';
import { healthRoutes } from './health.ts';
import { createHelp } from './help/help.ts';
import { homeFor } from './help/home.ts';
import { inspectorRoute } from './help/inspector.ts';
import { logRequests } from './log-requests.ts';
import { loggedPath } from './logged-path.ts';
import { merchantApi } from './merchant-api.ts';
import { pageWatchRoutes } from './page-watch.ts';
import { paymentRoutes } from './payments.ts';
import { processorNotificationRoutes } from './processor-notifications.ts';
import { queryRoutes } from './query.ts';
import { registrationRoutes } from './registrations.ts';
import { reportRoutes } from './reports.ts';
import { decodeBody } from './request-values.ts';
import { sandboxRoutes } from './sandbox.ts';
import { scheduleRoutes } from './schedules.ts';
import { scriptRoutes } from './script.ts';
import { scriptListRoutes } from './scripts-list.ts';
import { securityTextRoutes } from './security-txt.ts';
import { threeDSecureRoutes } from './three-d-secure.ts';
import { traceRequests } from './trace-requests.ts';
import { answerExpectation, answerUnread, refuseMissingHost } from './unread-request.ts';
import { voucherRoutes } from './vouchers/voucher-routes.ts';
import { walletRoutes } from './wallets.ts';
import { deliveryRoutes } from './webhook-deliveries.ts';
import { webhookRoutes } from './webhooks.ts';
import { widgetTypeRoutes } from './widget-types.ts';

const BODY_LIMIT = 64 * 1024;
/** As long as Node.js takes a whole address: an id that is too long is unknown, like any other. */
const PATH_LIMIT = maxHeaderSize;
/** In which a whole request has to arrive: 64 kB are there at 2 kB a second. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A request that is too slow ends a sixth of its time later at most. */
const CHECKS_A_TIMEOUT = 6;

export interface AppOptions {
  readonly gateway: GatewayContext;
  /** For reports; the database itself where absent. */
  readonly reader?: Reader | undefined;
  readonly release: Release;
  readonly brands: BrandCatalogue;
  readonly readiness: Readiness;
  readonly logger: FastifyBaseLogger;
  /** `mailto:` or `https:` address for `/.well-known/security.txt`. */
  readonly securityContact?: string;
  /** As Fastify takes it; absent: no proxy is trusted. */
  readonly trustProxy?: string;
  readonly tls?: Pick<HttpsOptions, 'cert' | 'key'>;
  /** In which a whole request has to arrive. */
  readonly requestTimeoutMs?: number;
  readonly admission: Admission;
  /** Where what is asked of the API is kept; absent: nowhere. */
  readonly requestLog?: Pick<RequestLog, 'note'>;
  /** Where the workbench is, with the reference on it; undefined where none runs. */
  readonly workbenchUrl?: () => string | undefined;
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { gateway, logger, trustProxy, tls, requestTimeoutMs = REQUEST_TIMEOUT_MS } = options;
  const connections = {
    connectionsCheckingInterval: requestTimeoutMs / CHECKS_A_TIMEOUT,
    requestTimeout: requestTimeoutMs,
    // Node.js swaps the two where this one is longer, and it is by default.
    headersTimeout: requestTimeoutMs,
    requireHostHeader: false,
  };
  const envelope = (result: Result, ndc = newId()): Envelope =>
    envelopeOf(gateway.buildNumber, result, ndc);
  const refuse = (refusal: ApiError) => envelope(refusal.result);
  const app: FastifyInstance = Fastify({
    loggerInstance: logger.child({}, { serializers: { req: loggedRequest } }),
    bodyLimit: BODY_LIMIT,
    genReqId: requestIds(),
    // Those that come while the server closes are answered, as the last of their connection.
    return503OnClosing: false,
    routerOptions: {
      ignoreDuplicateSlashes: true,
      ignoreTrailingSlash: true,
      maxParamLength: PATH_LIMIT,
    },
    // Fastify's own answer has the path in it. No hook is called for it, and no proxy is known.
    frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => {
      reply.header(REQUEST_ID_HEADER, request.id);
      if (tls || trustProxy) addHsts(reply);
      reply.code(400).send(refuse(brokenPath()));
    },
    clientErrorHandler: answerUnread(refuse),
    ...(trustProxy && { trustProxy }),
    requestTimeout: requestTimeoutMs,
    ...(tls ? { https: { ...connections, ...tls } } : { http: connections }),
  });
  app.server.on('checkExpectation', answerExpectation(refuse));
  const completeMethods = refuseWrongMethods(app);

  tellRequestIds(app);
  traceRequests(app);
  app.removeAllContentTypeParsers();
  await app.register(accepts);
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => ({
      pairs: decodeBody(body, headers['content-encoding']),
    }),
  );
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', stayOnHttps);
  app.addHook('onRequest', refuseMissingHost);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (options.readiness.phase === 'draining') reply.header('connection', 'close');
    done();
  });
  app.addHook('onRequest', assumeForm);
  // No id has a NUL, and PostgreSQL takes none in a text.
  app.addHook('onRequest', ({ raw }, _reply, done) =>
    done(raw.url?.includes('%00') ? noSuchPath() : undefined),
  );
  if (trustProxy) app.addHook('onRequest', requireHttps(gateway.publicUrl));

  const callers = admitInTurn(app, options.admission, refuse);

  const workbenchUrl = options.workbenchUrl ?? (() => undefined);
  const help = createHelp(gateway, workbenchUrl);
  app.setErrorHandler(async (error: Error, request, reply) => {
    const refusal = asApiError(error);
    if (refusal.status >= 500) request.log.error(error);
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer');
    const { result, ...more } = await help.ofRefusal(request, refusal);
    return reply.code(refusal.status).send({ ...envelope(result), ...more });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const home = homeFor(request, workbenchUrl());
    if (home !== undefined) return reply.header('vary', 'accept').redirect(home, 303);
    const { result, ...more } = await help.ofUnknownPath(request, noSuchPath());
    // Of a misspelled script a page would hear of CORS alone.
    if (/\.js(\?|$)/.test(request.url)) reply.header('access-control-allow-origin', '*');
    return reply.code(404).send({ ...envelope(result), ...more });
  });

  const visits = openFormVisits(gateway.db, {
    onError: (error) => logger.error(error, 'it could not be noted which forms were drawn'),
    onLost: (count) => logger.warn({ count }, 'forms were drawn, and not noted'),
  });
  app.addHook('onClose', () => visits.stop());

  const isFewFailures = addressLimit(gateway, 'failed authentications');
  const context: Context = {
    ...options,
    reader: options.reader ?? primaryReader(gateway.db),
    envelope,
    help,
    callers,
    logged: logRequests(app, options.requestLog),
    visits,
    tooManyFailures: async ({ ip }) => !(await isFewFailures(ip)),
  };
  refuseLoops(app, context);
  const api = merchantApi(app, context);
  checkoutRoutes(api, context);
  paymentRoutes(api, context);
  registrationRoutes(api, context);
  scheduleRoutes(api, context);
  webhookRoutes(api, context);
  deliveryRoutes(api, context);
  eventRoutes(api, context);
  queryRoutes(api, context);
  reportRoutes(api, context);
  sandboxRoutes(api, context);
  threeDSecureRoutes(app, context);
  voucherRoutes(app, context);
  processorNotificationRoutes(app, context);
  checkoutPaymentRoutes(app, context);
  walletRoutes(app, context);
  pageWatchRoutes(app, context);
  formRoutes(app, context);
  binRoutes(app, context);
  await scriptRoutes(app, context);
  frameRoutes(app, context);
  fontRoutes(app, context);
  scriptListRoutes(app, context);
  await widgetTypeRoutes(app);
  eventSchemaRoutes(app);
  healthRoutes(app, options.readiness);
  securityTextRoutes(app, options.securityContact, gateway.publicUrl);
  await brandImageRoutes(app);
  inspectorRoute(app, workbenchUrl);
  app.get('/v1/resultcodes', async () => ({
    resultCodes: [...RESULT_CODES].map(([code, description]) => ({ code, description })),
  }));
  completeMethods();
  return app;
}

/** The content type is recommended only (gateway-api.md, "Limits"): without one a body is a form. */
const assumeForm = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
  const { 'content-type': type, 'content-length': length = '0', ...others } = request.headers;
  const hasBody = length !== '0' || others['transfer-encoding'] !== undefined;
  if (!type && hasBody) request.headers = { 'content-type': 'application/x-www-form-urlencoded' };
  done();
};

/** What the log says of a request. */
const loggedRequest = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: loggedPath(url),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
});
