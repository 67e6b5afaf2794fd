/** `npm run admin -- token …`: access tokens of merchants' servers. */
import {
  isNetwork,
  issueToken,
  listTokens,
  revokeToken,
  SCOPES,
  type Scope,
  type TokenTerms,
} from '../gateway/access/index.ts';
import { findEntity } from '../gateway/entities/index.ts';
import { realNow } from '../store/clock.ts';
import { type Command, type CommandOptions, isoTime, listOf, UsageError } from './admin-command.ts';

export const TOKEN_USAGE = `  token issue ENTITY [--label TEXT] [--expires 90d|2027-01-31]    shown once
      [--scopes ${SCOPES.join(',')}] [--networks 10.0.0.0/8,192.0.2.7]
  token list
  token revoke TOKEN_ID
`;

const DAY_MS = 24 * 60 * 60_000;
const LONGEST_DAYS = 3_650;

export const TOKEN_COMMANDS: Readonly<Record<string, Command>> = {
  'token issue': async (db, [entityId = ''], options) => {
    if (!(await findEntity(db, entityId))) throw new UsageError(`there is no entity ${entityId}`);
    return issueToken(db, { entityId, label: options.label ?? '', ...termsOf(options) });
  },
  'token list': async (db) =>
    (await listTokens(db)).map(({ id, entityId, label, scopes, networks, ...token }) => ({
      ...{ id, entity_id: entityId, label },
      scopes: scopes?.split(',') ?? 'all',
      networks: networks?.split(',') ?? 'any',
      created_at: isoTime(token.createdAt),
      last_used_at: isoTime(token.lastUsedAt),
      expires_at: isoTime(token.expiresAt),
      revoked_at: isoTime(token.revokedAt),
    })),
  'token revoke': async (db, [id = '']) => {
    if (!(await revokeToken(db, id))) throw new UsageError(`there is no active token ${id}`);
    return { revoked: id };
  },
};

function termsOf({ expires, scopes, networks }: CommandOptions): TokenTerms {
  return {
    ...(expires !== undefined && { expiresAt: expiryOf(expires) }),
    ...(scopes !== undefined && { scopes: scopesOf(scopes) }),
    ...(networks !== undefined && { networks: networksOf(networks) }),
  };
}

/** Days from now, or the end of a day (UTC). */
function expiryOf(text: string): number {
  const [, days] = /^(\d{1,4})d$/.exec(text) ?? [];
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at =
    days === undefined ? Date.parse(isDay ? text : '') + DAY_MS : realNow() + Number(days) * DAY_MS;
  if (!(at > realNow() && at < realNow() + LONGEST_DAYS * DAY_MS)) {
    throw new UsageError(
      `--expires is days from now, as in 90d, or a day to come, as in 2027-01-31, within ten years; it is ${text}`,
    );
  }
  return at;
}

function scopesOf(text: string): readonly Scope[] {
  const scopes = listOf(text);
  const known: readonly string[] = SCOPES;
  const unknown = scopes.filter((scope) => !known.includes(scope));
  if (unknown.length > 0 || scopes.length === 0) {
    throw new UsageError(`--scopes are some of ${SCOPES.join(', ')}; they are ${text}`);
  }
  return scopes as readonly Scope[];
}

function networksOf(text: string): readonly string[] {
  const networks = listOf(text);
  if (networks.length === 0 || !networks.every(isNetwork)) {
    throw new UsageError(
      `--networks are IP addresses or networks, as in 10.0.0.0/8,192.0.2.7; they are ${text}`,
    );
  }
  return networks;
}
