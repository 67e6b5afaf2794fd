/** `/admin/v1/tokens`: access tokens of the entities in sight. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { IssuedToken, TokenInfo } from '../../../contract/admin-api.ts';
import {
  endToken,
  issueToken,
  revokeToken,
  SCOPES,
  type Scope,
  type TokenTerms,
} from '../../gateway/access/index.ts';
import { entitiesWithin } from '../../gateway/entities/index.ts';
import { realNow } from '../../store/clock.ts';
import type { Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import { AdminFailure, invalid, notFound } from '../admin-failure.ts';
import { type ConsoleContext, noteInAudit } from '../console-context.ts';
import { oneOf } from '../one-of.ts';
import { endpoint } from '../reference/endpoint.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { ownToken, presentToken, refuseScopes, tokensInSight } from '../tokens-in-sight.ts';

/** As that of a webhook's secret: 30 days, in seconds. */
const LONGEST_OVERLAP = 2_592_000;

const ISSUE = z.object({
  entityId: z.string().max(64),
  label: z.string().trim().min(1).max(64),
  scopes: z.array(oneOf(SCOPES)).min(1).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});
const QUERY = z.object({ channel: z.string().max(64).optional() });
const ROTATE = z.object({ overlap: z.int().min(0).max(LONGEST_OVERLAP).default(0) });

interface OfToken {
  Params: { id: string };
}

type Terms = TokenTerms & { readonly entityId: string; readonly label: string };

export function tokenRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db } = context.gateway;

  app.get(
    '/admin/v1/tokens',
    endpoint({
      id: 'list-tokens',
      group: 'Developers',
      title: 'Access tokens',
      needs: 'tokens.manage',
      query: { schema: QUERY },
      answer: 'TokenInfo[]',
    }),
    async (request): Promise<TokenInfo[]> => {
      const session = context.signedIn(request);
      const { channel } = QUERY.parse(request.query);
      const all = await tokensInSight(context, session);
      return channel === undefined ? all : all.filter(({ entityId }) => entityId === channel);
    },
  );

  const issue = async (trx: Transaction, session: SignedIn, terms: Terms, detail: object = {}) => {
    const issued = await issueToken(trx, terms);
    await noteInAudit(context, trx, session, {
      action: 'token issued',
      subject: terms.entityId,
      detail: {
        ...{ token: issued.id, label: terms.label, scopes: terms.scopes ?? 'all' },
        ...detail,
      },
    });
    return issued;
  };

  const shown = async (
    session: SignedIn,
    { id, token }: { readonly id: string; readonly token: string },
  ): Promise<IssuedToken> => ({ ...presentToken(await ownToken(context, session, id)), token });

  app.post(
    '/admin/v1/tokens',
    endpoint({
      id: 'issue-token',
      group: 'Developers',
      title: 'Issues an access token',
      needs: 'tokens.manage',
      body: { schema: ISSUE, type: 'IssueToken' },
      answer: 'IssuedToken',
    }),
    async (request): Promise<IssuedToken> => {
      const session = context.signedIn(request);
      const { entityId, label, scopes, expiresAt } = ISSUE.parse(request.body);
      const entities = await entitiesWithin(db, session.entityId ?? entityId);
      if (!entities.some(({ id }) => id === entityId)) throw notFound('entity');
      refuseScopes(context, session, scopes);
      const ends = expiresAt === undefined ? undefined : Date.parse(expiresAt);
      if (ends !== undefined && ends <= realNow())
        throw invalid('expiresAt', 'must be in the future');
      const terms = {
        ...{ entityId, label },
        ...(scopes && { scopes }),
        ...(ends !== undefined && { expiresAt: ends }),
      };
      return shown(session, await inTransaction(db, (trx) => issue(trx, session, terms)));
    },
  );

  app.post<OfToken>(
    '/admin/v1/tokens/:id/rotate',
    endpoint({
      id: 'rotate-token',
      group: 'Developers',
      title: 'Issues another access token in the place of one',
      needs: 'tokens.manage',
      body: { schema: ROTATE, type: 'RotateToken' },
      answer: 'IssuedToken',
    }),
    async (request): Promise<IssuedToken> => {
      const session = context.signedIn(request);
      const { overlap } = ROTATE.parse(request.body ?? {});
      const before = await ownToken(context, session, request.params.id);
      const scopes = before.scopes?.split(',') as Scope[] | undefined;
      refuseScopes(context, session, scopes);
      const issued = await inTransaction(db, async (trx) => {
        if (!(await endToken(trx, before.id, overlap * 1_000))) {
          throw new AdminFailure(
            'conflict',
            'a token that was revoked or rotated, or whose time is over, is not rotated: issue another one',
          );
        }
        const terms = {
          ...{ entityId: before.entityId, label: before.label },
          ...(scopes && { scopes }),
          ...(before.networks !== null && { networks: before.networks.split(',') }),
          ...(before.expiresAt !== null && { expiresAt: before.expiresAt }),
        };
        return issue(trx, session, terms, { insteadOf: before.id, overlap });
      });
      return shown(session, issued);
    },
  );

  app.delete<OfToken>(
    '/admin/v1/tokens/:id',
    endpoint({
      id: 'revoke-token',
      group: 'Developers',
      title: 'Revokes an access token',
      needs: 'tokens.manage',
      answer: 'nothing',
    }),
    async (request): Promise<object> => {
      const session = context.signedIn(request);
      const { id, entityId, label } = await ownToken(context, session, request.params.id);
      await inTransaction(db, async (trx) => {
        // Revoked before, it is as it was asked to be.
        if (!(await revokeToken(trx, id))) return;
        await noteInAudit(context, trx, session, {
          action: 'token revoked',
          subject: entityId,
          detail: { token: id, label },
        });
      });
      return {};
    },
  );
}
