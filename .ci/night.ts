/**
 * What takes too long for every change: `npm run test:night`. Random sequences are typed, the tests in
 * browsers and on PostgreSQL leave nothing out (CONTRIBUTING.md says what they leave out by day), those in
 * browsers are done once more with slow answers, a cluster's primary is killed ten times, releases upgrade
 * each other, and instances are tortured. Writes its result into docs/night.md, with date and commit, to be
 * committed.
 *
 * `npm run test:night -- 1000` types that many sequences instead of 10,000.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installEngine } from './browser.ts';
import { ENGINES } from './engine-names.ts';
import { readPlaywright, type TestResult } from './test-reports.ts';

const RESULT = join(import.meta.dirname, '..', 'docs', 'night.md');
const SEQUENCES = 10_000;
/** Of e2e/typing/fields.ts: each gets its part. */
const FIELDS = 5;

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit that was tested; changes that are not committed are said. */
const commit = () =>
  git('rev-parse', '--short=12', 'HEAD') +
  (git('status', '--porcelain', '--untracked-files=no') ? ', with changes' : '');

function typeAtRandom(runs: number, seed: number): readonly TestResult[] {
  const folder = mkdtempSync(join(tmpdir(), 'night-'));
  const report = join(folder, 'typing.json');
  const config = ['--config', 'e2e/playwright.config.ts', '--project', 'desktop'];
  const reporter = ['--reporter=list,json', '--output', join(folder, 'results')];
  spawnSync('playwright', ['test', ...config, ...reporter, 'e2e/typing/typing-is-sacred.test.ts'], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TYPING_RUNS: String(runs),
      SEED: String(seed),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  const results = readPlaywright(report);
  rmSync(folder, { recursive: true });
  return results;
}

/** The line of each stage (.ci/test.ts), such as `firefox: 73 passed, 0 failed, 91.2 s`. */
const STAGE_LINE = /^\w+: \d+ passed, \d+ failed, .+$/gm;

/** Lets every server wait before it answers. */
const SLOW_ANSWERS = join(import.meta.dirname, '..', 'e2e', 'slow-answers.js');

/** @returns a line a stage, and whether all have passed */
function runStages(stages: readonly string[], env: Readonly<Record<string, string>>) {
  const { stdout, status } = spawnSync('node', ['.ci/test.ts', ...stages], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env },
  });
  process.stdout.write(stdout);
  return { lines: stdout.match(STAGE_LINE) ?? [], ok: status === 0 };
}

