/** Takes what a form reports: which scripts its page runs. Anybody can post such a report. */
import { MAX_REPORTED_SCRIPTS } from '../../../contract/page-report.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { databaseNow, inTransaction } from '../../store/dialect.ts';
import type { GatewayContext } from '../context.ts';
import { allowsOrigin } from '../entities/index.ts';
import { type Checkout, hasExpired } from '../records/index.ts';
import {
  ApiError,
  foreignOrigin,
  invalidParameter,
  invalidParameters,
  noSuchCheckout,
  tooManyRequests,
} from '../requests/index.ts';
import { isAmongFewNewReports, isAmongFewReports } from '../risk/index.ts';
import { recordChange } from './changes.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { isSampled } from './sampling.ts';
import { isInline, type PageScript, readScript, scriptId } from './script.ts';
import {
  approveOwnScripts,
  type Decision,
  decisionFor,
  decisionsOf,
  isPattern,
} from './script-decisions.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** New scripts of a channel, of each kind. */
const MOST_NEW_A_DAY = 200;
/** Scripts in a channel's inventory, of each kind. */
const MOST_KEPT = 1_000;

export interface PageReport {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Header of the request. */
  readonly origin: string | undefined;
  /** Counted, and never stored. */
  readonly ip: string;
}

interface NamedScript extends PageScript {
  readonly id: string;
  readonly decision: Decision | undefined;
}

/**
 * @throws ApiError: 403 for a page that the channel does not list, 404 for a checkout whose time is over,
 * 429, or 400 for what was not asked for and what is no report
 */
export async function takePageReport(
  gateway: GatewayContext,
  checkout: Checkout,
  { pairs, origin, ip }: PageReport,
): Promise<void> {
  const { channel } = checkout;
  if (origin === undefined || !allowsOrigin(channel.settings, origin)) {
    throw foreignOrigin(origin ?? 'that is not said');
  }
  if (hasExpired(checkout)) throw noSuchCheckout();
  if (!isSampled(checkout)) {
    const why = 'the form of this checkout is asked for no report';
    throw new ApiError(400, RESULT.invalidParameter, why);
  }
  // First: reading takes longer than counting.
  if (!(await isAmongFewReports(gateway, checkout, ip))) throw tooManyRequests();
  const reported = readReport(pairs);
  const { db } = gateway;
  const scripts = named(channel.id, reported, await decisionsFor(gateway, channel.id, reported));
  const known = await knownOf(db, [...scripts.keys()]);
  await noteSeen(db, channel.id, scripts, known);
  const unknown = [...scripts.values()].filter(({ id }) => !known.has(id));
  if (unknown.length === 0 || !(await isAmongFewNewReports(gateway, checkout, ip))) return;
  await oneAtATime(db, (trx) => keepNew(trx, channel.id, unknown));
}

function readReport(pairs: PageReport['pairs']): PageScript[] {
  const strange = pairs.filter(([name]) => name !== 'script');
  if (strange.length > 0) {
    throw invalidParameters(
      strange.map(([name]) => ({ name: name.slice(0, 100), value: null, message: 'is not known' })),
    );
  }
  if (pairs.length === 0 || pairs.length > MAX_REPORTED_SCRIPTS) {
    const rule = `must be there 1 to ${MAX_REPORTED_SCRIPTS} times`;
    throw invalidParameter('script', String(pairs.length), rule);
  }
  return pairs.map(([, text]) => readScript(text));
}

/** By id. All that a pattern covers is one script of the inventory, or hashed names would fill it. */
const named = (
  channelId: string,
  scripts: readonly PageScript[],
  decisions: readonly Decision[],
): Map<string, NamedScript> =>
  new Map(
    scripts.map((script) => {
      const decision = decisionFor(decisions, script);
      const { source, integrity } = decision && isPattern(decision) ? decision : script;
      const id = scriptId(channelId, { source, integrity });
      return [id, { id, source, integrity, decision }];
    }),
  );

