/** `/admin/v1/session/password` and `…/authenticator`: what an administrator's own account has. */
import type { FastifyInstance } from 'fastify';
import { encode } from 'uqr';
import { z } from 'zod';
import type {
  NewAuthenticator,
  PasswordChanged,
  RecoveryCodes,
} from '../../../contract/admin-api.ts';
import { findAdministrator } from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { invalid } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import { authenticatorPlace } from '../sign-in/administrator-secrets.ts';
import { confirmPassword, confirmSession } from '../sign-in/confirm-password.ts';
import {
  beginAuthenticator,
  keepAuthenticator,
  removeAuthenticator,
  setPassword,
} from '../sign-in/credentials.ts';
import { newSecret, stepOf, uriOf } from '../sign-in/one-time-codes.ts';
import { passkeysOf, presentPasskey } from '../sign-in/passkeys.ts';
import { checkPassword, hashPassword } from '../sign-in/passwords.ts';
import { renewRecoveryCodes } from '../sign-in/recovery-codes.ts';
import { endSessions, type SignedIn } from '../sign-in/sessions.ts';

const ISSUER = 'Payment console';
const text = z.string().max(256);
const PASSWORD = z.object({ password: text, newPassword: text });
const WITH_PASSWORD = z.object({ password: text });
const CONFIRMED = z.object({ password: text.optional() });
const CODE = z.object({ code: text });

export function accountRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { db, vault } = gateway;
  const note = (trx: Transaction, session: SignedIn, action: string, address: string) =>
    noteInAudit(context, trx, session, { action, subject: session.name, detail: { address } });

  app.put(
    '/admin/v1/session/password',
    endpoint({
      id: 'change-password',
      group: 'Your account',
      title: 'Changes your password',
      description: 'Ends all other sessions.',
      needs: 'session',
      body: { schema: PASSWORD, type: 'ChangePassword' },
      answer: 'PasswordChanged',
    }),
    async (request): Promise<PasswordChanged> => {
      const session = context.signedIn(request);
      const { password, newPassword } = PASSWORD.parse(request.body);
      await confirmPassword(gateway, session, password, request.ip);
      checkPassword(newPassword, 'newPassword');
      const hashed = await hashPassword(newPassword);
      const passkeys = await inTransaction(db, async (trx) => {
        await setPassword(trx, session.name, hashed);
        await endSessions(trx, session.name, session.sessionId);
        const kept = await passkeysOf(trx, session.name);
        await note(trx, session, 'console password changed', request.ip);
        return kept;
      });
      return { passkeys: passkeys.map(presentPasskey) };
    },
  );

  app.post(
    '/admin/v1/session/authenticator',
    endpoint({
      id: 'begin-authenticator',
      group: 'Your account',
      title: 'Begins a new authenticator app',
      description: 'It counts once a code of it was sent.',
      needs: 'session',
      body: { schema: CONFIRMED, type: 'Confirmed' },
      answer: 'NewAuthenticator',
    }),
    async (request): Promise<NewAuthenticator> => {
      const session = context.signedIn(request);
      const { password } = CONFIRMED.parse(request.body ?? {});
      await confirmSession(gateway, session, password, request.ip);
      const { name } = session;
      const secret = newSecret();
      // Begun only: it counts, and is in the audit log, with its first code.
      await beginAuthenticator(db, name, vault.wrapText(secret, authenticatorPlace(name)));
      const uri = uriOf(secret, name, ISSUER);
      const { data, size } = encode(uri);
      const qrPath = data
        .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
        .join('');
      return { secret, uri, qrPath, qrSize: size };
    },
  );

  app.put(
    '/admin/v1/session/authenticator',
    endpoint({
      id: 'confirm-authenticator',
      group: 'Your account',
      title: 'Adds the authenticator app that was begun',
      needs: 'session',
      body: { schema: CODE },
      answer: 'RecoveryCodes',
    }),
    async (request): Promise<RecoveryCodes> => {
      const session = context.signedIn(request);
      const { code } = CODE.parse(request.body);
      const pending = (await findAdministrator(db, session.name))?.pendingAuthenticator;
      if (!pending) throw invalid('code', 'needs an authenticator that was begun before');
      const secret = vault.unwrapText(pending, authenticatorPlace(session.name));
      const step = stepOf(secret, code, realNow(), null);
      if (step === undefined) throw invalid('code', 'is not the one that the app shows now');
      const recoveryCodes = await inTransaction(db, async (trx) => {
        await keepAuthenticator(trx, session.name, pending, step);
        const codes = await renewRecoveryCodes(trx, session.name);
        await note(trx, session, 'console authenticator added', request.ip);
        return codes;
      });
      return { recoveryCodes };
    },
  );

  app.delete(
    '/admin/v1/session/authenticator',
    endpoint({
      id: 'remove-authenticator',
      group: 'Your account',
      title: 'Removes your authenticator app',
      needs: 'session',
      body: { schema: WITH_PASSWORD },
      answer: 'nothing',
    }),
    async (request) => {
      const session = context.signedIn(request);
      const { password } = WITH_PASSWORD.parse(request.body);
      await confirmPassword(gateway, session, password, request.ip);
      await inTransaction(db, async (trx) => {
        await removeAuthenticator(trx, session.name);
        await note(trx, session, 'console authenticator removed', request.ip);
      });
      return {};
    },
  );
}
