/** Signing in with a password, and with a code where the administrator has an authenticator app. */
import type { SignIn } from '../../../contract/admin-api.ts';
import { type AdministratorRecord, audit, findAdministrator } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../vault/vault.ts';
import { AdminFailure } from '../admin-failure.ts';
import { authenticatorPlace } from './administrator-secrets.ts';
import { beginTry, forgetFailures, noteFailure, type Subject, takeBack } from './lockout.ts';
import { stepOf } from './one-time-codes.ts';
import { isPassword } from './passwords.ts';
import { useRecoveryCode } from './recovery-codes.ts';

interface Tools {
  readonly db: Database;
  readonly vault: Vault;
}

/**
 * @param address of the caller
 * @returns who it is
 * @throws AdminFailure `wrong-credentials`, `code-needed` or `locked`; each failure is in the audit log
 */
export async function signIn(
  tools: Tools,
  { name, password, code }: SignIn,
  address: string,
): Promise<AdministratorRecord> {
  const { db, vault } = tools;
  const ofName: Subject = { kind: 'name', value: name };
  const ofAddress: Subject = { kind: 'address', value: address };
  const subjects = [ofName, ofAddress];
  const isLocked = await beginTry(tools, subjects);
  const fail = async (why: string): Promise<never> => {
    await noteFailure(tools, subjects);
    await audit(vault, db, {
      actor: 'gateway',
      action: 'console sign-in failed',
      // What was typed as a name may be a password.
      subject: administrator ? name : '',
      detail: { why, address, ...(isLocked && { locked: true }) },
    });
    throw new AdminFailure('wrong-credentials', 'name, password or code is wrong');
  };
  const administrator = await findAdministrator(db, name);
  if (!(await isPassword(password, administrator?.password ?? null)) || !administrator) {
    return fail('password');
  }
  if (administrator.authenticator !== null) {
    if (code === undefined) {
      await takeBack(tools, subjects);
      throw new AdminFailure('code-needed', 'a code is needed besides');
    }
    const isRight =
      (await takeCode(tools, administrator, code)) || (await useRecoveryCode(db, name, code));
    if (!isRight) return fail('code');
  }
  await takeBack(tools, [ofAddress]);
  await forgetFailures(tools, ofName);
  return administrator;
}

/** Takes a code of the app; of several instances one takes it. */
async function takeCode(
  { db, vault }: Tools,
  { name, authenticator, authenticatorStep: latest }: AdministratorRecord,
  code: string,
): Promise<boolean> {
  const secret = vault.unwrapText(authenticator ?? '', authenticatorPlace(name));
  const step = stepOf(secret, code, realNow(), latest);
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('administrators')
    .set({ authenticator_step: step })
    .where('name', '=', name)
    .where((eb) =>
      eb.or([eb('authenticator_step', 'is', null), eb('authenticator_step', '<', step)]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
