/** What an administrator signs in with: the password, and the authenticator app. */
import type { Database, Transaction } from '../../store/database.ts';

const NO_AUTHENTICATOR = {
  ...{ authenticator: null, pending_authenticator: null, authenticator_step: null },
};

/** @param password as `hashPassword` gives it */
export async function setPassword(trx: Transaction, name: string, password: string): Promise<void> {
  await trx.updateTable('administrators').set({ password }).where('name', '=', name).execute();
}

/** The password alone: an app that was there is none any more. */
export async function beginAnew(trx: Transaction, name: string, password: string): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ password, ...NO_AUTHENTICATOR })
    .where('name', '=', name)
    .execute();
}

/** @param secret in an envelope of the vault */
export async function beginAuthenticator(
  db: Database,
  name: string,
  secret: string,
): Promise<void> {
  await db
    .updateTable('administrators')
    .set({ pending_authenticator: secret })
    .where('name', '=', name)
    .execute();
}

/**
 * @param secret the one that was begun, in its envelope
 * @param step of the code that has confirmed it
 */
export async function keepAuthenticator(
  trx: Transaction,
  name: string,
  secret: string,
  step: number,
): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ authenticator: secret, pending_authenticator: null, authenticator_step: step })
    .where('name', '=', name)
    .execute();
}

/** With its recovery codes. */
export async function removeAuthenticator(trx: Transaction, name: string): Promise<void> {
  await trx.updateTable('administrators').set(NO_AUTHENTICATOR).where('name', '=', name).execute();
  await trx.deleteFrom('console_recovery_codes').where('name', '=', name).execute();
}
