/** A second gateway as the processor of a first one, for tests. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { setConnectorSecret } from '../../gateway/processors/connector-secrets.ts';
import type { TestGateway } from './gateway-under-test.ts';

export type Through = 'INTERNAL' | 'EXTERNAL' | 'LIVE';

/**
 * The way that the payments of this run take: the simulator, or a second gateway processor of a test
 * channel or a live one. The suites of payments, registrations and 3-D Secure run in all three
 * (`vite.config.ts`).
 */
export const THROUGH = (process.env['TEST_THROUGH'] ?? 'INTERNAL') as Through;

/** How a success reads. */
export const SUCCESS_THROUGH: Readonly<Record<Through, string>> = {
  INTERNAL: '000.100.110',
  EXTERNAL: '000.100.112',
  LIVE: '000.000.000',
};
export const SUCCESS = SUCCESS_THROUGH[THROUGH];
/** The words that clients match on. */
export const SUCCESS_WORDS = {
  INTERNAL: "Request successfully processed in 'Merchant in Integrator Test Mode'",
  EXTERNAL: "Request successfully processed in 'Merchant in Connector Test Mode'",
  LIVE: 'transaction succeeded',
}[THROUGH];

export interface Connection {
  readonly through?: Exclude<Through, 'INTERNAL'>;
  /** Where something stands between the two. */
  readonly address?: string;
  /** Of the connector, beside address and entity. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly token?: string;
}

/** Makes the processor the processor of our channel. */
export async function connectRelay(
  ours: Pick<TestGateway, 'gateway' | 'entityId' | 'set'>,
  processor: Pick<TestGateway, 'url' | 'entityId' | 'token'>,
  { through = 'EXTERNAL', address = processor.url, settings = {}, token }: Connection = {},
): Promise<void> {
  const { entityId } = processor;
  await ours.set({
    mode: through === 'LIVE' ? 'live' : 'test',
    // These suites decline the same cards again and again, and pay stored ones without their CVV.
    ...(through === 'LIVE' && { cardTesting: null, storedCardCvv: 'optional' }),
    connector: { kind: 'upstream', address, entityId, testMode: 'INTERNAL', ...settings },
  });
  const { db, vault } = ours.gateway;
  await setConnectorSecret(db, vault, ours.entityId, 'token', token ?? processor.token);
}

/** Sends our channel notifications, as its processor does. */
export async function notifierOf({
  gateway: { db, vault },
  entityId,
  url,
}: Pick<TestGateway, 'gateway' | 'entityId' | 'url'>) {
  const key = randomBytes(32);
  await setConnectorSecret(db, vault, entityId, 'notificationKey', key.toString('hex'));
  /** @param content of the notification */
  const notify = (content: object): Promise<Response> => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const body = cipher.update(JSON.stringify(content), 'utf8', 'hex') + cipher.final('hex');
    return fetch(`${url}/v1/upstreams/${entityId}/notifications`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'x-initialization-vector': iv.toString('hex'),
        'x-authentication-tag': cipher.getAuthTag().toString('hex'),
      },
      body,
    });
  };
  return notify;
}
