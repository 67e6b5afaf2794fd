/** What signs an administrator in to the console, and what is theirs there: it ends with the name. */
import type { Transaction } from '../../store/database.ts';

/** Sessions, passkeys, codes and open links; the password and the authenticator are of the administrator's row. */
export async function endCredentials(trx: Transaction, name: string): Promise<void> {
  await trx.deleteFrom('console_sessions').where('name', '=', name).execute();
  await trx.deleteFrom('console_passkeys').where('name', '=', name).execute();
  await trx.deleteFrom('console_recovery_codes').where('name', '=', name).execute();
  await trx.deleteFrom('console_challenges').where('name', '=', name).execute();
  await trx.deleteFrom('console_links').where('name', '=', name).execute();
}

/** Of one who is removed, or whose name another one gets. */
export async function forgetAdministrator(trx: Transaction, name: string): Promise<void> {
  await endCredentials(trx, name);
  await trx.deleteFrom('console_views').where('owner', '=', name).execute();
}
