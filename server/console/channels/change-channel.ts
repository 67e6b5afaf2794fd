/**
 * What is changed of a channel: by the functions that the admin command line calls, each with its line of
 * the audit log in the same transaction.
 */
import { z } from 'zod';
import type { FontInfo, NewKey } from '../../../contract/admin-api.ts';
import { appendAudit, audit } from '../../gateway/access/index.ts';
import { pinRelease, ReleaseError } from '../../gateway/checkout/index.ts';
import {
  type Channel,
  ChannelSettingsSchema,
  changeSettings,
  EntityError,
} from '../../gateway/entities/index.ts';
import { changeEntityKey } from '../../gateway/events/index.ts';
import { addFont, FontError, removeFonts } from '../../gateway/fonts/index.ts';
import {
  checkPages,
  decide,
  PageWatchError,
  unwatchPage,
  watchPage,
} from '../../gateway/page-watch/index.ts';
import { changeBehaviour, moveClock, refuseLive } from '../../gateway/sandbox/index.ts';
import type { Transaction } from '../../store/database.ts';
import { RuleBroken } from '../admin-failure.ts';
import { actorOf, type ConsoleContext } from '../console-context.ts';
import type { SignedIn } from '../sign-in/sessions.ts';

/** 30 days, in seconds. */
const LONGEST_OVERLAP = 2_592_000;
const MOST_SCRIPTS = 100;

const { shape } = ChannelSettingsSchema;

/** Without what a new channel begins with: what is not sent stays as it is. */
export const OPTIONS = z.strictObject({
  brands: shape.brands.unwrap().optional(),
  origins: shape.origins.unwrap().optional(),
  descriptor: shape.descriptor.unwrap().nullable().optional(),
  maxInstallments: shape.maxInstallments.unwrap().optional(),
  reversalCutOff: shape.reversalCutOff.unwrap().optional(),
  storedCardCvv: shape.storedCardCvv.unwrap().nullable().optional(),
  fieldEvidence: shape.fieldEvidence.unwrap().optional(),
  strictCustomerData: shape.strictCustomerData.unwrap().optional(),
  eventList: shape.eventList.unwrap().optional(),
  pageWatch: shape.pageWatch,
});
export const ROTATE_KEY = z.strictObject({
  overlap: z.int().min(0).max(LONGEST_OVERLAP).optional(),
});
export const ADD_FONT = z.strictObject({ family: z.string().max(64), file: z.base64() });
export const PIN = z.strictObject({ release: z.string().max(64).nullable() });
export const ADVANCE = z.strictObject({ advance: z.int().min(0) });
export const BEHAVIOUR = z.strictObject({ behaviour: z.string().max(32) });
export const DECIDE = z.strictObject({
  decision: z.enum(['approved', 'rejected']),
  scripts: z.array(z.string().max(500)).min(1).max(MOST_SCRIPTS),
  justification: z.string().trim().min(1).max(500),
});
export const PAGE = z.strictObject({ url: z.string().max(500) });

/** Who does it, to what. */
export interface Changing {
  readonly context: ConsoleContext;
  readonly session: SignedIn;
  readonly channel: Channel;
}

const entryOf = ({ session, channel }: Changing, action: string, detail: object) => ({
  ...{ actor: actorOf(session), action, subject: channel.id, detail: { ...detail } },
});

const noted =
  (doing: Changing, action: string, detail: object = {}) =>
  (trx: Transaction): Promise<void> =>
    appendAudit(doing.context.gateway.vault, trx, entryOf(doing, action, detail));

/** Before something is done that is no row of the database. */
const noteFirst =
  (doing: Changing, action: string, detail: object = {}) =>
  (): Promise<void> => {
    const { vault, db } = doing.context.gateway;
    return audit(vault, db, entryOf(doing, action, detail));
  };

const OWN_WORDS = [EntityError, FontError, PageWatchError, ReleaseError];

