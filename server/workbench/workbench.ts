import type { ServerOptions as HttpsOptions } from 'node:https';
import accepts from '@fastify/accepts';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import files from '@fastify/static';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Sign } from '../../contract/simulated-bank.ts';
import { requestIds, tellRequestIds } from '../request-id.ts';
import { addBankRoutes } from './bank/bank-routes.ts';
import { addGuideRoutes } from './guides/guide-routes.ts';
import { createInbox } from './inbox/inbox.ts';
import { addInboxRoutes } from './inbox/inbox-routes.ts';
import { addInspectorRoutes } from './inspector/inspector-routes.ts';
import { addPlaygroundRoutes } from './playground/playground-routes.ts';
import { pointToGateway } from './point-to-gateway.ts';
import { addReferenceRoutes } from './reference/reference-routes.ts';
import { refuseStrangers } from './refuse-strangers.ts';
import { securityHeaders } from './security-headers.ts';
import { addAccountRoutes } from './shop/account-routes.ts';
import { addBrowseRoutes } from './shop/browse-routes.ts';
import { addCheckoutRoutes } from './shop/checkout-routes.ts';
import type { ShopContext } from './shop/context.ts';
import { type ChannelAccess, openMarkets } from './shop/markets.ts';
import { createOrderBook } from './shop/orders.ts';
import { createShoppers } from './shop/shoppers.ts';
import { keepChosenLanguage } from './shop/visit.ts';
import { addTroublePages } from './trouble-pages.ts';

/** With the demo merchant's general channel, and a token that may use it. */
export interface WorkbenchOptions extends ChannelAccess {
  /** The gateway's address, for browsers and for the shop's server: "http://127.0.0.1:8080". */
  readonly gatewayUrl: string;
  /** The workbench's own address, where shoppers come back to: "http://localhost:8081". */
  readonly shopUrl: string;
  /** The demo merchant's channels for installments, by country. */
  readonly installments?: Readonly<Record<string, ChannelAccess>>;
  /** Shared with the simulator, whose banks are here; without it there are none. */
  readonly bankKey?: Sign;
  readonly logger?: FastifyBaseLogger;
  /** Certificate chain and private key, PEM; plain HTTP without them. */
  readonly tls?: Pick<HttpsOptions, 'cert' | 'key'>;
}

/**
 * The second origin (D10), in test mode only: everything that a person looks at and that must not
 * share an origin with the field frames. The caller listens, and closes it.
 *
 * @example
 * const workbench = await createWorkbench({ gatewayUrl, shopUrl, entityId, accessToken });
 * await workbench.listen({ host: '127.0.0.1', port: 8081 });
 */
export async function createWorkbench(options: WorkbenchOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    bodyLimit: 16 * 1024,
    genReqId: requestIds(),
    ...(options.logger && { loggerInstance: options.logger }),
    ...(options.tls && { https: options.tls }),
  });
  tellRequestIds(app);
  const shopUrl = withoutSlash(options.shopUrl);

  await app.register(helmet, securityHeaders(shopUrl));
  pointToGateway(app, withoutSlash(options.gatewayUrl));
  refuseStrangers(app, shopUrl);
  await app.register(formbody);
  await app.register(accepts);
  keepChosenLanguage(app);
  await app.register(files, {
    root: new URL('../../public/', import.meta.url),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
  });

  app.get('/accessibility', (_, reply) => reply.redirect('/assets/accessibility.html'));
  addTroublePages(app);
  if (options.bankKey) addBankRoutes(app, options.bankKey);
  addBrowseRoutes(app);
  const gateway = {
    url: withoutSlash(options.gatewayUrl),
    entityId: options.entityId,
    accessToken: options.accessToken,
  };
  const inboxUrl = `${shopUrl}/inbox`;
  addGuideRoutes(app);
  addReferenceRoutes(app, gateway, inboxUrl);
  await addInboxRoutes(app, createInbox(gateway, inboxUrl));
  addInspectorRoutes(app);
  await addPlaygroundRoutes(app, gateway, shopUrl, options.installments);
  const shop: ShopContext = {
    gatewayUrl: gateway.url,
    markets: openMarkets(gateway, options.installments),
    shopUrl,
    orders: createOrderBook(),
    shoppers: createShoppers(),
  };
  addCheckoutRoutes(app, shop);
  addAccountRoutes(app, shop);
  return app;
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');
