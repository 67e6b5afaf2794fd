/** `/admin/v1/session` and `/admin/v1/links`: signing in and out, and what an administrator's own account has. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encode } from 'uqr';
import { z } from 'zod';
import type {
  LinkInfo,
  NewAuthenticator,
  RecoveryCodes,
  Session,
} from '../../../contract/admin-api.ts';
import { appendAudit, audit, noKeyOf } from '../../gateway/access/index.ts';
import { entitiesWithin, listEntities } from '../../gateway/entities/index.ts';
import { realNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { EntityRow } from '../../store/tables.ts';
import { AdminFailure, invalid } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { waitingApprovals } from '../payments/approvals.ts';
import { may, permissionsOf } from '../permissions.ts';
import { authenticatorPlace } from '../sign-in/administrator-secrets.ts';
import { clearCookie, setCookie } from '../sign-in/cookie.ts';
import { findLink, spendLink } from '../sign-in/links.ts';
import { newSecret, stepOf, uriOf } from '../sign-in/one-time-codes.ts';
import { checkPassword, hashPassword, isPassword } from '../sign-in/passwords.ts';
import { recoveryCodesLeft, renewRecoveryCodes } from '../sign-in/recovery-codes.ts';
import {
  endSession,
  endSessions,
  findSession,
  openSessions,
  type SignedIn,
  startSession,
} from '../sign-in/sessions.ts';
import { findAdministrator, signIn } from '../sign-in/sign-in.ts';
import { issuableScopes } from '../tokens-in-sight.ts';

const ISSUER = 'Payment console';
const text = z.string().max(256);
const SIGN_IN = z.object({ name: text, password: text, code: text.optional() });
const PASSWORD = z.object({ password: text, newPassword: text });
const WITH_PASSWORD = z.object({ password: text });
const CODE = z.object({ code: text });
const USE_LINK = z.object({ name: text.optional(), password: text });
/** As `gateway/access/administrators.ts` has it. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

export function sessionRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { db, vault } = gateway;
  const note = (session: Pick<SignedIn, 'name'>, action: string, address: string) =>
    audit(vault, db, {
      actor: actorOf(session),
      action,
      subject: session.name,
      detail: { address },
    });

  app.get('/admin/v1/session', (request) => present(context, context.signedIn(request)));

  app.post('/admin/v1/session', async (request, reply) => {
    const { name, password, code } = SIGN_IN.parse(request.body);
    const sent = { name, password, ...(code !== undefined && { code }) };
    const administrator = await signIn(gateway, sent, request.ip);
    return welcome(context, request, reply, administrator.name, 'console sign-in');
  });

  app.delete('/admin/v1/session', async (request, reply) => {
    const session = context.signedIn(request);
    await endSession(db, session.sessionId);
    await note(session, 'console sign-out', request.ip);
    clearCookie(reply);
    return {};
  });

  app.get('/admin/v1/sessions', (request) => openSessions(db, context.signedIn(request)));

  app.delete('/admin/v1/sessions', async (request) => {
    const session = context.signedIn(request);
    await endSessions(db, session.name, session.sessionId);
    await note(session, 'console sessions ended', request.ip);
    return {};
  });

  /** @throws AdminFailure where the password is not that of the session's administrator */
  const requirePassword = async (session: SignedIn, password: string, name: string) => {
    const administrator = await findAdministrator(db, session.name);
    if (!(await isPassword(password, administrator?.password ?? null))) {
      throw invalid(name, 'is not your password');
    }
  };

  app.put('/admin/v1/session/password', async (request) => {
    const session = context.signedIn(request);
    const { password, newPassword } = PASSWORD.parse(request.body);
    await requirePassword(session, password, 'password');
    checkPassword(newPassword, 'newPassword');
    const hashed = await hashPassword(newPassword);
    await db
      .updateTable('administrators')
      .set({ password: hashed })
      .where('name', '=', session.name)
      .execute();
    await endSessions(db, session.name, session.sessionId);
    await note(session, 'console password changed', request.ip);
    return {};
  });

  app.post('/admin/v1/session/authenticator', async (request): Promise<NewAuthenticator> => {
    const { name } = context.signedIn(request);
    const secret = newSecret();
    await db
      .updateTable('administrators')
      .set({ pending_authenticator: vault.wrapText(secret, authenticatorPlace(name)) })
      .where('name', '=', name)
      .execute();
    const uri = uriOf(secret, name, ISSUER);
    const { data, size } = encode(uri);
    const qrPath = data
      .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
      .join('');
    return { secret, uri, qrPath, qrSize: size };
  });

  app.put('/admin/v1/session/authenticator', async (request): Promise<RecoveryCodes> => {
    const session = context.signedIn(request);
    const { code } = CODE.parse(request.body);
    const pending = (await findAdministrator(db, session.name))?.pending_authenticator;
    if (!pending) throw invalid('code', 'needs an authenticator that was begun before');
    const secret = vault.unwrapText(pending, authenticatorPlace(session.name));
    const step = stepOf(secret, code, realNow(), null);
    if (step === undefined) throw invalid('code', 'is not the one that the app shows now');
    const recoveryCodes = await inTransaction(db, async (trx) => {
      await trx
        .updateTable('administrators')
        .set({ authenticator: pending, pending_authenticator: null, authenticator_step: step })
        .where('name', '=', session.name)
        .execute();
      const codes = await renewRecoveryCodes(trx, session.name);
      await appendAudit(vault, trx, {
        actor: actorOf(session),
        action: 'console authenticator added',
        subject: session.name,
        detail: { address: request.ip },
      });
      return codes;
    });
    return { recoveryCodes };
  });

  app.delete('/admin/v1/session/authenticator', async (request) => {
    const session = context.signedIn(request);
    await requirePassword(session, WITH_PASSWORD.parse(request.body).password, 'password');
    await db
      .updateTable('administrators')
      .set({ authenticator: null, pending_authenticator: null, authenticator_step: null })
      .where('name', '=', session.name)
      .execute();
    await db.deleteFrom('console_recovery_codes').where('name', '=', session.name).execute();
    await note(session, 'console authenticator removed', request.ip);
    return {};
  });

  app.get<{ Params: { token: string } }>(
    '/admin/v1/links/:token',
    async ({ params: { token } }): Promise<LinkInfo> => {
      const { role, name, ends_at } = await findLink(db, token);
      return { role, name, endsAt: new Date(ends_at).toISOString() };
    },
  );

  app.post<{ Params: { token: string } }>('/admin/v1/links/:token', async (request, reply) => {
    const link = await findLink(db, request.params.token);
    const sent = USE_LINK.parse(request.body);
    const name = link.name ?? sent.name?.trim() ?? '';
    if (!NAME.test(name)) {
      throw invalid('name', 'must have up to 64 letters, digits, spaces, dots, hyphens, _ and @');
    }
    checkPassword(sent.password);
    const password = await hashPassword(sent.password);
    await inTransaction(db, async (trx) => {
      await spendLink(trx, link);
      const known = await trx
        .selectFrom('administrators')
        .select('name')
        .where('name', '=', name)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (known && link.name === null) throw invalid('name', 'is taken');
      if (known) {
        // The old credentials may be in other hands, so all of them end.
        await trx
          .updateTable('administrators')
          .set({ password, authenticator: null, authenticator_step: null })
          .where('name', '=', name)
          .execute();
        await trx.deleteFrom('console_sessions').where('name', '=', name).execute();
        await trx.deleteFrom('console_passkeys').where('name', '=', name).execute();
        await trx.deleteFrom('console_recovery_codes').where('name', '=', name).execute();
      } else {
        await trx.deleteFrom('administrators').where('name', '=', name).execute();
        await trx
          .insertInto('administrators')
          .values({
            ...{ name, role: link.role, entity_id: link.entity_id, password },
            // Without a key for the command line, until an owner draws one there.
            ...{ key_hash: noKeyOf(name), created_at: realNow(), removed_at: null },
          })
          .execute();
      }
      await appendAudit(vault, trx, {
        actor: actorOf({ name }),
        action: 'console link used',
        subject: name,
        detail: { role: link.role, address: request.ip },
      });
    });
    return welcome(context, request, reply, name, 'console sign-in');
  });
}

/** Starts a session, and answers it. */
export async function welcome(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  action: string,
): Promise<Session> {
  const { db, vault } = context.gateway;
  const token = await startSession(db, name, request.headers['user-agent']);
  const session = await findSession(db, token);
  if (!session) throw new AdminFailure('signed-out', 'the administrator was removed');
  await audit(vault, db, {
    actor: actorOf({ name }),
    action,
    subject: name,
    detail: { address: request.ip },
  });
  setCookie(reply, token);
  return present(context, session);
}

async function present(context: ConsoleContext, session: SignedIn): Promise<Session> {
  const { name, role, entityId, csrfToken } = session;
  const { db } = context.gateway;
  const [administrator, entities, passkeys, left, approvals] = await Promise.all([
    findAdministrator(db, name),
    entityId === null ? listEntities(db) : entitiesWithin(db, entityId),
    db
      .selectFrom('console_passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('name', '=', name)
      .executeTakeFirstOrThrow(),
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
    passkeys: Number(passkeys.count),
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
