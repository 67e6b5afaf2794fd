/** `/admin/v1/links`: one-time links, by which an administrator comes in for the first time, or anew. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { LinkInfo } from '../../../contract/admin-api.ts';
import type { Transaction } from '../../store/database.ts';
import { invalid } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { endpoint } from '../reference/endpoint.ts';
import { findLink } from '../sign-in/links.ts';
import { checkPassword, hashPassword } from '../sign-in/passwords.ts';
import { useLink } from '../sign-in/use-link.ts';
import { welcome } from '../sign-in/welcome.ts';

const text = z.string().max(256);
const USE_LINK = z.object({ name: text.optional(), password: text });
/** As `gateway/access/administrators.ts` has it. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;

interface OfLink {
  Params: { token: string };
}

export function linkRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  app.get<OfLink>(
    '/admin/v1/links/:token',
    endpoint({
      id: 'get-link',
      group: 'Signing in',
      title: 'Whom a one-time link is for',
      needs: 'nothing',
      answer: 'LinkInfo',
    }),
    async ({ params: { token } }): Promise<LinkInfo> => {
      const { role, name, endsAt } = await findLink(db, token);
      return { role, name, endsAt: new Date(endsAt).toISOString() };
    },
  );

  app.post<OfLink>(
    '/admin/v1/links/:token',
    endpoint({
      id: 'use-link',
      group: 'Signing in',
      title: 'Signs in by a one-time link, with a new password',
      needs: 'nothing',
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
        await useLink(trx, link, name, password);
        await noteInAudit(
          context,
          trx,
          { name },
          {
            action: 'console link used',
            subject: name,
            detail: { role: link.role, address: request.ip },
          },
        );
      };
      const entrance = { request, reply, action: 'console sign-in', within };
      return welcome(context, { name, password }, entrance);
    },
  );
}
