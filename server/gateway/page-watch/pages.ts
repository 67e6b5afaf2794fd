/** The pages whose security headers are read: named by the operator for a channel. */
import { looksLikeCardNumber } from '../../../contract/free-text.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { inTransaction } from '../../store/dialect.ts';
import type { WatchedPageRow } from '../../store/tables.ts';
import type { Channel } from '../entities/index.ts';
import { forEach } from '../for-each.ts';
import { addressMistake, readPage, type Tools, takePages, takeRested } from './read-headers.ts';
import { PageWatchError } from './script-decisions.ts';

const MOST_PAGES = 20;
const MAX_ADDRESS = 500;

/** As far as it may be one. */
const shown = (address: string): string => address.slice(0, MAX_ADDRESS);

function refuseCardNumber(address: string): void {
  if (!looksLikeCardNumber(address)) return;
  throw new PageWatchError('the address of a page must not hold a card number');
}

export const watchedPages = (db: Database, channelId: string): Promise<WatchedPageRow[]> =>
  db
    .selectFrom('watched_pages')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('url')
    .execute();

/**
 * Begins to watch a page.
 * @throws PageWatchError naming what is wrong with the address
 */
export async function watchPage(
  { db, outgoing }: Tools,
  channel: Channel,
  address: string,
  within?: (trx: Transaction, url: string) => Promise<void>,
): Promise<string> {
  const refuse = (rule: string): never => {
    throw new PageWatchError(`the page ${shown(address)} ${rule}`);
  };
  refuseCardNumber(address);
  if (!URL.canParse(address)) return refuse('must be an https address');
  const url = new URL(address).href;
  if (url.length > MAX_ADDRESS) return refuse(`must have ${MAX_ADDRESS} characters at most`);
  const mistake = addressMistake(channel, url);
  if (mistake) return refuse(mistake);
  await outgoing.check(url, channel.id).catch(({ message }: Error) => refuse(`: ${message}`));
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('watched_pages')
      .values({
        channel_id: channel.id,
        url,
        headers: null,
        problem: null,
        read_at: null,
        changed_at: null,
        due_at: 0,
      })
      .onConflict((conflict) => conflict.columns(['channel_id', 'url']).doNothing())
      .execute();
    const { pages } = await trx
      .selectFrom('watched_pages')
      .select((eb) => eb.fn.countAll<number>().as('pages'))
      .where('channel_id', '=', channel.id)
      .executeTakeFirstOrThrow();
    if (Number(pages) > MOST_PAGES) refuse(`is one too many: a channel has ${MOST_PAGES} at most`);
    await within?.(trx, url);
  });
  return url;
}

/** @throws PageWatchError where it is not watched */
export async function unwatchPage(
  db: Database,
  channelId: string,
  address: string,
  within?: (trx: Transaction) => Promise<void>,
): Promise<void> {
  refuseCardNumber(address);
  await inTransaction(db, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('watched_pages')
      .where('channel_id', '=', channelId)
      .where('url', '=', URL.canParse(address) ? new URL(address).href : address)
      .executeTakeFirst();
    if (numDeletedRows === 0n)
      throw new PageWatchError(`the page ${shown(address)} is not watched`);
    await within?.(trx);
  });
}

/** Reads all pages of a channel now. */
export async function checkPages(tools: Tools, channelId: string): Promise<void> {
  const pages = await watchedPages(tools.db, channelId);
  const taken = await inTransaction(tools.db, (trx) => takePages(trx, pages));
  await forEach(taken, (page) => readPage(tools, page));
}

/** Other sites are asked in the gateway's name: not as often as a button can be pressed. */
const REST_MS = 60_000;

/**
 * Reads those that were not read for a minute.
 * @param within what else is written where there are some
 */
export async function checkRestedPages(
  tools: Tools,
  channelId: string,
  within: (trx: Transaction) => Promise<void>,
): Promise<void> {
  const taken = await inTransaction(tools.db, async (trx) => {
    const rested = await takeRested(trx, channelId, REST_MS);
    if (rested.length > 0) await within(trx);
    return rested;
  });
  await forEach(taken, (page) => readPage(tools, page));
}
