/** A gateway for tests: the real HTTP server on a free port of this machine, on a fresh database. */
import { join } from 'node:path';
import type { ConnectorContext } from '../../connectors/connector.ts';
import { openRelay } from '../../connectors/relay/relay.ts';
import type { RelayTiming } from '../../connectors/relay/relay-connector.ts';
import type { RelaySettings } from '../../connectors/relay/settings.ts';
import { createLogger } from '../../create-logger.ts';
import { issueToken } from '../../gateway/access/access-tokens.ts';
import { registerRelease } from '../../gateway/checkout/releases.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { changeSettings, createEntity } from '../../gateway/entities/entities.ts';
import { buildNumber } from '../../gateway/events/present/envelope.ts';
import {
  bankKeyOf,
  connectorContext,
  openAllConnectors,
} from '../../gateway/processors/open-connectors.ts';
import { Admission, type AdmissionLimits } from '../../http/admission.ts';
import { createApp } from '../../http/app.ts';
import { readBrandLogos } from '../../http/brand-logos.ts';
import { watchReadiness } from '../../monitoring/readiness.ts';
import { keepRequestLog } from '../../monitoring/request-log.ts';
import { startDeliveries } from '../../notifications/delivery-worker.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/guarded-client.ts';
import { openVault } from '../../vault/vault.ts';
import type { Answer, Fields, TestGateway } from './gateway-under-test.ts';
import { CARD_FIELDS } from './payment-fields.ts';
import { connectRelay, THROUGH } from './processor-gateway.ts';
import { sealer } from './seal.ts';
import { openTestDatabase } from './test-database.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SHOP = 'https://shop.example';

export { type Answer, CARD_FIELDS, type Fields, type TestGateway };

export const CHECKOUT: Fields = { amount: '92.00', currency: 'EUR', paymentType: 'DB' };
/** As a form posts it. */
export const CARD: Fields = { ...CARD_FIELDS, shopperResultUrl: `${SHOP}/result` };

/** Fields with what is given on top; `undefined` takes a field away. */
const urlencoded = (fields: Fields): string =>
  new URLSearchParams(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();

export interface TestGatewayOptions {
  readonly trustProxy?: string;
  readonly requestTimeoutMs?: number;
  readonly securityContact?: string;
  readonly admission?: AdmissionLimits;
  /** Whether notifications and events are sent, as in a running instance. */
  readonly delivers?: boolean;
  /** Whether what is asked of the API is kept, as in a running instance. */
  readonly logsRequests?: boolean;
  readonly outgoing?: Outgoing;
  readonly wallets?: GatewayContext['wallets'];
  /** Where the reference is, as a running workbench has it. */
  readonly workbenchUrl?: string;
  readonly mail?: GatewayContext['mail'];
  /** Of the relay; shorter than in life where a test lets it wait. */
  readonly timing?: RelayTiming;
}

/** A gateway whose payments go the way of this run ({@link THROUGH}). */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const ours = await startAlone(options);
  if (THROUGH === 'INTERNAL') return ours;
  const processor = await startAlone();
  await connectRelay(ours, processor, { through: THROUGH });
  const { call } = ours;
  const callThrough: TestGateway['call'] = (path, body, more) =>
    call(path, typeof body === 'object' ? withTestMode(path, body) : body, more);
  return {
    ...withCalls(ours, callThrough),
    bankKey: processor.bankKey,
    async [Symbol.asyncDispose]() {
      await ours[Symbol.asyncDispose]();
      await processor[Symbol.asyncDispose]();
    },
  };
}

/** What a merchant sends where the processor's test system is to be asked. */
const withTestMode = (path: string, body: Fields): Fields =>
  THROUGH === 'EXTERNAL' &&
  /^\/(v1\/(payments|threeDSecure|checkouts|registrations(\/\w+\/payments)?)|scheduling\/v1\/schedules)$/.test(
    path,
  )
    ? { testMode: THROUGH, ...body }
    : body;

/** The shorthands that are made of calls. */
const withCalls = <T extends Pick<TestGateway, 'entityId' | 'gateway'>>(
  gateway: T,
  call: TestGateway['call'],
) => ({
  ...gateway,
  call,
  async createCheckout(fields: Fields = {}): Promise<string> {
    const { body } = await call('/v1/checkouts', {
      entityId: gateway.entityId,
      ...CHECKOUT,
      ...fields,
    });
    return body.id;
  },
  pay: async (checkoutId: string, fields: Fields = {}, options: RequestInit = {}) =>
    call(
      `/v1/checkouts/${checkoutId}/payment`,
      await asSubmitted({ gateway: gateway.gateway, call }, checkoutId, { ...CARD, ...fields }),
      options,
    ),
});

