/** `npm run admin -- page-watch …`: scripts and headers of a channel's payment pages (PCI DSS 6.4.3, 11.6.1). */
import { writeFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { type Channel, findChannel } from '../gateway/entities/index.ts';
import {
  checkPages,
  cspReportPath,
  decide,
  listPages,
  listScripts,
  pageWatchReport,
  unwatchPage,
  type Verdict,
  watchPage,
} from '../gateway/page-watch/index.ts';
import type { Database } from '../store/database.ts';
import { type Command, UsageError } from './admin-command.ts';
import { csvOf, textOf } from './page-watch-report.ts';
import { webhookTools } from './webhook-tools.ts';

export const PAGE_WATCH_USAGE = `  page-watch list CHANNEL           scripts of its payment pages, those without a decision first
  page-watch approve CHANNEL SCRIPT... --justification TEXT
  page-watch reject CHANNEL SCRIPT... --justification TEXT
      SCRIPT: id in the list, sha256-…, https://shop.example/app.js, https://shop.example/assets/*
  page-watch add CHANNEL URL        a page whose security headers are read
  page-watch remove CHANNEL URL
  page-watch headers CHANNEL        as they were read last
  page-watch check CHANNEL          reads them now
  page-watch report CHANNEL [FILE.csv|FILE.json] [--days 90]    for an assessor
`;

const DAYS = 90;
const MOST_DAYS = 400;

export const PAGE_WATCH_COMMANDS: Readonly<Record<string, Command>> = {
  'page-watch list': async (db, [id = '']) => {
    const channel = await existing(db, id);
    return {
      channel: channel.id,
      cspReports: cspReportPath(channel.id),
      scripts: await listScripts(db, channel.id),
    };
  },
  'page-watch approve': async (db, words, { justification }, _config, by) =>
    decided(db, words, { decision: 'approved', justification: justification ?? '', by }),
  'page-watch reject': async (db, words, { justification }, _config, by) =>
    decided(db, words, { decision: 'rejected', justification: justification ?? '', by }),
  'page-watch add': async (db, [id = '', url = ''], _options, config) => {
    const channel = await existing(db, id);
    return { channel: channel.id, page: await watchPage(await tools(db, config), channel, url) };
  },
  'page-watch remove': async (db, [id = '', url = '']) => {
    const channel = await existing(db, id);
    await unwatchPage(db, channel.id, url);
    return { channel: channel.id, removed: url };
  },
  'page-watch headers': async (db, [id = '']) => listPages(db, (await existing(db, id)).id),
  'page-watch check': async (db, [id = ''], _options, config) => {
    const channel = await existing(db, id);
    await checkPages(await tools(db, config), channel.id);
    return listPages(db, channel.id);
  },
  'page-watch report': async (db, [id = '', file], { days = String(DAYS) }) => {
    if (!/^\d{1,3}$/.test(days) || Number(days) < 1 || Number(days) > MOST_DAYS) {
      throw new UsageError(`--days is 1 to ${MOST_DAYS}; it is ${days}`);
    }
    const report = await pageWatchReport(db, await existing(db, id), Number(days));
    if (file === undefined) return textOf(report);
    if (!/\.(csv|json)$/.test(file)) throw new UsageError(`${file} must end in .csv or .json`);
    const content = file.endsWith('.csv') ? csvOf(report) : JSON.stringify(report, null, 2);
    await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new UsageError(`${file} cannot be written: ${error.code ?? error.message}`);
      },
    );
    return { file, scripts: report.scripts.length, changes: report.changes.length };
  },
};

async function decided(db: Database, [id = '', ...scripts]: readonly string[], verdict: Verdict) {
  const channel = await existing(db, id);
  return {
    channel: channel.id,
    [verdict.decision]: await decide(db, channel.id, scripts, verdict),
  };
}

/** The same address rules as for webhooks. */
async function tools(db: Database, config: Config) {
  const { outgoing } = await webhookTools(db, config);
  return { db, outgoing };
}

async function existing(db: Database, id: string): Promise<Channel> {
  const channel = await findChannel(db, id);
  if (!channel) throw new UsageError(`there is no channel ${id}`);
  return channel;
}
