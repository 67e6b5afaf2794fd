/** The upstream connector, put together with what it needs of us. */
import type { Connector } from '../connectors/connector.ts';
import { createUpstream, type UpstreamOptions } from '../connectors/upstream/upstream.ts';
import type { UpstreamConfig } from '../connectors/upstream/upstream-client.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/vault.ts';
import { connectorSecret } from './connector-secrets.ts';
import { findChannel } from './entities.ts';
import type { Gateway } from './gateway.ts';

/** Names this installation in a chain of gateways: the same for all of its instances. */
export const chainIdOf = ({ keyedHash }: Pick<Vault, 'keyedHash'>): string =>
  `gateway-${keyedHash('chain of gateways')('this one').slice(0, 24)}`;

/** Undefined where the channel has no upstream, or no token for it. */
export async function upstreamConfigOf(
  db: Database,
  vault: Vault,
  channelId: string,
): Promise<UpstreamConfig | undefined> {
  const settings = (await findChannel(db, channelId))?.settings.connector;
  if (settings?.kind !== 'upstream') return undefined;
  const token = await connectorSecret(db, vault, channelId, 'token');
  return token === undefined ? undefined : { settings, token };
}

export function openUpstream(
  { db, vault, outgoing, publicUrl }: Pick<Gateway, 'db' | 'vault' | 'outgoing' | 'publicUrl'>,
  more: Pick<UpstreamOptions, 'timing' | 'report'> = {},
): Connector {
  return createUpstream({
    db,
    outgoing,
    configOf: (channelId) => upstreamConfigOf(db, vault, channelId),
    own: { id: chainIdOf(vault), origin: publicUrl },
    ...more,
  });
}
