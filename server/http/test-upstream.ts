/** A second gateway as the upstream of a first one, for tests; in between, whatever goes wrong. */
import type { UpstreamTiming } from '../connectors/upstream/upstream.ts';
import { setConnectorSecret } from '../gateway/connector-secrets.ts';
import { startTestGateway, type TestGateway } from './test-gateway.ts';

/** Short enough to wait for in a test. */
export const IMPATIENT: UpstreamTiming = { chargeMs: 1_000, askMs: 500, giveUpMs: 1_500 };

export type Through = 'INTERNAL' | 'EXTERNAL' | 'LIVE';
/** How a success reads, by the way that a payment takes. */
export const SUCCESS_THROUGH: Readonly<Record<Through, string>> = {
  INTERNAL: '000.100.110',
  EXTERNAL: '000.100.112',
  LIVE: '000.000.000',
};

/** Makes the upstream the processor of our channel. */
export async function connectUpstream(
  ours: TestGateway,
  upstream: Pick<TestGateway, 'url' | 'entityId' | 'token'>,
  options: {
    through?: Exclude<Through, 'INTERNAL'>;
    address?: string;
    settings?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<void> {
  const { through = 'EXTERNAL', address = upstream.url, settings = {} } = options;
  await ours.set({
    mode: through === 'LIVE' ? 'live' : 'test',
    connector: {
      kind: 'upstream',
      address,
      entityId: upstream.entityId,
      testMode: 'INTERNAL',
      ...settings,
    },
  });
  const { db, vault } = ours.gateway;
  await setConnectorSecret(db, vault, ours.entityId, 'token', upstream.token);
}

export interface Pair extends AsyncDisposable {
  readonly ours: TestGateway;
  readonly upstream: TestGateway;
}

export async function startPair(
  options: Parameters<typeof connectUpstream>[2] & { timing?: UpstreamTiming } = {},
): Promise<Pair> {
  const { timing, ...rest } = options;
  const upstream = await startTestGateway();
  const ours = await startTestGateway(timing && { timing });
  await connectUpstream(ours, upstream, rest);
  return {
    ours,
    upstream,
    async [Symbol.asyncDispose]() {
      await ours[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}
