/**
 * Runs the tests, all of them or the stages named, and ends with a line that counts them:
 * `npm test`, `npm test -- check unit server browser chromium firefox webkit size`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_PACKAGES, missingOfCluster } from '../server/tests/support/cluster-programs.ts';
import { installEngine } from './browser.ts';
import { installPackages, isDebian } from './debian-packages.ts';
import { ENGINES, type EngineName } from './engine-names.ts';
import { readPlaywright, readVitest, type TestResult } from './test-reports.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** All tests of the run, to tell the slowest. */
const results: TestResult[] = [];
const SLOWEST = 10;
/** Told once more at the end, where a log that is cut off still has them. */
const TOLD_FAILURES = 4;

const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 2 ** 31;

/** Databases and profiles of the tests need no disk that waits for each write, where there is room. */
const hasMemory = () => {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_NEEDED;
};
/** The temporary directory of everything that is started here, and gone with it. */
const TEMPORARY = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'tests-'));
// Entered, not listed: a database of a test's own runs in it as another user.
chmodSync(TEMPORARY, 0o711);
/** Code that Node.js has compiled: hundreds of processes start a gateway or its administration. */
const COMPILED = join(TEMPORARY, 'compiled');

/** Runs a command of the project. */
async function run(command: readonly string[], env: NodeJS.ProcessEnv = {}) {
  process.stdout.write(`\n> ${command.join(' ')}\n`);
  const [name = '', ...args] = command;
  const child = spawn(name, args, {
    env: { ...process.env, TMPDIR: TEMPORARY, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  return { ok: code === 0, output };
}

/** A command that passes or fails as a whole. */
const whole = async (...command: string[]): Promise<Count> => asCount((await run(command)).ok);

const asCount = (ok: boolean): Count => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

const inWords = ({ passed, failed }: Count) => `${passed} passed, ${failed} failed`;
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A runner that failed although no test did (a file that does not load) counts as one failure. */
const checked = (ok: boolean, count: Count): Count =>
  ok || count.failed > 0 ? count : { ...count, failed: 1 };

function counted(ok: boolean, tests: readonly TestResult[]): Count {
  results.push(...tests);
  const passed = tests.filter(({ isPassed }) => isPassed).length;
  return checked(ok, { passed, failed: tests.length - passed });
}

async function vitest(stage: string, projects = stage): Promise<Count> {
  const report = join(TEMPORARY, `${stage}.json`);
  const { ok } = await run([
    ...['vitest', 'run', '--project', projects],
    ...['--reporter=minimal', '--reporter=json', `--outputFile.json=${report}`],
  ]);
  return counted(ok, readVitest(report));
}

async function playwright(): Promise<Count> {
  if (!isInstalled('chromium')) return asCount(false);
  const report = join(TEMPORARY, 'browser.json');
  const { ok } = await run(
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=dot,json'],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
  return counted(ok, readPlaywright(report));
}

/** Without a browser its stage fails, the others run. */
function isInstalled(engine: EngineName): boolean {
  try {
    installEngine(engine);
    return true;
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
    return false;
  }
}

/** The tests that run in every engine, in one. */
const engine = (name: EngineName) => async (): Promise<Count> =>
  isInstalled(name) ? vitest(name) : asCount(false);

async function size(): Promise<Count> {
  const { ok, output } = await run(['node', 'bench/size.ts']);
  const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return checked(ok, { passed: Number(passed), failed: Number(failed) });
}

const build = async () =>
  sum([
    await whole('vite', 'build', '--logLevel', 'warn'),
    await whole('node', 'packages/build.ts'),
  ]);

const STAGES: Readonly<Record<string, () => Promise<Count>>> = {
  check: async () =>
    sum([
      await whole('tsc', '--noEmit'),
      await whole('biome', 'check', '--error-on-warnings'),
      await whole('node', '.ci/sbom.ts'),
    ]),
  build,
  unit: () => {
    // `doctor` is tested in it. A test that began while it is installed would find half of it.
    isInstalled('chromium');
    return vitest('unit');
  },
  server: () => {
    // What is missing all the same is said by the test that needs it.
    if (isDebian() && missingOfCluster()) installPackages(CLUSTER_PACKAGES);
    return vitest('server', 'server*');
  },
  browser: playwright,
  ...Object.fromEntries(ENGINES.map((name) => [name, engine(name)])),
  size,
};

/**
 * Longer than this the stage takes on a machine of less than half the usual speed. There all of it would
 * not end in CI's time: the next stages leave out what `e2e/by-night.ts` and `.ci/server-by-night.ts` say.
 */
const SLOW_UNIT_STAGE_MS = 220_000;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STAGES));
if (unknown.length > 0) {
  throw new Error(`no stage ${unknown.join(', ')}: there are ${Object.keys(STAGES).join(', ')}`);
}
const counts: Count[] = [];
for (const [name, stage] of Object.entries(STAGES)) {
  // Everything but the checks needs the build.
  if (asked.length > 0 && !asked.includes(name) && name !== 'build') continue;
  // The browser stage is in Chromium, too.
  if (asked.length === 0 && name === 'chromium' && process.env['TEST_EXTENT'] === 'short') continue;
  const begunAt = Date.now();
  const count = await stage();
  counts.push(count);
  const took = Date.now() - begunAt;
  process.stdout.write(`\n${name}: ${inWords(count)}, ${inSeconds(took)}\n`);
  if (process.env['CI'] && name === 'unit' && took > SLOW_UNIT_STAGE_MS) {
    process.env['TEST_EXTENT'] = 'short';
    process.stdout.write('\nslow machine: the next stages leave out what takes long\n');
  }
}
rmSync(TEMPORARY, { recursive: true, force: true });
const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST);
for (const { name, ms } of slowest) process.stdout.write(`slow: ${inSeconds(ms)}, ${name}\n`);
const failures = results.filter(({ isPassed }) => !isPassed);
for (const { name, failure = '' } of failures.slice(0, TOLD_FAILURES)) {
  process.stdout.write(`\nfailed: ${name}\n${failure.replaceAll(/^/gm, '  ')}\n`);
}
const total = sum(counts);
process.stdout.write(`\n${inWords(total)}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
