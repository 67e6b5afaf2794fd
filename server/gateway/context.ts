/** What the operations work with. One for each running instance. */
import type { Connectors } from '../connectors/registry.ts';
import type { Outgoing } from '../outgoing/guarded-client.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/vault.ts';

/** @throws Error where it could not be handed over */
export type SendMail = (mail: { readonly subject: string; readonly text: string }) => Promise<void>;

export interface GatewayContext {
  readonly db: Database;
  readonly vault: Vault;
  readonly connectors: Connectors;
  /** Makes every call to an address that a merchant named (D16). */
  readonly outgoing: Outgoing;
  /** Of every answer: stands for the running code. */
  readonly buildNumber: string;
  /** Tells the operator, in the log; nothing of a card, and no address. */
  readonly warn?: (about: object, message: string) => void;
  /** Sends an e-mail to the operator; undefined where none is set up. */
  readonly mail?: SendMail | undefined;
  readonly wallets?: {
    /** PEM of Apple's root certificate; `undefined` where none was configured. */
    readonly appleRoot?: string | undefined;
    /** Google's list of its root keys, JSON. */
    readonly googleRootKeys?: string | undefined;
    /** Hosts beside Apple's that a merchant may be validated at; only of tests. */
    readonly validationHosts?: readonly string[];
  };
  /** Origin under which browsers reach the gateway; known once it listens. */
  readonly publicUrl: () => string;
}
