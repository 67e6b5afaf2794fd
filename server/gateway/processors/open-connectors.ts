/** Every connector of the registry, put together with what it needs of the gateway. */
import type { ConnectorContext } from '../../connectors/connector.ts';
import { type Connectors, openConnectors } from '../../connectors/registry.ts';
import type { Transaction } from '../../store/database.ts';
import type { Vault } from '../../vault/vault.ts';
import type { GatewayContext } from '../context.ts';
import { findChannel } from '../entities/index.ts';
import { connectorSecret } from './connector-secrets.ts';
import { traceConnector } from './trace-connector.ts';

/** Names this installation in a chain of gateways: the same for all of its instances. */
export const chainIdOf = ({ keyedHash }: Pick<Vault, 'keyedHash'>): string =>
  `gateway-${keyedHash('chain of gateways')('this one').slice(0, 24)}`;

/** What simulated banks and the simulator sign with: the workbench has the same. */
export const bankKeyOf = ({ keyedHash }: Pick<Vault, 'keyedHash'>) => keyedHash('simulated banks');

type Parts = Pick<GatewayContext, 'db' | 'vault' | 'outgoing' | 'publicUrl'> & {
  /** Where the simulated banks are; undefined where there are none. */
  readonly bankAddress?: ConnectorContext['banks']['address'];
  readonly report?: ConnectorContext['report'];
};

/** @param name of the connector, as the registry has it */
export function connectorContext(
  { db, vault, outgoing, publicUrl, bankAddress = () => undefined, report = () => {} }: Parts,
  name: string,
): ConnectorContext {
  return {
    db,
    outgoing,
    async settingsOf(channelId) {
      const settings = (await findChannel(db, channelId))?.settings.connector;
      return settings?.kind === name ? settings : undefined;
    },
    secretOf: (channelId, secret) => connectorSecret(db, vault, channelId, secret),
    own: { id: chainIdOf(vault), origin: publicUrl },
    banks: { address: bankAddress, sign: bankKeyOf(vault) },
    report,
  };
}

export const openAllConnectors = (parts: Parts): Connectors =>
  new Map(
    [...openConnectors((name) => connectorContext(parts, name))].map(([name, connector]) => [
      name,
      traceConnector(name, connector),
    ]),
  );

/** A stored card was deleted here: every processor that has it deletes it soon. */
export async function forgetAtProcessors(
  { connectors }: GatewayContext,
  trx: Transaction,
  registrationId: string,
): Promise<void> {
  for (const connector of connectors.values()) {
    await connector.forgetRegistration?.(trx, registrationId);
  }
}
