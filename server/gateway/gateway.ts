/** What the operations work with. One for each running instance. */
import type { Connector } from '../connectors/connector.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/vault.ts';

export interface Gateway {
  readonly db: Database;
  readonly vault: Vault;
  readonly simulator: Connector;
}
