/** A gateway with nothing around it but its database, for tests and benches below HTTP. */
import { createSimulator } from '../../connectors/simulator.ts';
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
    simulator,
    upstream: simulator,
    outgoing: createOutgoing({ allowPrivate: false }),
    buildNumber: 'simulated',
    publicUrl: () => 'https://gateway.example',
  };
}
