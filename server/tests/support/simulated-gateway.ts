/** A gateway with nothing around it but its database, for tests and benches below HTTP. */
import type { Connector } from '../../connectors/connector.ts';
import { createSimulator } from '../../connectors/simulator/simulator.ts';
import type { GatewayContext } from '../../gateway/context.ts';
import { createOutgoing } from '../../outgoing/guarded-client.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../vault/vault.ts';

export function simulatedGateway(db: Database, vault: Vault): GatewayContext {
  const simulator = createSimulator(db, {
    address: () => 'https://bank.example',
    sign: vault.keyedHash('simulated banks'),
  });
  return {
    db,
    vault,
    connectors: new Map([['simulator', simulator]]),
    outgoing: createOutgoing({ allowPrivate: false }),
    buildNumber: 'simulated',
    publicUrl: () => 'https://gateway.example',
  };
}

export function simulatorOf({ connectors }: Pick<GatewayContext, 'connectors'>): Connector {
  const simulator = connectors.get('simulator');
  if (!simulator) throw new Error('the gateway has no simulator');
  return simulator;
}

/** The same gateway with another simulator. */
export const withSimulator = (
  gateway: GatewayContext,
  changes: Partial<Connector>,
): GatewayContext => ({
  ...gateway,
  connectors: new Map([
    ...gateway.connectors,
    ['simulator', { ...simulatorOf(gateway), ...changes }],
  ]),
});
