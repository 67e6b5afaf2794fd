/** Access tokens of the entities in sight, and what a role may issue. */
import type { TokenInfo } from '../../contract/admin-api.ts';
import { listTokens, SCOPES, type Scope, type TokenRecord } from '../gateway/access/index.ts';
import { entitiesWithin, listEntities } from '../gateway/entities/index.ts';
import { invalid, notFound } from './admin-failure.ts';
import type { ConsoleContext } from './console-context.ts';
import { isoOrNull } from './period.ts';
import type { SignedIn } from './sign-in/sessions.ts';

export const presentToken = (token: TokenRecord): TokenInfo => ({
  ...{ id: token.id, entityId: token.entityId, label: token.label },
  scopes: token.scopes?.split(',') ?? null,
  createdAt: new Date(token.createdAt).toISOString(),
  expiresAt: isoOrNull(token.expiresAt),
  lastUsedAt: isoOrNull(token.lastUsedAt),
  revokedAt: isoOrNull(token.revokedAt),
  replacedAt: isoOrNull(token.replacedAt),
});

async function recordsInSight(
  { gateway: { db } }: ConsoleContext,
  { entityId }: SignedIn,
): Promise<TokenRecord[]> {
  const entities = entityId === null ? await listEntities(db) : await entitiesWithin(db, entityId);
  const own = new Set(entities.map(({ id }) => id));
  return (await listTokens(db)).filter((token) => own.has(token.entityId));
}

/** Latest first. */
export const tokensInSight = async (
  context: ConsoleContext,
  session: SignedIn,
): Promise<TokenInfo[]> => (await recordsInSight(context, session)).map(presentToken).toReversed();

/** @throws AdminFailure `not-found` for another merchant's */
export async function ownToken(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<TokenRecord> {
  const own = (await recordsInSight(context, session)).find((token) => token.id === id);
  if (!own) throw notFound('token');
  return own;
}

/** A token refunds without a limit and without four eyes: only a role that may do so itself issues it. */
export const issuableScopes = (
  { refundLimits }: Pick<ConsoleContext, 'refundLimits'>,
  { role }: Pick<SignedIn, 'role'>,
): readonly Scope[] =>
  refundLimits[role] === null ? SCOPES : SCOPES.filter((scope) => scope !== 'refunds');

/**
 * @param scopes all where undefined
 * @throws AdminFailure naming the scopes that the role may not give away
 */
export function refuseScopes(
  context: Pick<ConsoleContext, 'refundLimits'>,
  session: Pick<SignedIn, 'role'>,
  scopes: readonly string[] | undefined,
): void {
  const issuable: readonly string[] = issuableScopes(context, session);
  const tooMany = (scopes ?? SCOPES).filter((scope) => !issuable.includes(scope));
  if (tooMany.length === 0) return;
  const all = scopes === undefined ? 'are all where none are named, and ' : '';
  throw invalid(
    'scopes',
    `${all}must be some of ${issuable.join(', ')} with the role ${session.role}: ${tooMany.join(', ')} would go beyond its limit`,
  );
}
