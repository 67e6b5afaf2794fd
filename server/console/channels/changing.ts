/** A change of a channel: who does it, its line of the audit log, and how its request is read. */
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { appendAudit, audit } from '../../gateway/access/index.ts';
import { ReleaseError } from '../../gateway/checkout/index.ts';
import { type Channel, EntityError } from '../../gateway/entities/index.ts';
import { FontError } from '../../gateway/fonts/index.ts';
import { PageWatchError } from '../../gateway/page-watch/index.ts';
import type { IsFirst } from '../../gateway/requests/index.ts';
import type { Transaction } from '../../store/database.ts';
import { RuleBroken, throughGateway } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import { onceForRequest } from '../keyed.ts';
import type { SignedIn } from '../sign-in/sessions.ts';
import { channelInSight } from './channel-in-sight.ts';

/** Who does it, to what. */
export interface Changing {
  readonly context: ConsoleContext;
  readonly session: SignedIn;
  readonly channel: Channel;
  /** Of a keyed request. */
  readonly isFirst?: IsFirst;
}

const entryOf = ({ session, channel }: Changing, action: string, detail: object) => ({
  ...{ actor: actorOf(session), action, subject: channel.id, detail: { ...detail } },
});

export const noted =
  (doing: Changing, action: string, detail: object = {}) =>
  (trx: Transaction): Promise<void> =>
    appendAudit(doing.context.gateway.vault, trx, entryOf(doing, action, detail));

/** Before something is done that is no row of the database. */
export const noteFirst =
  (doing: Changing, action: string, detail: object = {}) =>
  (): Promise<void> => {
    const { vault, db } = doing.context.gateway;
    return audit(vault, db, entryOf(doing, action, detail));
  };

const OWN_WORDS = [EntityError, FontError, PageWatchError, ReleaseError];

/** A rule that was broken, in its room's own words. @throws RuleBroken in place of that room's error */
const refusedInWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const isOurs = OWN_WORDS.some((kind) => error instanceof kind);
    throw isOurs ? new RuleBroken((error as Error).message) : error;
  });

export interface OfChannel {
  Params: { id: string };
}

/** @throws AdminFailure for another merchant's channel */
export async function changingOf(
  context: ConsoleContext,
  request: FastifyRequest<OfChannel>,
): Promise<Changing> {
  const session = context.signedIn(request);
  return { context, session, channel: await channelInSight(context, session, request.params.id) };
}

type Work<Wanted, Answer> = (doing: Changing, wanted: Wanted) => Promise<Answer>;

/** Does the work, and answers how things are after it. */
export const answering =
  <Answer>(now: (doing: Changing) => Promise<Answer>) =>
  <Wanted>(work: Work<Wanted, unknown>): Work<Wanted, Answer> =>
  async (doing, wanted) => {
    await work(doing, wanted);
    return now(doing);
  };

/** Changes something to what is given: the same again is the same. */
export async function change<Wanted, Answer>(
  context: ConsoleContext,
  request: FastifyRequest<OfChannel>,
  wanted: Wanted,
  work: Work<Wanted, Answer>,
): Promise<Answer> {
  const doing = await changingOf(context, request);
  return throughGateway(refusedInWords(work(doing, wanted)));
}

/** Makes something as the body says, once for the request's key. */
export async function changeOnce<Wanted extends object, Answer extends object>(
  context: ConsoleContext,
  request: FastifyRequest<OfChannel>,
  schema: ZodType<Wanted>,
  work: Work<Wanted, Answer>,
): Promise<Answer> {
  const wanted = schema.parse(request.body ?? {});
  const doing = await changingOf(context, request);
  return onceForRequest(context, doing.session, request, wanted, (_, isFirst) =>
    refusedInWords(work({ ...doing, isFirst }, wanted)),
  );
}
