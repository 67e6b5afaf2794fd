/** Access tokens of the entities in sight, and what a role may issue. */
import type { TokenInfo } from '../../contract/admin-api.ts';
import { listTokens, SCOPES, type Scope } from '../gateway/access/index.ts';
import { entitiesWithin, listEntities } from '../gateway/entities/index.ts';
import { invalid, notFound } from './admin-failure.ts';
import type { ConsoleContext } from './console-context.ts';
import { isoOrNull } from './period.ts';
import type { SignedIn } from './sign-in/sessions.ts';

export type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

export const presentToken = (row: TokenRow): TokenInfo => ({
  ...{ id: row.id, entityId: row.entity_id, label: row.label },
  scopes: row.scopes?.split(',') ?? null,
  createdAt: new Date(row.created_at).toISOString(),
  expiresAt: isoOrNull(row.expires_at),
  lastUsedAt: isoOrNull(row.last_used_at),
  revokedAt: isoOrNull(row.revoked_at),
});

async function rowsInSight(
  { gateway: { db } }: ConsoleContext,
  { entityId }: SignedIn,
): Promise<TokenRow[]> {
  const entities = entityId === null ? await listEntities(db) : await entitiesWithin(db, entityId);
  const own = new Set(entities.map(({ id }) => id));
  return (await listTokens(db)).filter((row) => own.has(row.entity_id));
}

/** Latest first. */
export const tokensInSight = async (
  context: ConsoleContext,
  session: SignedIn,
): Promise<TokenInfo[]> => (await rowsInSight(context, session)).map(presentToken).toReversed();

/** @throws AdminFailure `not-found` for another merchant's */
export async function ownToken(
  context: ConsoleContext,
  session: SignedIn,
  id: string,
): Promise<TokenRow> {
  const own = (await rowsInSight(context, session)).find((row) => row.id === id);
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