/** A live channel takes no card as text: it is sealed, as a frame does it. */
export async function asSubmitted(
  gateway: Pick<TestGateway, 'gateway' | 'call'>,
  checkoutId: string,
  fields: Fields,
): Promise<Fields> {
  const { 'card.number': number, 'card.cvv': cvv, ...rest } = fields;
  if (THROUGH !== 'LIVE' || (number === undefined && cvv === undefined)) return fields;
  const seal = await sealer(gateway, checkoutId);
  return {
    ...rest,
    ...(number && {
      'sealed[card.number]': await seal(checkoutId, 'card.number', { value: number }),
    }),
    ...(cvv && { 'sealed[card.cvv]': await seal(checkoutId, 'card.cvv', { value: cvv }) }),
  };
}

/** One whose payments stay with it, whatever way this run takes. */
export async function startAlone({
  trustProxy,
  requestTimeoutMs,
  securityContact,
  admission,
  delivers = false,
  logsRequests = false,
  outgoing = createOutgoing({ allowPrivate: true }),
  timing,
  wallets,
  workbenchUrl,
  mail,
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const { db, location, drop } = await openTestDatabase();
  const vault = await openVault({ db, dataDir: location.dataDir });
  let url = '';
  const parts = {
    db,
    vault,
    outgoing,
    buildNumber: buildNumber('0'.repeat(40), Date.now()),
    publicUrl: () => url,
  };
  const connectors = new Map(
    openAllConnectors({ ...parts, bankAddress: () => 'https://bank.example' }),
  );
  if (timing) {
    const context = connectorContext(parts, 'upstream') as ConnectorContext<RelaySettings>;
    connectors.set('upstream', openRelay(context, { timing }));
  }
  const log: string[] = [];
  const gateway: GatewayContext = {
    ...parts,
    connectors,
    ...(wallets && { wallets }),
    ...(mail && { mail }),
    warn: (about, message) => log.push(JSON.stringify({ level: 40, ...about, msg: message })),
  };
  const merchant = await createEntity(db, { kind: 'merchant', name: 'Test merchant' });
  const { id: entityId } = await createEntity(db, {
    kind: 'channel',
    name: 'Test channel',
    parentId: merchant.id,
    settings: { connector: { kind: 'simulator' } },
  });
  const { token } = await issueToken(db, { entityId, label: 'test' });
  const readiness = watchReadiness(gateway, () => undefined);
  readiness.phase = 'serving';
  const noteError = (error: unknown) => log.push(JSON.stringify({ level: 50, err: String(error) }));
  const requestLog = logsRequests
    ? keepRequestLog(db, { days: 14, onError: noteError, onLost: noteError })
    : undefined;
  const app = await createApp({
    gateway,
    ...(requestLog && { requestLog }),
    release: await registerRelease(db, join(ROOT, 'dist')),
    brands: await readBrandLogos(join(ROOT, 'public', 'brands')),
    readiness,
    logger: createLogger('trace', { write: (line) => void log.push(line) }),
    ...(trustProxy && { trustProxy }),
    ...(requestTimeoutMs && { requestTimeoutMs }),
    ...(securityContact && { securityContact }),
    ...(workbenchUrl && { workbenchUrl: () => workbenchUrl }),
    admission: new Admission(admission),
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });

  const deliveries = delivers ? startDeliveries(gateway, noteError) : undefined;

  const call: TestGateway['call'] = async (path, body, options = {}) => {
    const response = await fetch(url + path, {
      redirect: 'manual',
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : urlencoded(body),
      }),
      ...options,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...options.headers,
      },
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: json ? JSON.parse(text) : text,
    };
  };

  return {
    ...withCalls(
      {
        ...{ gateway, readiness, url, entityId, token, bankKey: bankKeyOf(vault), log },
        dataDir: location.dataDir,
      },
      call,
    ),
    routes: app.printRoutes({ commonPrefix: false }),
    async set(settings) {
      const isLive = settings['mode'] === 'live';
      await changeSettings(db, entityId, { ...(isLive && { origins: ['any'] }), ...settings });
    },
    async [Symbol.asyncDispose]() {
      await deliveries?.stop();
      await app.close();
      await requestLog?.stop();
      await drop();
    },
  };
}
