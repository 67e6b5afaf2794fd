/** `/admin/v1/administrators`: who may use the console, and as what. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdministratorInfo, NewLink } from '../../../contract/admin-api.ts';
import {
  AccessError,
  type AdministratorChange,
  changeAdministratorIn,
  isSameName,
  listAdministrators,
  ROLES,
} from '../../gateway/access/index.ts';
import { findEntity, isWithin } from '../../gateway/entities/index.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { forbidden, invalid, notFound } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { oneOf } from '../one-of.ts';
import { endpoint } from '../reference/endpoint.ts';
import { createLink, INVITATION_MS } from '../sign-in/links.ts';
import { passkeyCounts } from '../sign-in/passkeys.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const NAME = z
  .string()
  .trim()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u,
    'must have up to 64 letters, digits, spaces, dots, hyphens, _ and @',
  );
const ROLE = oneOf(ROLES);
const INVITE = z.object({ name: NAME, role: ROLE, entityId: z.string().max(64).nullable() });
const CHANGE = z.object({ role: ROLE });

interface Named {
  Params: { name: string };
}

export function administratorRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  /** Whom the session's administrator may see and change: those of its own entity, or below it. */
  const isInSight = async (
    { entityId }: SignedIn,
    other: string | null,
    within: Database | Transaction = db,
  ): Promise<boolean> =>
    entityId === null || (other !== null && (await isWithin(within, other, entityId)));

  const ownOne = async (session: SignedIn, name: string) => {
    const one = (await listAdministrators(db)).find((other) => other.name === name);
    if (!one || !(await isInSight(session, one.entityId))) throw notFound('administrator');
    return one;
  };

  app.get(
    '/admin/v1/administrators',
    endpoint({
      id: 'list-administrators',
      group: 'Administrators',
      title: 'Administrators of your entities',
      needs: 'administrators.manage',
      answer: 'AdministratorInfo[]',
    }),
    async (request): Promise<AdministratorInfo[]> => {
      const session = context.signedIn(request);
      const all = await listAdministrators(db);
      const seen = await Promise.all(all.map((one) => isInSight(session, one.entityId)));
      const passkeys = await passkeyCounts(db);
      return all
        .filter((_, n) => seen[n])
        .map((one) => ({
          ...{ name: one.name, role: one.role, entityId: one.entityId },
          hasPassword: one.password !== null,
          hasAuthenticator: one.authenticator !== null,
          passkeys: passkeys.get(one.name) ?? 0,
          createdAt: new Date(one.createdAt).toISOString(),
          lastSeenAt: one.seenAt === null ? null : new Date(one.seenAt).toISOString(),
        }));
    },
  );

  app.post(
    '/admin/v1/administrators',
    endpoint({
      id: 'invite-administrator',
      group: 'Administrators',
      title: 'Makes a one-time link for an administrator',
      description: 'For one that there is: another link, by which a lost password is set anew.',
      needs: 'administrators.manage',
      body: { schema: INVITE, type: 'Invite' },
      answer: 'NewLink',
    }),
    async (request): Promise<NewLink> => {
      const session = context.signedIn(request);
      const { name, role, entityId } = INVITE.parse(request.body);
      if (entityId !== null && !(await findEntity(db, entityId))) {
        throw invalid('entityId', 'is no entity of this gateway');
      }
      if (!(await isInSight(session, entityId))) throw forbidden();
      const all = await listAdministrators(db);
      const known = all.find((one) => one.name === name);
      const isTaken = !known && all.some((one) => isSameName(one.name, name));
      if (isTaken) throw invalid('name', 'is taken');
      if (known && !(await isInSight(session, known.entityId))) throw invalid('name', 'is taken');
      const link = await inTransaction(db, async (trx) => {
        const as = known ? { role: known.role, entityId: known.entityId } : { role, entityId };
        const made = await createLink(trx, { name, ...as }, INVITATION_MS, async (before) => {
          // Another merchant's invitation would be worth nothing any more.
          if (known || (await isInSight(session, before.entityId, trx))) return;
          throw invalid('name', 'is taken');
        });
        await noteInAudit(context, trx, session, {
          action: 'console administrator invited',
          subject: name,
          detail: as,
        });
        return made;
      });
      return {
        link: `${context.consoleUrl}/invitation#token=${link.token}`,
        endsAt: new Date(link.endsAt).toISOString(),
      };
    },
  );

  app.patch<Named>(
    '/admin/v1/administrators/:name',
    endpoint({
      id: 'change-administrator',
      group: 'Administrators',
      title: 'Gives an administrator another role',
      needs: 'administrators.manage',
      body: { schema: CHANGE },
      answer: 'nothing',
    }),
    async (request): Promise<object> => {
      const session = context.signedIn(request);
      const { role } = CHANGE.parse(request.body);
      const one = await ownOne(session, request.params.name);
      await inTransaction(db, async (trx) => {
        await change(trx, one.name, { role });
        await note(trx, session, one.name, 'console administrator changed', { role });
      });
      return {};
    },
  );

  app.delete<Named>(
    '/admin/v1/administrators/:name',
    endpoint({
      id: 'remove-administrator',
      group: 'Administrators',
      title: 'Removes an administrator',
      needs: 'administrators.manage',
      answer: 'nothing',
    }),
    async (request): Promise<object> => {
      const session = context.signedIn(request);
      const one = await ownOne(session, request.params.name);
      await inTransaction(db, async (trx) => {
        await change(trx, one.name, { removed: true });
        await note(trx, session, one.name, 'console administrator removed', {});
      });
      return {};
    },
  );

  const note = (
    trx: Transaction,
    session: SignedIn,
    subject: string,
    action: string,
    detail: object,
  ) => noteInAudit(context, trx, session, { action, subject, detail: { ...detail } });
}

/** @throws AdminFailure where no owner would be left */
const change = (trx: Transaction, name: string, to: AdministratorChange) =>
  changeAdministratorIn(trx, name, to).catch((error: unknown) => {
    throw error instanceof AccessError ? invalid('name', error.message) : error;
  });