/** A rule that was broken, in its room's own words. @throws RuleBroken in place of that room's error */
export const refusedInWords = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const isOurs = OWN_WORDS.some((kind) => error instanceof kind);
    throw isOurs ? new RuleBroken((error as Error).message) : error;
  });

export async function changeOptions(
  doing: Changing,
  wanted: z.infer<typeof OPTIONS>,
): Promise<void> {
  const { descriptor, storedCardCvv, ...others } = wanted;
  const changes = {
    ...others,
    ...(descriptor !== undefined && { descriptor: descriptor ?? undefined }),
    ...(storedCardCvv !== undefined && { storedCardCvv: storedCardCvv ?? undefined }),
  };
  const note = noted(doing, 'channel settings changed', wanted);
  await changeSettings(doing.context.gateway.db, doing.channel.id, changes, note);
}

export async function rotateKey(
  doing: Changing,
  { overlap }: z.infer<typeof ROTATE_KEY>,
): Promise<NewKey> {
  const { context, channel } = doing;
  const rotation = overlap === undefined ? {} : { overlapMs: overlap * 1_000 };
  const note = noted(doing, 'notification key changed', { overlap });
  return { key: await changeEntityKey(context.gateway, channel, undefined, rotation, note) };
}

export async function addOwnFont(
  doing: Changing,
  { family, file }: z.infer<typeof ADD_FONT>,
): Promise<FontInfo> {
  const { context, channel } = doing;
  const { weight, style } = await addFont(
    ...([context.gateway.db, channel.id, family, Buffer.from(file, 'base64')] as const),
    (trx, font) => noted(doing, 'font added', font)(trx),
  );
  return { family, weight, style };
}

export async function removeOwnFont(
  doing: Changing,
  family: string,
  weight: number,
): Promise<void> {
  const { context, channel } = doing;
  const note = noted(doing, 'font removed', { family, weight });
  await removeFonts(context.gateway.db, channel.id, family, weight, note);
}

export async function pin(doing: Changing, { release }: z.infer<typeof PIN>): Promise<void> {
  const { context, channel } = doing;
  const note = noted(doing, release === null ? 'release unpinned' : 'release pinned', { release });
  await pinRelease(context.gateway.db, channel.id, release ?? undefined, note);
}

export async function decideScripts(
  doing: Changing,
  { decision, scripts, justification }: z.infer<typeof DECIDE>,
): Promise<void> {
  const { context, session, channel } = doing;
  const verdict = { decision, justification, by: actorOf(session) };
  await decide(context.gateway.db, channel.id, scripts, verdict, (trx, decided) =>
    noted(doing, `page scripts ${decision}`, { scripts: decided, justification })(trx),
  );
}

export const watch = (doing: Changing, { url }: z.infer<typeof PAGE>): Promise<string> =>
  watchPage(doing.context.gateway, doing.channel, url, (trx, page) =>
    noted(doing, 'payment page watched', { page })(trx),
  );

export const unwatch = (doing: Changing, { url }: z.infer<typeof PAGE>): Promise<void> =>
  unwatchPage(
    ...([doing.context.gateway.db, doing.channel.id, url] as const),
    noted(doing, 'payment page not watched any more', { page: url }),
  );

export async function readPagesNow(doing: Changing): Promise<void> {
  await noteFirst(doing, 'payment pages read')();
  await checkPages(doing.context.gateway, doing.channel.id);
}

/** @throws ApiError on a live channel, as all of the sandbox */
export async function advanceClock(
  doing: Changing,
  { advance }: z.infer<typeof ADVANCE>,
): Promise<void> {
  const { context, channel } = doing;
  refuseLive(channel);
  const note = noted(doing, 'test clock moved', { advance });
  await moveClock(context.gateway, channel, String(advance), note);
}

export async function behave(
  doing: Changing,
  { behaviour }: z.infer<typeof BEHAVIOUR>,
): Promise<void> {
  const { context, channel } = doing;
  refuseLive(channel);
  const note = noteFirst(doing, 'simulator changed', { behaviour });
  await changeBehaviour(context.gateway, channel, behaviour, note);
}
