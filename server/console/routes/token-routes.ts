/** `/admin/v1/tokens`: access tokens of the entities in sight. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { IssuedToken, TokenInfo } from '../../../contract/admin-api.ts';
import {
  appendAudit,
  issueToken,
  listTokens,
  revokeToken,
  SCOPES,
  type Scope,
} from '../../gateway/access/index.ts';
import { entitiesWithin, listEntities } from '../../gateway/entities/index.ts';
import { realNow } from '../../store/clock.ts';
import { inTransaction } from '../../store/dialect.ts';
import { invalid, notFound } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { need } from '../permissions.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

const ISSUE = z.object({
  entityId: z.string().max(64),
  label: z.string().trim().min(1).max(64),
  scopes: z.array(z.enum(SCOPES)).min(1).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});

interface OfToken {
  Params: { id: string };
}

type Row = Awaited<ReturnType<typeof listTokens>>[number];

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const present = (row: Row): TokenInfo => ({
  ...{ id: row.id, entityId: row.entity_id, label: row.label },
  scopes: row.scopes?.split(',') ?? null,
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: iso(row.expires_at),
  lastUsedAt: iso(row.last_used_at),
  revokedAt: iso(row.revoked_at),
});

/** Latest first. */
export async function tokensInSight(
  { gateway: { db } }: ConsoleContext,
  { entityId }: SignedIn,
): Promise<TokenInfo[]> {
  const entities = entityId === null ? await listEntities(db) : await entitiesWithin(db, entityId);
  const own = new Set(entities.map(({ id }) => id));
  const rows = (await listTokens(db)).filter((row) => own.has(row.entity_id));
  return rows.map(present).toReversed();
}

export function tokenRoutes(app: FastifyInstance, context: ConsoleContext): void {
  const { db, vault } = context.gateway;

  app.get<{ Querystring: { channel?: string } }>(
    '/admin/v1/tokens',
    async (request): Promise<TokenInfo[]> => {
      const session = context.signedIn(request);
      need(session, 'tokens.manage');
      const { channel } = request.query;
      const all = await tokensInSight(context, session);
      return channel === undefined ? all : all.filter(({ entityId }) => entityId === channel);
    },
  );

  const ownToken = async (session: SignedIn, id: string): Promise<TokenInfo> => {
    const own = (await tokensInSight(context, session)).find((token) => token.id === id);
    if (!own) throw notFound('token');
    return own;
  };

  interface Terms {
    readonly entityId: string;
    readonly label: string;
    readonly scopes?: readonly Scope[];
    readonly expiresAt?: number;
  }

  const issue = async (session: SignedIn, terms: Terms): Promise<IssuedToken> => {
    const { id, token } = await inTransaction(db, async (trx) => {
      const issued = await issueToken(trx, terms);
      await appendAudit(vault, trx, {
        actor: actorOf(session),
        action: 'token issued',
        subject: terms.entityId,
        detail: { token: issued.id, label: terms.label, scopes: terms.scopes ?? 'all' },
      });
      return issued;
    });
    return { ...(await ownToken(session, id)), token };
  };

  app.post('/admin/v1/tokens', async (request): Promise<IssuedToken> => {
    const session = context.signedIn(request);
    need(session, 'tokens.manage');
    const { entityId, label, scopes, expiresAt } = ISSUE.parse(request.body);
    const entities = await entitiesWithin(db, session.entityId ?? entityId);
    if (!entities.some(({ id }) => id === entityId)) throw notFound('entity');
    const ends = expiresAt === undefined ? undefined : Date.parse(expiresAt);
    if (ends !== undefined && ends <= realNow())
      throw invalid('expiresAt', 'must be in the future');
    return issue(session, {
      ...{ entityId, label },
      ...(scopes && { scopes }),
      ...(ends !== undefined && { expiresAt: ends }),
    });
  });

  app.post<OfToken>('/admin/v1/tokens/:id/rotate', async (request): Promise<IssuedToken> => {
    const session = context.signedIn(request);
    need(session, 'tokens.manage');
    const { entityId, label, scopes, expiresAt, revokedAt } = await ownToken(
      session,
      request.params.id,
    );
    if (revokedAt !== null) throw invalid('id', 'is that of a token that was revoked');
    return issue(session, {
      ...{ entityId, label },
      ...(scopes && { scopes: scopes as Scope[] }),
      ...(expiresAt !== null && { expiresAt: Date.parse(expiresAt) }),
    });
  });

  app.delete<OfToken>('/admin/v1/tokens/:id', async (request): Promise<object> => {
    const session = context.signedIn(request);
    need(session, 'tokens.manage');
    const { id, entityId, label } = await ownToken(session, request.params.id);
    await inTransaction(db, async (trx) => {
      await appendAudit(vault, trx, {
        actor: actorOf(session),
        action: 'token revoked',
        subject: entityId,
        detail: { token: id, label },
      });
    });
    await revokeToken(db, id);
    return {};
  });
}
