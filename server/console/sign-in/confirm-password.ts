/** A session alone does not make the next way in: the password does, or having signed in just now. */
import { audit, findAdministrator } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../vault/vault.ts';
import { AdminFailure, invalid } from '../admin-failure.ts';
import { actorOf } from '../console-context.ts';
import { beginTry, forgetFailures, noteFailure, type Subject, takeBack } from './lockout.ts';
import { isPassword } from './passwords.ts';
import type { SignedIn } from './sessions.ts';

/** After signing in, in which nothing more is asked. */
export const RECENT_MS = 5 * 60_000;

interface Tools {
  readonly db: Database;
  readonly vault: Vault;
}

/**
 * Wrong ones count with those at the sign-in: who has a session has no more tries than others.
 * @param address of the caller
 * @throws AdminFailure `invalid` where it is not the password of the session's administrator, or `locked`
 */
export async function confirmPassword(
  tools: Tools,
  session: SignedIn,
  password: string,
  address: string,
): Promise<void> {
  const { db, vault } = tools;
  const { name } = session;
  const ofName: Subject = { kind: 'name', value: name };
  const ofAddress: Subject = { kind: 'address', value: address };
  const subjects = [ofName, ofAddress];
  const isLocked = await beginTry(tools, subjects);
  const administrator = await findAdministrator(db, name);
  if (await isPassword(password, administrator?.password ?? null)) {
    await takeBack(tools, [ofAddress]);
    return forgetFailures(tools, ofName);
  }
  await noteFailure(tools, subjects);
  await audit(vault, db, {
    actor: actorOf(session),
    action: 'console password refused',
    subject: name,
    detail: { address, ...(isLocked && { locked: true }) },
  });
  throw invalid('password', 'is not your password');
}

/** @throws AdminFailure `password-needed` without one, where the sign-in is longer ago than {@link RECENT_MS} */
export async function confirmSession(
  tools: Tools,
  session: SignedIn,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (password !== undefined) return confirmPassword(tools, session, password, address);
  if (realNow() - session.startedAt < RECENT_MS) return;
  throw new AdminFailure('password-needed', 'your password is needed for this');
}
