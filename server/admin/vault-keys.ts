/** Changing the master keys: everything that was encrypted, in all tables, under the current one. */

// Not by the console's door: the whole console would be loaded for every command.
import { CONSOLE_ENVELOPES } from '../console/sign-in/administrator-secrets.ts';
import { CONNECTOR_ENVELOPES } from '../gateway/processors/index.ts';
import { IDEMPOTENCY_ENVELOPES } from '../gateway/requests/index.ts';
import { WALLET_ENVELOPES } from '../gateway/wallets/index.ts';
import { WEBHOOK_ENVELOPES } from '../notifications/secrets.ts';
import type { Database } from '../store/database.ts';
import type { EnvelopeColumn } from '../store/envelope-column.ts';
import { VAULT_ENVELOPES } from '../vault/envelope-columns.ts';
import type { Vault } from '../vault/vault.ts';

/** Every column that holds envelopes. A test looks through the database for others. */
export const ENVELOPE_COLUMNS: readonly EnvelopeColumn[] = [
  ...VAULT_ENVELOPES,
  ...WEBHOOK_ENVELOPES,
  CONNECTOR_ENVELOPES,
  IDEMPOTENCY_ENVELOPES,
  WALLET_ENVELOPES,
  ...CONSOLE_ENVELOPES,
];

type Keys = Pick<Vault, 'keyIds' | 'rewrapColumn' | 'countByKey'>;

/** Envelopes by the key that they lie under; `null` stands for keys that this process does not have. */
export interface KeyUse {
  readonly key: string | null;
  readonly encrypts: boolean;
  readonly envelopes: number;
}

export async function keysInUse(db: Database, vault: Keys): Promise<readonly KeyUse[]> {
  const counts = await Promise.all(ENVELOPE_COLUMNS.map((column) => vault.countByKey(db, column)));
  const known = vault.keyIds.map((key, index) => ({
    key,
    encrypts: index === 0,
    envelopes: counts.reduce((sum, { byKey }) => sum + (byKey.get(key) ?? 0), 0),
  }));
  const others = counts.reduce((sum, count) => sum + count.others, 0);
  return others === 0 ? known : [...known, { key: null, encrypts: false, envelopes: others }];
}

export interface Rotation {
  /** How many of what were encrypted anew. */
  readonly rewrapped: Readonly<Record<string, number>>;
  /** What none of the keys opens: table and primary key of each row. */
  readonly unopened: readonly string[];
  /** What lies under which key now. */
  readonly keys: readonly KeyUse[];
}

/** May run beside instances that have the same keys, more than once, and again after it was ended. */
export async function rotateVault(db: Database, vault: Keys): Promise<Rotation> {
  const rewrapped: Record<string, number> = {};
  const unopened: string[] = [];
  for (const column of ENVELOPE_COLUMNS) {
    const done = await vault.rewrapColumn(db, column);
    rewrapped[column.holds] = (rewrapped[column.holds] ?? 0) + done.rewrapped;
    unopened.push(...done.unopened.map((key) => `${column.table} ${key}`));
  }
  return { rewrapped, unopened, keys: await keysInUse(db, vault) };
}
