/** What an assessor is shown of payment pages, as text for people and as a table for files. */
import { stringify } from 'csv-stringify/sync';
import { CSV } from '../csv.ts';
import type { PageWatchReport } from '../gateway/page-watch/index.ts';

const TITLES = {
  unapproved: 'Scripts without a decision',
  rejected: 'Rejected scripts that were seen',
  approved: 'Approved scripts',
} as const;

export function textOf(report: PageWatchReport): string {
  const { channel, name, settings, scripts, pages, violations, changes, days, madeAt } = report;
  const watched = settings
    ? `${settings.share} % of checkouts report their scripts; headers are read every ${settings.headersEveryHours} h`
    : 'NOT WATCHED: the channel setting pageWatch is off';
  return [
    `Payment pages of ${name} (channel ${channel}), made at ${madeAt}`,
    'PCI DSS 4.0.1, requirements 6.4.3 and 11.6.1',
    watched,
    'The scripts of the form itself are listed by the gateway at /v1/scripts.json.',
    ...(['unapproved', 'rejected', 'approved'] as const).flatMap((status) =>
      section(
        TITLES[status],
        scripts.filter((script) => script.status === status).flatMap(linesOfScript),
      ),
    ),
    ...section(
      'Security headers, as read last',
      pages.flatMap(({ page, readAt, changedAt, problem, headers }) => [
        page,
        `  read ${readAt ?? 'never'}, changed ${changedAt ?? 'never'}`,
        ...(problem ? [`  CANNOT BE READ: ${problem}`] : []),
        ...Object.entries(headers ?? {}).map(([header, value]) => `  ${header}: ${value}`),
      ]),
    ),
    ...section(
      'Violations of the Content-Security-Policy that browsers reported',
      violations.map(
        ({ place, directive, blocked, reports, firstSeen, lastSeen }) =>
          `${place}: ${directive} blocked ${blocked}, ${reports} times, ${firstSeen} to ${lastSeen}`,
      ),
    ),
    ...section(
      `Changes in ${days} days`,
      changes.map(
        ({ at, kind, subject, ...detail }) => `${at}  ${kind}  ${subject}  ${asJson(detail)}`,
      ),
    ),
    '',
  ].join('\n');
}

const section = (title: string, lines: readonly string[]): string[] => [
  '',
  `== ${title}`,
  ...(lines.length > 0 ? lines : ['none']),
];

const hours = (count: number): string => `${count} ${count === 1 ? 'hour' : 'hours'}`;

const linesOfScript = (script: PageWatchReport['scripts'][number]): string[] => [
  script.script,
  `  id ${script.id}, integrity: ${script.integrity}`,
  `  seen ${script.firstSeen} to ${script.lastSeen}, in ${hours(script.hoursSeen)}`,
  ...(script.justification
    ? [`  ${script.status} by ${script.decidedBy} at ${script.decidedAt}: ${script.justification}`]
    : []),
];

const asJson = (detail: object): string =>
  Object.keys(detail).length > 0 ? JSON.stringify(detail) : '';

/** One table of everything, a line for each, without anything that a spreadsheet runs as a formula. */
export function csvOf({ scripts, pages, violations, changes }: PageWatchReport): string {
  const rows = [
    ...scripts.map(({ script, ...rest }) => ({ what: 'script', subject: script, ...rest })),
    ...pages.map(({ page, headers, readAt, problem }) => ({
      ...{ what: 'page', subject: page, status: problem ?? 'read', lastSeen: readAt },
      detail: JSON.stringify(headers),
    })),
    ...violations.map(({ place, directive, blocked, reports, ...seen }) => ({
      ...{ what: 'violation', subject: blocked, status: `${reports} reports`, ...seen },
      detail: `${place} ${directive}`,
    })),
    ...changes.map(({ at, kind, subject, ...detail }) => ({
      ...{ what: 'change', subject, status: kind, firstSeen: at, detail: asJson(detail) },
    })),
  ];
  return stringify(rows, {
    ...CSV,
    columns: [...COLUMNS],
  });
}

const COLUMNS = [
  'what',
  'subject',
  'status',
  'justification',
  'decidedBy',
  'decidedAt',
  'integrity',
  'firstSeen',
  'lastSeen',
  'hoursSeen',
  'id',
  'detail',
] as const;