/** @returns the lines that a test of `server/tests/operation` has printed for this, and whether it has passed */
function operate(test: string, line: RegExp, env: NodeJS.ProcessEnv) {
  const { stdout, status } = spawnSync(
    'vitest',
    ['run', '--project', 'server', `server/tests/operation/${test}`],
    { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', env },
  );
  process.stdout.write(stdout);
  return { lines: stdout.match(line) ?? [], ok: status === 0 };
}

const FAILOVERS = 10;

/** Kills the primary of a cluster, over and over: what each kill and all of them together cost. */
const failOver = () =>
  operate('failover.test.ts', /^failover.+$/gm, { ...process.env, FAILOVERS: String(FAILOVERS) });

/** More than there are: it ends where a release needs packages that this one does not have. */
const UPGRADES = 1_000;

/** Each migration between the release before and the one with it, on SQLite, and on PostgreSQL as below. */
function upgradeAll() {
  const runs = databases().map((env) =>
    operate('rolling-upgrade.test.ts', /^upgrade.+$/gm, { ...env, UPGRADES: String(UPGRADES) }),
  );
  return { lines: runs.flatMap(({ lines }) => lines), ok: runs.every(({ ok }) => ok) };
}

/** What Chromium and Firefox tell assistive technology: `.ci/at-spi.ts`. */
const isSpoken = () => spawnSync('node', ['.ci/at-spi.ts'], { stdio: 'inherit' }).status === 0;

const TORTURE_SECONDS = 300;

/** The environments of tests on SQLite, and on the PostgreSQL that `TEST_DATABASE_URL` names. */
function databases(): NodeJS.ProcessEnv[] {
  const { TEST_DATABASE_URL: databaseUrl, ...onSqlite } = process.env;
  return [onSqlite, ...(databaseUrl ? [process.env] : [])];
}

/** `bench/torture.ts` on both. */
function tortureAll(seed: number) {
  const args = ['bench/torture.ts', String(TORTURE_SECONDS), String(seed)];
  const runs = databases().map((env) =>
    spawnSync('node', args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', env }),
  );
  return {
    text: runs.map(({ stdout }) => stdout.trim()).join('\n\n'),
    ok: runs.every(({ status }) => status === 0),
  };
}

const asked = Number(process.argv[2] ?? SEQUENCES);
if (!Number.isInteger(asked) || asked < FIELDS) {
  throw new Error(`sequences: a whole number from ${FIELDS}, not ${process.argv[2]}`);
}
installEngine('chromium');
const runs = Math.ceil(asked / FIELDS);
const seed = Date.now() % 2 ** 31;
const tested = commit();
const startedAt = new Date();
const typed = typeAtRandom(runs, seed);
const inBrowsers = runStages(['browser', ...ENGINES], { NIGHT: '1' });
const slowly = runStages(['browser'], { NODE_OPTIONS: `--import ${SLOW_ANSWERS}` });
const onPostgres = process.env['TEST_DATABASE_URL']
  ? runStages(['server'], { NIGHT: '1' })
  : { lines: ['not run: TEST_DATABASE_URL names none'], ok: true };
const spoken = isSpoken();
const failover = failOver();
const upgraded = upgradeAll();
const tortured = tortureAll(seed);

const rows = typed.map(({ name, isPassed, ms }) => {
  const title = name.split(' › ').at(-2);
  return `| ${title} | ${runs} | ${isPassed ? 'passed' : 'failed'} | ${Math.round(ms / 1_000)} s |`;
});
writeFileSync(
  RESULT,
  `# The last night

What \`npm run test:night\` said last: ${startedAt.toISOString().slice(0, 16)} UTC, commit ${tested}.

## Typing at random

\`e2e/typing/typing-is-sacred.test.ts\`: ${runs * typed.length} sequences of ${SEQUENCES} that make a whole night. \`SEED=${seed} TYPING_RUNS=${runs}\` types the same again.

| | Sequences | | Took |
| --- | --- | --- | --- |
${rows.join('\n')}

## In browsers, nothing left out

The tests in browsers with \`NIGHT=1\`: every language, every size, the whole Chromium ([what is left out by day](../CONTRIBUTING.md#the-two-commands)).

\`\`\`
${inBrowsers.lines.join('\n')}
\`\`\`

## In browsers, with slow answers

The tests of every day, while each request waits for up to 1.2 seconds (\`e2e/slow-answers.js\`).

\`\`\`
${slowly.lines.join('\n')}
\`\`\`

## On PostgreSQL, nothing left out

The server tests with \`NIGHT=1\`, the guides and a second gateway as the processor among them.

\`\`\`
${onPostgres.lines.join('\n')}
\`\`\`

## Failover

The primary of three PostgreSQL under Patroni is killed ${FAILOVERS} times under load (\`server/tests/operation/failover.test.ts\`): ${failover.ok ? 'passed' : 'failed'}.

\`\`\`
${failover.lines.join('\n')}
\`\`\`

## Rolling upgrades

Each migration within reach, its release and the one before side by side under load, both ways (\`UPGRADES=${UPGRADES}\`, \`server/tests/operation/rolling-upgrade.test.ts\`): ${upgraded.ok ? 'passed' : 'failed'}.

\`\`\`
${upgraded.lines.join('\n')}
\`\`\`

## What assistive technology is told

\`node .ci/at-spi.ts\`, in Chromium and Firefox: ${spoken ? 'passed' : 'failed'}.

## Under torture

\`node bench/torture.ts ${TORTURE_SECONDS} ${seed}\`: ${tortured.ok ? 'passed' : 'failed'}.

\`\`\`
${tortured.text}
\`\`\`
`,
);
const isTyped = typed.length === FIELDS && typed.every(({ isPassed }) => isPassed);
process.exitCode =
  isTyped &&
  [inBrowsers, slowly, onPostgres, failover, upgraded, tortured].every(({ ok }) => ok) &&
  spoken
    ? 0
    : 1;
