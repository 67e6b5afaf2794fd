/** What operators and assessors see: scripts with who approved them and why, headers, changes. */

import { realNow } from '../../store/clock.ts';
import type { Database } from '../../store/database.ts';
import { databaseNow } from '../../store/dialect.ts';
import type { WatchedPageRow } from '../../store/tables.ts';
import { type Channel, pageWatchOf } from '../entities/index.ts';
import { presentChange } from './changes.ts';
import { watchedPages } from './pages.ts';
import { isInline } from './script.ts';
import { decisionFor, decisionsOf } from './script-decisions.ts';

const DAY_MS = 24 * 60 * 60_000;

const iso = (at: number): string => new Date(at).toISOString();

/** Every script that was seen, those without a decision first. */
export async function listScripts(db: Database, channelId: string) {
  const decisions = await decisionsOf(db, channelId);
  const rows = await db
    .selectFrom('page_scripts')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('source')
    .orderBy('integrity')
    .execute();
  const scripts = rows.map(({ id, source, integrity, ...seen }) => {
    const decided = decisionFor(decisions, { source, integrity });
    return {
      id,
      script: source,
      status: decided?.decision ?? ('unapproved' as const),
      integrity: integrityOf(source, integrity),
      ...(decided && {
        justification: decided.justification,
        decidedBy: decided.decided_by,
        decidedAt: iso(decided.decided_at),
      }),
      firstSeen: iso(seen.first_seen),
      lastSeen: iso(seen.last_seen),
      hoursSeen: seen.hours_seen,
    };
  });
  return scripts.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status));
}

const ORDER = ['unapproved', 'rejected', 'approved'];

/** PCI DSS 6.4.3 asks how the integrity of each script is assured. */
function integrityOf(source: string, integrity: string): string {
  if (integrity !== '' && integrity !== '*') return integrity;
  if (isInline(source)) return 'its SHA-256 is its name';
  if (source.endsWith('*')) return 'none: approved by pattern';
  return 'none: known by its address alone';
}

/** Headers as they were read last. */
export const listPages = async (db: Database, channelId: string) =>
  (await watchedPages(db, channelId)).map(presentPage);

const presentPage = ({ url, headers, problem, read_at, changed_at }: WatchedPageRow) => ({
  page: url,
  readAt: read_at === null ? null : iso(read_at),
  changedAt: changed_at === null ? null : iso(changed_at),
  ...(problem !== null && { problem }),
  headers: JSON.parse(headers ?? 'null') as Record<string, string> | null,
});

async function listViolations(db: Database, channelId: string) {
  const rows = await db
    .selectFrom('page_violations')
    .select(['place', 'directive', 'blocked', 'reports', 'first_seen', 'last_seen'])
    .where('channel_id', '=', channelId)
    .orderBy('last_seen', 'desc')
    .execute();
  return rows.map(({ first_seen, last_seen, ...violation }) => ({
    ...violation,
    firstSeen: iso(first_seen),
    lastSeen: iso(last_seen),
  }));
}

/** @param days how far back changes are told */
export async function pageWatchReport(db: Database, channel: Channel, days: number) {
  const { id } = channel;
  const changes = await db
    .selectFrom('page_changes')
    .selectAll()
    .where('channel_id', '=', id)
    .where('at', '>', databaseNow(db, -days * DAY_MS))
    .orderBy('at')
    .execute();
  return {
    channel: id,
    name: channel.name,
    settings: pageWatchOf(channel.settings) ?? null,
    days,
    madeAt: iso(realNow()),
    scripts: await listScripts(db, id),
    pages: await listPages(db, id),
    violations: await listViolations(db, id),
    changes: changes.map((row) => {
      const { at, ...change } = presentChange(row);
      return { at: iso(at), ...change };
    }),
  };
}

export type PageWatchReport = Awaited<ReturnType<typeof pageWatchReport>>;
