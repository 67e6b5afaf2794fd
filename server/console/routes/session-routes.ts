/** `/admin/v1/session` and `/admin/v1/sessions`: signing in and out. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import { clearCookie } from '../sign-in/cookie.ts';
import { endSession, endSessions, openSessions, type SignedIn } from '../sign-in/sessions.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { presentSession, welcome } from '../sign-in/welcome.ts';

const text = z.string().max(256);
const SIGN_IN = z.object({ name: text, password: text, code: text.optional() });

export function sessionRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { db } = gateway;
  const note = (trx: Transaction, session: SignedIn, action: string, address: string) =>
    noteInAudit(context, trx, session, { action, subject: session.name, detail: { address } });

  app.get(
    '/admin/v1/session',
    endpoint({
      id: 'get-session',
      group: 'Signing in',
      title: 'The session and what it may do',
      needs: 'session',
      answer: 'Session',
    }),
    (request) => presentSession(context, context.signedIn(request)),
  );

  app.post(
    '/admin/v1/session',
    endpoint({
      id: 'sign-in',
      group: 'Signing in',
      title: 'Signs in by name and password',
      description: 'The answer sets the cookie of the session.',
      needs: 'nothing',
      body: { schema: SIGN_IN, type: 'SignIn' },
      answer: 'Session',
    }),
    async (request, reply) => {
      const { name, password, code } = SIGN_IN.parse(request.body);
      const sent = { name, password, ...(code !== undefined && { code }) };
      const administrator = await signIn(gateway, sent, request.ip);
      return welcome(context, administrator, { request, reply, action: 'console sign-in' });
    },
  );

  app.delete(
    '/admin/v1/session',
    endpoint({
      id: 'sign-out',
      group: 'Signing in',
      title: 'Ends this session',
      needs: 'session',
      answer: 'nothing',
    }),
    async (request, reply) => {
      const session = context.signedIn(request);
      await inTransaction(db, async (trx) => {
        await endSession(trx, session.sessionId);
        await note(trx, session, 'console sign-out', request.ip);
      });
      clearCookie(reply);
      return {};
    },
  );

  app.get(
    '/admin/v1/sessions',
    endpoint({
      id: 'list-sessions',
      group: 'Your account',
      title: 'Open sessions of your own',
      needs: 'session',
      answer: 'OpenSession[]',
    }),
    (request) => openSessions(db, context.signedIn(request)),
  );

  app.delete(
    '/admin/v1/sessions',
    endpoint({
      id: 'end-other-sessions',
      group: 'Your account',
      title: 'Ends all your other sessions',
      needs: 'session',
      answer: 'nothing',
    }),
    async (request) => {
      const session = context.signedIn(request);
      await inTransaction(db, async (trx) => {
        await endSessions(trx, session.name, session.sessionId);
        await note(trx, session, 'console sessions ended', request.ip);
      });
      return {};
    },
  );
}
