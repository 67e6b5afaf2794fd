/** Decisions about scripts of payment pages, and the pages whose headers are read. */
import { z } from 'zod';
import {
  checkRestedPages,
  decide,
  unwatchPage,
  watchPage,
} from '../../gateway/page-watch/index.ts';
import { actorOf } from '../console-context.ts';
import { oneOf } from '../one-of.ts';
import { type Changing, noted } from './changing.ts';

const MOST_SCRIPTS = 100;

export const DECIDE = z.strictObject({
  decision: oneOf(['approved', 'rejected']),
  scripts: z.array(z.string().max(500)).min(1).max(MOST_SCRIPTS),
  justification: z.string().trim().min(1).max(500),
});
export const PAGE = z.strictObject({ url: z.string().max(500) });

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
  const note = noted(doing, 'payment pages read');
  await checkRestedPages(doing.context.gateway, doing.channel.id, note);
}
