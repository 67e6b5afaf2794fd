/** What the console works with. */
import type { FastifyRequest } from 'fastify';
import { type AuditEntry, appendAudit } from '../gateway/access/index.ts';
import type { GatewayContext } from '../gateway/context.ts';
import type { Channel } from '../gateway/entities/index.ts';
import { channels, channelsWithin } from '../gateway/entities/index.ts';
import type { Transaction } from '../store/database.ts';
import type { Reader } from '../store/replica.ts';
import { AdminFailure, notFound } from './admin-failure.ts';
import type { RefundLimits } from './permissions.ts';
import type { SignedIn } from './sign-in/sessions.ts';

export interface ConsoleContext {
  readonly gateway: GatewayContext;
  /** For what takes long: from a replica where there is one. */
  readonly reader: Reader;
  /** Origin under which browsers reach the console. */
  readonly consoleUrl: string;
  readonly refundLimits: RefundLimits;
  /** Whose session the request has. Throws `signed-out` where it has none. */
  signedIn(request: FastifyRequest): SignedIn;
}

/** As the audit log names the one who asks. */
export const actorOf = ({ name }: Pick<SignedIn, 'name'>): string => `administrator ${name}`;

/** Appends to the audit log what an administrator does, in the transaction of it. */
export const noteInAudit = (
  { gateway: { vault } }: Pick<ConsoleContext, 'gateway'>,
  trx: Transaction,
  session: Pick<SignedIn, 'name'>,
  entry: Omit<AuditEntry, 'actor'>,
): Promise<void> => appendAudit(vault, trx, { actor: actorOf(session), ...entry });

/** Channels whose payments the administrator sees; oldest first. */
export const channelsInSight = (
  { gateway: { db } }: ConsoleContext,
  { entityId }: SignedIn,
): Promise<Channel[]> => (entityId === null ? channels(db) : channelsWithin(db, entityId));

/** More are asked one by one: `channel` has to name one. */
export const MOST_AT_ONCE = 50;

/**
 * The channel that is named, or all in sight.
 * @param having ids of those that alone have what is looked for, where that is known
 * @throws AdminFailure `not-found` for another merchant's; `invalid` where there are too many
 */
export async function wantedChannels(
  context: ConsoleContext,
  session: SignedIn,
  wanted: string | undefined,
  having?: readonly string[],
): Promise<Channel[]> {
  const all = await channelsInSight(context, session);
  if (wanted !== undefined) {
    const own = all.find(({ id }) => id === wanted);
    if (!own) throw notFound('channel');
    return [own];
  }
  if (having) return all.filter(({ id }) => having.includes(id));
  if (all.length > MOST_AT_ONCE) {
    const message = `must name one of the ${all.length} channels`;
    throw new AdminFailure('invalid', `channel ${message}`, {
      parameterErrors: [{ name: 'channel', message }],
    });
  }
  return all;
}
