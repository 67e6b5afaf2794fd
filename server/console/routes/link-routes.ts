/** `/admin/v1/links`: one-time links, by which an administrator comes in for the first time, or anew. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { LinkInfo } from '../../../contract/admin-api.ts';
import {
  appendAudit,
  endCredentials,
  forgetAdministrator,
  noKeyOf,
} from '../../gateway/access/index.ts';
import { realNow } from '../../store/clock.ts';
import type { ConsoleLinkRow } from '../../store/console-tables.ts';
import type { Transaction } from '../../store/database.ts';
import { invalid } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { hasOwner } from '../first-owner.ts';
import { endpoint } from '../reference/endpoint.ts';
import { findLink, linkOver, spendLink } from '../sign-in/links.ts';
import { checkPassword, hashPassword } from '../sign-in/passwords.ts';
import { welcome } from '../sign-in/welcome.ts';

const text = z.string().max(256);
const USE_LINK = z.object({ name: text.optional(), password: text });
/** As `gateway/access/administrators.ts` has it. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

interface OfLink {
  Params: { token: string };
}

export function linkRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, vault } = context.gateway;

  app.get<OfLink>(
    '/admin/v1/links/:token',
    endpoint({
      id: 'get-link',
      group: 'Signing in',
      title: 'Whom a one-time link is for',
      needs: 'nobody',
      answer: 'LinkInfo',
    }),
    async ({ params: { token } }): Promise<LinkInfo> => {
      const { role, name, ends_at } = await findLink(db, token);
      return { role, name, endsAt: new Date(ends_at).toISOString() };
    },
  );

  app.post<OfLink>(
    '/admin/v1/links/:token',
    endpoint({
      id: 'use-link',
      group: 'Signing in',
      title: 'Signs in by a one-time link, with a new password',
      needs: 'nobody',
      body: { schema: USE_LINK, type: 'UseLink' },
      answer: 'Session',
    }),
    async (request, reply) => {
      const link = await findLink(db, request.params.token);
      const sent = USE_LINK.parse(request.body);
      const name = link.name ?? sent.name?.trim() ?? '';
      if (!NAME.test(name)) {
        throw invalid('name', 'must have up to 64 letters, digits, spaces, dots, hyphens, _ and @');
      }
      checkPassword(sent.password);
      const password = await hashPassword(sent.password);
      const within = async (trx: Transaction) => {
        await spendLink(trx, link);
        await setPassword(trx, link, name, password);
        await appendAudit(vault, trx, {
          actor: actorOf({ name }),
          action: 'console link used',
          subject: name,
          detail: { role: link.role, address: request.ip },
        });
      };
      const entrance = { request, reply, action: 'console sign-in', within };
      return welcome(context, { name, password }, entrance);
    },
  );
}

/** @throws AdminFailure `link-over` where the administrator is not any more whom the link was made for */
async function setPassword(
  trx: Transaction,
  link: ConsoleLinkRow,
  name: string,
  password: string,
): Promise<void> {
  if (link.name === null && (await hasOwner(trx))) throw linkOver();
  const known = await trx
    .selectFrom('administrators')
    .select(['role', 'entity_id'])
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!known) {
    await forgetAdministrator(trx, name);
    await trx.deleteFrom('administrators').where('name', '=', name).execute();
    await trx
      .insertInto('administrators')
      .values({
        ...{ name, role: link.role, entity_id: link.entity_id, password },
        // Without a key for the command line, until an owner draws one there.
        ...{ key_hash: noKeyOf(name), created_at: realNow(), removed_at: null },
      })
      .execute();
    return;
  }
  if (link.name === null) throw invalid('name', 'is taken');
  if (known.role !== link.role || known.entity_id !== link.entity_id) throw linkOver();
  // The old credentials may be in other hands, so all of them end.
  await endCredentials(trx, name);
  await trx
    .updateTable('administrators')
    .set({ password, authenticator: null, pending_authenticator: null, authenticator_step: null })
    .where('name', '=', name)
    .execute();
}
