/** What an administrator gets who has signed in: a cookie, and the session. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../../contract/admin-api.ts';
import {
  type AdministratorRecord,
  appendAudit,
  findAdministrator,
} from '../../gateway/access/index.ts';
import { entitiesWithin, listEntities } from '../../gateway/entities/index.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { EntityRow } from '../../store/tables.ts';
import { AdminFailure } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { waitingApprovals } from '../payments/approvals.ts';
import { may, permissionsOf } from '../permissions.ts';
import { issuableScopes } from '../tokens-in-sight.ts';
import { setCookie } from './cookie.ts';
import { passkeysOf } from './passkeys.ts';
import { recoveryCodesLeft } from './recovery-codes.ts';
import { findSession, type SignedIn, startSession } from './sessions.ts';

interface Entrance {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** As the audit log names the way in. */
  readonly action: string;
  /** What belongs to it, in the transaction that starts the session. */
  readonly within?: (trx: Transaction) => Promise<void>;
}

/**
 * Starts a session, and answers it.
 * @param one as it was when its password or passkey was checked: where the password was changed or the
 * administrator removed meanwhile, there is no session
 */
export async function welcome(
  context: ConsoleContext,
  { name, password }: Pick<AdministratorRecord, 'name' | 'password'>,
  { request, reply, action, within }: Entrance,
): Promise<Session> {
  const { db, vault } = context.gateway;
  const token = await inTransaction(db, async (trx) => {
    await within?.(trx);
    const now = await trx
      .selectFrom('administrators')
      .select('password')
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (now?.password !== password) throw changed();
    const started = await startSession(trx, name, request.headers['user-agent']);
    await appendAudit(vault, trx, {
      actor: actorOf({ name }),
      action,
      subject: name,
      detail: { address: request.ip },
    });
    return started;
  });
  const session = await findSession(db, token);
  if (!session) throw changed();
  setCookie(reply, token);
  return presentSession(context, session);
}

const changed = () =>
  new AdminFailure('signed-out', 'the administrator was changed meanwhile: sign in again');

export async function presentSession(context: ConsoleContext, session: SignedIn): Promise<Session> {
  const { name, role, entityId, csrfToken } = session;
  const { db } = context.gateway;
  const [administrator, entities, passkeys, left, approvals] = await Promise.all([
    findAdministrator(db, name),
    entityId === null ? listEntities(db) : entitiesWithin(db, entityId),
    passkeysOf(db, name),
    recoveryCodesLeft(db, name),
    may(role, 'refunds.approve') ? waitingApprovals(context, session) : [],
  ]);
  return {
    ...{ name, role, entityId, csrfToken },
    permissions: permissionsOf(role),
    entities: entities.map(presentEntity),
    refundLimit: context.refundLimits[role],
    tokenScopes: may(role, 'tokens.manage') ? issuableScopes(context, session) : [],
    hasAuthenticator: administrator?.authenticator != null,
    passkeys: passkeys.length,
    recoveryCodesLeft: left,
    approvalsWaiting: approvals.length,
  };
}

const presentEntity = ({ id, kind, name, parent_id, settings }: EntityRow) => ({
  ...{ id, kind, name, parentId: parent_id },
  ...(kind === 'channel' && {
    mode: JSON.parse(settings).mode === 'live' ? ('live' as const) : ('test' as const),
  }),
});
