/** Passkeys: signing in without a password, by the device's own check of its owner. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Passkey } from '../../../contract/admin-api.ts';
import { findAdministrator } from '../../gateway/access/index.ts';
import { inTransaction } from '../../store/dialect.ts';
import { AdminFailure, invalid, notFound } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import { confirmSession } from '../sign-in/confirm-password.ts';
import { beginTry, noteFailure, type Subject, takeBack } from '../sign-in/lockout.ts';
import {
  addPasskey,
  findPasskey,
  keepChallenge,
  notePasskeyUse,
  passkeysOf,
  presentPasskey,
  removePasskey,
  takeChallenge,
} from '../sign-in/passkeys.ts';
import { welcome } from '../sign-in/welcome.ts';

const NAME = 'Payment console';
const CONFIRMED = z.object({ password: z.string().max(256).optional() });
const NEW = CONFIRMED.extend({
  label: z.string().trim().min(1).max(64),
  response: z.looseObject({ id: z.string().max(1024) }),
});
const USED = z.object({
  challengeId: z.string().max(64),
  response: z.looseObject({ id: z.string().max(1024) }),
});

const unknownPasskey = () =>
  new AdminFailure('wrong-credentials', 'this passkey is not known here');

/** Loaded with the first passkey, not with the server: it is every eighth module of all. */
const webAuthn = () => import('@simplewebauthn/server');

export function passkeyRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { gateway } = context;
  const { db } = gateway;
  const site = () => ({
    expectedOrigin: context.consoleUrl,
    expectedRPID: new URL(context.consoleUrl).hostname,
  });

  app.get(
    '/admin/v1/session/passkeys',
    endpoint({
      id: 'list-passkeys',
      group: 'Your account',
      title: 'Your passkeys',
      needs: 'session',
      answer: 'Passkey[]',
    }),
    async (request): Promise<Passkey[]> => {
      const keys = await passkeysOf(db, context.signedIn(request).name);
      return keys.map(presentPasskey);
    },
  );

  app.post(
    '/admin/v1/session/passkeys/options',
    endpoint({
      id: 'begin-passkey',
      group: 'Your account',
      title: 'What the browser needs to make a passkey',
      needs: 'session',
      body: { schema: CONFIRMED, type: 'Confirmed' },
      answer: 'PasskeyOptions',
    }),
    async (request) => {
      const session = context.signedIn(request);
      const { password } = CONFIRMED.parse(request.body ?? {});
      await confirmSession(gateway, session, password, request.ip);
      const { name } = session;
      const { generateRegistrationOptions } = await webAuthn();
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID: site().expectedRPID,
        userName: name,
        attestationType: 'none',
        excludeCredentials: (await passkeysOf(db, name)).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keepChallenge(db, options.challenge, name);
      return { options };
    },
  );

  app.post(
    '/admin/v1/session/passkeys',
    endpoint({
      id: 'add-passkey',
      group: 'Your account',
      title: 'Adds the passkey that the browser has made',
      needs: 'session',
      body: { schema: NEW },
      answer: 'AddedPasskey',
    }),
    async (request): Promise<object> => {
      const session = context.signedIn(request);
      const { label, response, password } = NEW.parse(request.body);
      await confirmSession(gateway, session, password, request.ip);
      const expectedChallenge = await takeChallenge(db, { name: session.name });
      const sent = response as unknown as RegistrationResponseJSON;
      const { verifyRegistrationResponse } = await webAuthn();
      const verified = await verifyRegistrationResponse({
        ...site(),
        response: sent,
        expectedChallenge,
      }).catch((error: Error) => {
        throw invalid('response', `is no passkey of this console: ${error.message}`);
      });
      if (!verified.verified) throw invalid('response', 'is no passkey of this console');
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      await inTransaction(db, async (trx) => {
        await addPasskey(trx, { id, name: session.name, label, publicKey, counter });
        await noteInAudit(context, trx, session, {
          action: 'console passkey added',
          subject: session.name,
          detail: { label, address: request.ip },
        });
      });
      return { id };
    },
  );

  app.delete<{ Params: { id: string } }>(
    '/admin/v1/session/passkeys/:id',
    endpoint({
      id: 'remove-passkey',
      group: 'Your account',
      title: 'Removes one of your passkeys',
      needs: 'session',
      answer: 'nothing',
    }),
    async (request): Promise<object> => {
      const session = context.signedIn(request);
      await inTransaction(db, async (trx) => {
        const isRemoved = await removePasskey(trx, session.name, request.params.id);
        if (!isRemoved) throw notFound('passkey');
        await noteInAudit(context, trx, session, {
          action: 'console passkey removed',
          subject: session.name,
          detail: { address: request.ip },
        });
      });
      return {};
    },
  );

  app.post(
    '/admin/v1/passkey/options',
    endpoint({
      id: 'begin-passkey-sign-in',
      group: 'Signing in',
      title: 'What the browser needs to sign in by passkey',
      needs: 'nothing',
      answer: 'PasskeyChallenge',
    }),
    async () => {
      const { generateAuthenticationOptions } = await webAuthn();
      const options = await generateAuthenticationOptions({
        rpID: site().expectedRPID,
        userVerification: 'required',
      });
      return { options, challengeId: await keepChallenge(db, options.challenge, null) };
    },
  );

  app.post(
    '/admin/v1/passkey',
    endpoint({
      id: 'sign-in-by-passkey',
      group: 'Signing in',
      title: 'Signs in by passkey',
      description: 'The answer sets the cookie of the session.',
      needs: 'nothing',
      body: { schema: USED },
      answer: 'Session',
    }),
    async (request, reply) => {
      const { challengeId, response } = USED.parse(request.body);
      const subjects: readonly Subject[] = [{ kind: 'address', value: request.ip }];
      // One that was asked for too long ago is no wrong try.
      const expectedChallenge = await takeChallenge(db, { id: challengeId });
      await beginTry(gateway, subjects);
      const key = await findPasskey(db, response.id);
      const administrator = key && (await findAdministrator(db, key.name));
      const { verifyAuthenticationResponse } = await webAuthn();
      const verified =
        key &&
        (await verifyAuthenticationResponse({
          ...site(),
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge,
          credential: key,
        }).catch(() => undefined));
      if (!administrator || !verified?.verified) {
        await noteFailure(gateway, subjects);
        throw unknownPasskey();
      }
      await takeBack(gateway, subjects);
      const { newCounter } = verified.authenticationInfo;
      return welcome(context, administrator, {
        ...{ request, reply, action: 'console sign-in by passkey' },
        async within(trx) {
          // Removed while it signed.
          if (!(await notePasskeyUse(trx, key.id, newCounter))) throw unknownPasskey();
        },
      });
    },
  );
}
