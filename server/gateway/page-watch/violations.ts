/**
 * What browsers report of a Content-Security-Policy: that of a payment page, which names our address for
 * it, and those of our own frames. Kept as sums; anybody can post such a report.
 */

import { maskedText } from '../../../contract/card-numbers-in-text.ts';
import { RESULT } from '../../../contract/result-by-name.ts';
import type { Transaction } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import type { PageViolationRow } from '../../store/tables.ts';
import type { GatewayContext } from '../context.ts';
import { allowsOrigin, type Channel, findChannel, pageWatchOf } from '../entities/index.ts';
import { ApiError, foreignOrigin, invalidParameter } from '../requests/index.ts';
import { recordChange } from './changes.ts';
import { oneAtATime } from './one-at-a-time.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Reports that one request may bring. */
const MOST_REPORTS = 50;
/** Kinds of violations of a channel's pages, and of its frames. */
const MOST_KEPT = 500;
const MOST_NEW_A_DAY = 50;
const MAX_BLOCKED = 200;

type Violation = Pick<PageViolationRow, 'place' | 'directive' | 'blocked'>;

/** One report, in either of the two forms. */
interface Reported {
  readonly document: string;
  readonly directive: string;
  readonly blocked: string;
  /** Where the script came from that was stopped. */
  readonly sourceFile: string;
}

/** Where the reports of a channel's pages go. */
export const cspReportPath = (channelId: string): string => `/v1/csp-reports/${channelId}`;

/**
 * @param body JSON of `application/csp-report` or `application/reports+json`
 * @throws ApiError: 400 for what is neither, 403 for reports of other pages alone, 404 for a channel that
 * there is not, or that is not watched, 429 where too many wait
 */
export async function takeViolations(
  gateway: Pick<GatewayContext, 'db' | 'publicUrl'>,
  channelId: string,
  body: string,
): Promise<void> {
  const channel = await findChannel(gateway.db, channelId);
  if (!channel || !pageWatchOf(channel.settings)) {
    throw new ApiError(404, RESULT.entityNotFound, 'no such channel takes reports');
  }
  const reports = readReports(body);
  const placed = reports.flatMap(({ document, ...report }) => {
    const place = placeOf(gateway, channel, document);
    return place ? [{ ...report, place }] : [];
  });
  const [first] = reports;
  if (first && placed.length === 0) {
    throw foreignOrigin(originOf(first.document) ?? 'that is not said');
  }
  const sums = new Map<string, Violation & { reports: number }>();
  for (const { place, directive, blocked: uri, sourceFile } of placed) {
    const blocked = blockedBy(uri);
    if (blocked === undefined || !DIRECTIVE.test(directive) || EXTENSION.test(sourceFile)) continue;
    const key = `${place} ${directive} ${blocked}`;
    sums.set(key, { place, directive, blocked, reports: 1 + (sums.get(key)?.reports ?? 0) });
  }
  // In one order, so that two requests do not wait for each other.
  const sorted = [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  if (sorted.length === 0) return;
  await oneAtATime(gateway.db, async (trx) => {
    for (const sum of sorted) await add(trx, channel.id, sum);
  });
}

/** @throws ApiError (400) for what is no list of reports, or a longer one */
function readReports(body: string): Reported[] {
  const parsed = parseJson(body);
  const list = Array.isArray(parsed) ? parsed : [parsed];
  if (list.length > MOST_REPORTS) {
    throw invalidParameter('reports', String(list.length), `must be ${MOST_REPORTS} at most`);
  }
  return list.flatMap((report) => {
    const { type, url, body: own, 'csp-report': old } = fieldsOf(report);
    if (old !== undefined) return [oldForm(fieldsOf(old))];
    if (typeof type !== 'string') throw notReports();
    // Browsers send reports of other kinds to the same place.
    return type === 'csp-violation' ? [newForm(fieldsOf(own), url)] : [];
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw notReports();
  }
}

const notReports = (): ApiError =>
  invalidParameter('body', null, 'must be a report of a Content-Security-Policy');

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first word of a directive is its name. */
const firstWord = (value: unknown): string => text(value).replace(/ .*/s, '');

const oldForm = (report: Record<string, unknown>): Reported => ({
  document: text(report['document-uri']),
  directive: firstWord(report['effective-directive'] ?? report['violated-directive']),
  blocked: text(report['blocked-uri']),
  sourceFile: text(report['source-file']),
});

const newForm = (report: Record<string, unknown>, url: unknown): Reported => ({
  document: text(report['documentURL'] ?? url),
  directive: firstWord(report['effectiveDirective']),
  blocked: text(report['blockedURL']),
  sourceFile: text(report['sourceFile']),
});

const DIRECTIVE = /^[a-z-]{3,40}$/;
/** A shopper's browser extensions are blocked by every good policy. */
const EXTENSION = /^(?:[a-z]+-)+extension\b|^webkit-masked-url/i;

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

function placeOf(
  { publicUrl }: Pick<GatewayContext, 'publicUrl'>,
  { settings }: Channel,
  document: string,
): PageViolationRow['place'] | undefined {
  if (document.startsWith(`${publicUrl()}/v1/frames/`)) return 'frame';
  const origin = originOf(document);
  return origin !== undefined && allowsOrigin(settings, origin) ? 'page' : undefined;
}

/** An origin or a word: paths and queries may be of a shopper. Undefined for noise. */
function blockedBy(uri: string): string | undefined {
  if (EXTENSION.test(uri)) return undefined;
  if (/^[a-z][a-z-]{2,30}$/.test(uri)) return uri;
  if (!URL.canParse(uri)) return undefined;
  const { protocol, origin } = new URL(uri);
  // A skimmer may have put what it took into the name of the host.
  if (/^(?:https?|wss?):/.test(protocol)) return maskedText(origin.slice(0, MAX_BLOCKED));
  return /^[a-z][a-z-]{2,30}:/.test(protocol) ? protocol : undefined;
}

async function add(
  trx: Transaction,
  channelId: string,
  { reports, ...violation }: Violation & { readonly reports: number },
): Promise<void> {
  const { place, directive, blocked } = violation;
  const { numUpdatedRows } = await trx
    .updateTable('page_violations')
    .set((eb) => ({ reports: eb('reports', '+', reports), last_seen: databaseNow(trx) }))
    .where('channel_id', '=', channelId)
    .where('place', '=', place)
    .where('directive', '=', directive)
    .where('blocked', '=', blocked)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  if (!(await hasRoom(trx, channelId, place))) {
    const kind = 'TOO_MANY_VIOLATIONS';
    return recordChange(trx, channelId, { kind, subject: place, isDaily: true });
  }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('page_violations')
    .values({
      channel_id: channelId,
      ...violation,
      reports,
      first_seen: databaseNow(trx),
      last_seen: databaseNow(trx),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'place', 'directive', 'blocked']).doNothing(),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return;
  await recordChange(trx, channelId, {
    kind: 'NEW_VIOLATION',
    subject: blocked,
    detail: { place, directive },
  });
}

async function hasRoom(
  trx: Transaction,
  channelId: string,
  place: Violation['place'],
): Promise<boolean> {
  const { kept, today } = await trx
    .selectFrom('page_violations')
    .select((eb) => [
      eb.fn.countAll<number>().as('kept'),
      eb.fn
        .countAll<number>()
        .filterWhere('first_seen', '>', databaseNow(trx, -DAY_MS))
        .as('today'),
    ])
    .where('channel_id', '=', channelId)
    .where('place', '=', place)
    .executeTakeFirstOrThrow();
  return Number(kept) < MOST_KEPT && Number(today) < MOST_NEW_A_DAY;
}
