/** `/admin/v1/session` and `/admin/v1/sessions`: signing in and out. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { appendAudit } from '../../gateway/access/index.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { clearCookie } from '../sign-in/cookie.ts';
import { endSession, endSessions, openSessions, type SignedIn } from '../sign-in/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { presentSession, welcome } from '../sign-in/welcome.ts';

const text = z.string().max(256);
const SIGN_IN = z.object({ name: text, password: text, code: text.optional() });

export function sessionRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { db, vault } = gateway;
  const note = (trx: Transaction, session: SignedIn, action: string, address: string) =>
    appendAudit(vault, trx, {
      actor: actorOf(session),
      action,
      subject: session.name,
      detail: { address },
    });

  app.get('/admin/v1/session', (request) => presentSession(context, context.signedIn(request)));

  app.post('/admin/v1/session', async (request, reply) => {
    const { name, password, code } = SIGN_IN.parse(request.body);
    const sent = { name, password, ...(code !== undefined && { code }) };
    const administrator = await signIn(gateway, sent, request.ip);
    return welcome(context, administrator, { request, reply, action: 'console sign-in' });
  });

  app.delete('/admin/v1/session', async (request, reply) => {
    const session = context.signedIn(request);
    await inTransaction(db, async (trx) => {
      await endSession(trx, session.sessionId);
      await note(trx, session, 'console sign-out', request.ip);
    });
    clearCookie(reply);
    return {};
  });

  app.get('/admin/v1/sessions', (request) => openSessions(db, context.signedIn(request)));

  app.delete('/admin/v1/sessions', async (request) => {
    const session = context.signedIn(request);
    await inTransaction(db, async (trx) => {
      await endSessions(trx, session.name, session.sessionId);
      await note(trx, session, 'console sessions ended', request.ip);
    });
    return {};
  });
}
