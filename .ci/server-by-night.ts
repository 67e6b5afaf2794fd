/**
 * Server tests that one of the two databases has by night alone: by day the other one proves the same. A test
 * that is new runs on both.
 */
import { IS_NIGHT } from './is-night.ts';
import { IS_SHORT } from './is-short.ts';

/** Instances with one file are on one machine: they disagree about the time where a server has the database. */
const BY_DAY_ON_POSTGRES = ['server/tests/operation/clock-skew.test.ts'];

/** What sends no statement, or none that other tests do not send, and is about no two requests at once. */
const BY_DAY_ON_SQLITE = [
  'server/tests/guides/**',
  'server/tests/api/{parameters,examples,help,limits,result-details,card-numbers-in-text}.test.ts',
  'server/tests/webhooks/{receiver-files,event-values,event-validity}.test.ts',
  '{server,server/console}/reference/openapi.test.ts',
  'server/workbench/**/*.test.ts',
  'server/monitoring/{traces,metrics}.test.ts',
  'server/{config,html}.test.ts',
  'server/vault/key-file.test.ts',
  // What stands in front of the gateway, how its processes end, what is written to a terminal.
  'server/tests/operation/{behind-haproxy,draining,card-numbers-in-log}.test.ts',
  'server/{terminal-log,end-with-parent}.test.ts',
  'server/tests/api/page-watch-admin.test.ts',
  'server/gateway/fonts/*.test.ts',
];

/** On a slow machine: guides' commands are tested where they are defined, too. */
const SHORT_ON_SQLITE = ['server/tests/guides/**'];
/** What is about no payment, nor the tables themselves. */
const SHORT_ON_POSTGRES = [
  'server/{admin,console,connectors,http,wallets,outgoing,notifications}/**/*.test.ts',
  'server/tests/{console,connectors,merchants}/**/*.test.ts',
];

const [byDay, short] = process.env['TEST_DATABASE_URL']
  ? [BY_DAY_ON_SQLITE, SHORT_ON_POSTGRES]
  : [BY_DAY_ON_POSTGRES, SHORT_ON_SQLITE];

/** Patterns of files. */
export const LEFT_OUT_BY_DAY: readonly string[] = IS_NIGHT
  ? []
  : [...byDay, ...(IS_SHORT ? short : [])];
