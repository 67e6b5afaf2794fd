/** Reads the security headers of payment pages that merchants name, by the guarded client (D16). */
import { createHash } from 'node:crypto';
import type { OutgoingAnswer } from '../../outgoing/guarded-client.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction, skipLocked } from '../../store/dialect.ts';
import type { WatchedPageRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { type Channel, findChannel, pageWatchOf } from '../entities/index.ts';
import { forEach } from '../for-each.ts';
import { recordChange } from './changes.ts';

/** What says how a browser protects the page. */
export const SECURITY_HEADERS = [
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
] as const;

const HOUR_MS = 60 * 60_000;
const TIME_LIMIT_MS = 15_000;
/** How long a page belongs to the instance that reads it: longer than a reading takes. */
const LEASE_MS = 60_000;
const BATCH = 10;
/** Of one header; of a longer one the rest is a hash. */
const KEPT_CHARACTERS = 4_000;
const MAX_PROBLEM = 300;

type ReportedHeaders = Readonly<Partial<Record<string, string>>>;
type Reading = { readonly headers: ReportedHeaders } | { readonly problem: string };
export type Tools = Pick<GatewayContext, 'db' | 'outgoing'>;

/** Reads the pages that are due, whichever instance comes first. @returns how many */
export async function readDuePages(tools: Tools): Promise<number> {
  return forEach(await takeDue(tools.db), (page) => readPage(tools, page));
}

/** By their time alone: the instance that takes a page moves it. */
function takeDue(db: Database): Promise<WatchedPageRow[]> {
  return inTransaction(db, async (trx) => {
    const due = await skipLocked(
      trx
        .selectFrom('watched_pages')
        .select(['channel_id', 'url'])
        .where('due_at', '<=', databaseNow(trx))
        .orderBy('due_at')
        .limit(BATCH),
    ).execute();
    return takePages(trx, due);
  });
}

/** Those of a channel that are not being read, and were not for a while. */
export async function takeRested(
  trx: Transaction,
  channelId: string,
  restMs: number,
): Promise<WatchedPageRow[]> {
  const rested = await skipLocked(
    trx
      .selectFrom('watched_pages')
      .select(['channel_id', 'url'])
      .where('channel_id', '=', channelId)
      .where((eb) =>
        eb.and([
          eb.or([eb('read_at', 'is', null), eb('read_at', '<=', databaseNow(trx, -restMs))]),
          // One that an instance reads is due when its lease ends.
          eb.or([
            eb('due_at', '<=', databaseNow(trx)),
            eb('due_at', '>', databaseNow(trx, LEASE_MS)),
          ]),
        ]),
      ),
  ).execute();
  return takePages(trx, rested);
}

/** Lets pages belong to this instance while it reads them. */
export async function takePages(
  trx: Transaction,
  pages: readonly Pick<WatchedPageRow, 'channel_id' | 'url'>[],
): Promise<WatchedPageRow[]> {
  const taken: WatchedPageRow[] = [];
  for (const { channel_id, url } of pages) {
    const rows = await trx
      .updateTable('watched_pages')
      .set({ due_at: databaseNow(trx, LEASE_MS) })
      .where('channel_id', '=', channel_id)
      .where('url', '=', url)
      .returningAll()
      .execute();
    taken.push(...rows);
  }
  return taken;
}

/** Reads a page that was taken, and notes what is different. */
export async function readPage(tools: Tools, page: WatchedPageRow): Promise<void> {
  const channel = await findChannel(tools.db, page.channel_id);
  const settings = channel && pageWatchOf(channel.settings);
  const reading = settings && channel ? await read(tools, channel, page.url) : undefined;
  await inTransaction(tools.db, async (trx) => {
    const isBroken = reading && 'problem' in reading;
    const problem = isBroken ? reading.problem : null;
    const headers = reading && !isBroken ? JSON.stringify(reading.headers) : page.headers;
    const isOther = page.headers !== null && headers !== page.headers;
    const { numUpdatedRows } = await trx
      .updateTable('watched_pages')
      .set({
        due_at: databaseNow(trx, (settings?.headersEveryHours ?? 1) * HOUR_MS),
        ...(reading && { headers, problem, read_at: databaseNow(trx) }),
        ...(isOther && { changed_at: databaseNow(trx) }),
      })
      .where('channel_id', '=', page.channel_id)
      .where('url', '=', page.url)
      // Another instance has taken it meanwhile, or it was to be read at once.
      .where('due_at', '=', page.due_at)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n || !reading) return;
    const record = (
      kind: 'PAGE_UNREADABLE' | 'PAGE_READABLE' | 'HEADERS_CHANGED',
      detail: object,
    ) => recordChange(trx, page.channel_id, { kind, subject: page.url, detail: { ...detail } });
    if (problem !== null && problem !== page.problem) await record('PAGE_UNREADABLE', { problem });
    if (problem === null && page.problem !== null) await record('PAGE_READABLE', {});
    if (isOther) await record('HEADERS_CHANGED', { headers: differences(page.headers, headers) });
  });
}

/** No body is kept, and no redirect followed. */
async function read({ outgoing }: Tools, channel: Channel, url: string): Promise<Reading> {
  const mistake = addressMistake(channel, url);
  if (mistake) return { problem: mistake };
  try {
    await outgoing.check(url, channel.id);
    const answer = await outgoing.call(url, {
      method: 'GET',
      headers: { accept: 'text/html', 'user-agent': 'payment-page-watch' },
      namedBy: channel.id,
      about: channel.id,
      timeLimitMs: TIME_LIMIT_MS,
    });
    return readingOf(answer);
  } catch (error) {
    return { problem: reasonOf(error as Error) };
  }
}

/** What is wrong with an address, by itself; undefined where nothing is. */
export function addressMistake({ settings }: Channel, url: string): string | undefined {
  const { protocol, username, password, hash } = new URL(url);
  if (!/^https?:/.test(protocol)) return 'must be an https address';
  if (username || password || hash) return 'must have neither credentials nor a fragment';
  return settings.mode === 'live' && protocol !== 'https:'
    ? 'must be https on a live channel'
    : undefined;
}

function readingOf({ status, headers }: OutgoingAnswer): Reading {
  if (status >= 300 && status < 400) {
    const to = String(headers['location'] ?? '').replace(/[?#].*/s, '');
    return { problem: `it redirects (${status}) to ${to}`.slice(0, MAX_PROBLEM) };
  }
  if (status < 200 || status >= 300) return { problem: `it answers ${status}` };
  const found = SECURITY_HEADERS.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, plain([value].flat().join(', '))]];
  });
  return { headers: Object.fromEntries(found) };
}

/** A nonce is another one each time. */
function plain(value: string): string {
  const lasting = value.replaceAll(/'nonce-[^']*'/g, "'nonce-…'");
  if (lasting.length <= KEPT_CHARACTERS) return lasting;
  const hash = createHash('sha256').update(lasting).digest('base64');
  return `${lasting.slice(0, KEPT_CHARACTERS)}… sha256-${hash}`;
}

/** In words that tell nothing of the network behind the gateway. */
const reasonOf = ({ name, message }: Error): string =>
  name === 'TimeoutError' || /has no public address$|^it must be https$/.test(message)
    ? message
    : 'it cannot be reached';

function differences(before: string | null, after: string | null) {
  const headersIn = (json: string | null) => JSON.parse(json ?? '{}') as ReportedHeaders;
  const [old, now] = [headersIn(before), headersIn(after)];
  return SECURITY_HEADERS.filter((name) => old[name] !== now[name]).map((name) => ({
    name,
    before: old[name] ?? null,
    after: now[name] ?? null,
  }));
}
