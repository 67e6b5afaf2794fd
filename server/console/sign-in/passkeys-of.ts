/** Passkeys of an administrator, as rows and as the console shows them. */
import type { Passkey } from '../../../contract/admin-api.ts';
import type { ConsolePasskeyRow } from '../../store/console-tables.ts';
import type { Database, Transaction } from '../../store/database.ts';

export const passkeysOf = (
  db: Database | Transaction,
  name: string,
): Promise<ConsolePasskeyRow[]> =>
  db.selectFrom('console_passkeys').selectAll().where('name', '=', name).execute();

export const presentPasskey = ({ id, label, created_at, used_at }: ConsolePasskeyRow): Passkey => ({
  ...{ id, label },
  createdAt: new Date(created_at).toISOString(),
  lastUsedAt: used_at === null ? null : new Date(used_at).toISOString(),
});