/** What is decided, with the approval of the form's own script where it is reported first. */
async function decisionsFor(
  { db, publicUrl }: GatewayContext,
  channelId: string,
  scripts: readonly PageScript[],
): Promise<Decision[]> {
  const own = `${publicUrl()}/v1/`;
  const pattern = `${own}*`;
  const decided = await decisionsOf(db, channelId);
  const isReported = scripts.some(({ source }) => source.startsWith(own));
  if (!isReported || decided.some(({ source }) => source === pattern)) return decided;
  await inTransaction(db, (trx) => approveOwnScripts(trx, channelId, pattern));
  return decisionsOf(db, channelId);
}

async function knownOf(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('page_scripts').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** To the hour: a page that thousands see is a write an hour. A rejected script is told again. */
async function noteSeen(
  db: Database,
  channelId: string,
  scripts: ReadonlyMap<string, NamedScript>,
  known: ReadonlySet<string>,
): Promise<void> {
  if (known.size === 0) return;
  await inTransaction(db, async (trx) => {
    const seen = await trx
      .updateTable('page_scripts')
      .set((eb) => ({ last_seen: databaseNow(trx), hours_seen: eb('hours_seen', '+', 1) }))
      .where('id', 'in', [...known])
      .where('last_seen', '<=', databaseNow(trx, -HOUR_MS))
      .returning('id')
      .execute();
    for (const { id } of seen) {
      const script = scripts.get(id);
      if (script?.decision?.decision === 'rejected') await recordRejected(trx, channelId, script);
    }
  });
}

const recordRejected = (
  trx: Transaction,
  channelId: string,
  { source, integrity }: PageScript,
): Promise<void> =>
  recordChange(trx, channelId, {
    kind: 'REJECTED_SCRIPT',
    subject: source,
    detail: { integrity },
    isDaily: true,
  });

async function keepNew(
  trx: Transaction,
  channelId: string,
  scripts: readonly NamedScript[],
): Promise<void> {
  for (const kind of [isInline, isExternal]) {
    const ofKind = scripts.filter(({ source }) => kind(source));
    if (ofKind.length === 0) continue;
    const kept = ofKind.slice(0, await roomFor(trx, channelId, kind));
    for (const script of kept) await keep(trx, channelId, script);
    if (kept.length === ofKind.length) continue;
    await recordChange(trx, channelId, {
      kind: 'TOO_MANY_SCRIPTS',
      subject: kind === isInline ? 'inline scripts' : 'script addresses',
      isDaily: true,
    });
  }
}

const isExternal = (source: string): boolean => !isInline(source);

/** How many more of a kind the inventory takes today. */
async function roomFor(
  trx: Transaction,
  channelId: string,
  isOfKind: (source: string) => boolean,
): Promise<number> {
  const rows = await trx
    .selectFrom('page_scripts')
    .select(['source', 'first_seen'])
    .select(databaseNow(trx, -DAY_MS).as('yesterday'))
    .where('channel_id', '=', channelId)
    .execute();
  const ofKind = rows.filter(({ source }) => isOfKind(source));
  const today = ofKind.filter(({ first_seen, yesterday }) => first_seen > yesterday);
  return Math.max(0, Math.min(MOST_KEPT - ofKind.length, MOST_NEW_A_DAY - today.length));
}

async function keep(trx: Transaction, channelId: string, script: NamedScript): Promise<void> {
  const { id, source, integrity, decision } = script;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('page_scripts')
    .values({
      id,
      channel_id: channelId,
      source,
      integrity,
      first_seen: databaseNow(trx),
      last_seen: databaseNow(trx),
      hours_seen: 1,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n || decision?.decision === 'approved') return;
  if (decision) return recordRejected(trx, channelId, script);
  await recordChange(trx, channelId, {
    kind: 'NEW_SCRIPT',
    subject: source,
    detail: { id, integrity },
  });
}
