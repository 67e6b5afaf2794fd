/**
 * Tests the tests: `npm run mutate -- ROOM …` changes the code of a room in one place after the other and
 * looks whether a test notices. Writes what was not noticed into docs/mutation.md, room by room, to be
 * read and committed. A room takes minutes. `npm ci` takes away again what it has installed for that.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const REPORT = join(ROOT, 'docs', 'mutation.md');

/** Not among the project's own packages: with theirs they are 180, and neither running nor testing it needs them. */
const CORE: string = '@stryker-mutator/core';
const TOOLS = [`${CORE}@10.1.1`, '@stryker-mutator/vitest-runner@10.1.1'];

/** As far as it is used: one change of the code, and what came of it. */
interface MutantResult {
  readonly fileName: string;
  readonly location: { readonly start: { readonly line: number } };
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
}

/** Where the tests of a room stand: those that need no browser, and of a running gateway few, which take an hour. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contract: ['contract/**/*.test.ts', 'widget/**/*.test.ts'],
  'widget/frame': ['widget/frame/*.test.ts'],
  'widget/page/form': ['widget/page/**/*.test.ts'],
  // Not the test of the key file: the umask belongs to a process, and these run in threads.
  'server/vault': ['server/vault/!(key-file).test.ts'],
  'server/notifications': ['server/notifications/**/!(list-plans|purge).test.ts'],
  'server/gateway/operations': [
    'server/gateway/operations/*.test.ts',
    'server/tests/api/{operations-matrix,chargebacks}.test.ts',
    'server/tests/payments/{direct-debit,vouchers}.test.ts',
    'server/tests/connectors/relay-processor-operations.test.ts',
  ],
  'server/gateway/access': ['server/gateway/access/*.test.ts'],
  'server/gateway/checkout': ['server/gateway/checkout/*.test.ts'],
  // Not the test of a gateway that runs.
  'server/gateway/entities': ['server/gateway/entities/!(stored-settings).test.ts'],
  'server/gateway/events': ['server/gateway/events/*.test.ts'],
  'server/gateway/fonts': ['server/gateway/fonts/*.test.ts'],
  'server/gateway/order': ['server/gateway/order/*.test.ts'],
  'server/gateway/page-watch': ['server/gateway/page-watch/*.test.ts'],
  'server/gateway/payment': ['server/gateway/payment/*.test.ts'],
  'server/gateway/records': ['server/gateway/records/*.test.ts'],
  'server/gateway/registrations': ['server/gateway/registrations/*.test.ts'],
  'server/gateway/requests': ['server/gateway/requests/*.test.ts'],
  // Not the suites of a gateway that runs.
  'server/gateway/retention': [
    'server/gateway/retention/{archive-file,erasure,months,terms}.test.ts',
  ],
  'server/gateway/risk': ['server/gateway/risk/{keys,velocity-rules}.test.ts'],
  'server/gateway/processors': ['server/gateway/processors/*.test.ts'],
  'server/gateway/sandbox': ['server/gateway/sandbox/*.test.ts'],
  // Not the test of recovery: it waits for leases to end.
  'server/gateway/undecided': ['server/gateway/undecided/!(recovery).test.ts'],
  'server/gateway/wallets': ['server/gateway/wallets/*.test.ts'],
  'server/wallets': ['server/wallets/*.test.ts'],
};

/** A change of one value into another says nothing where the value is looked up, not decided by. */
const TABLES = ['contract/catalogue.ts', 'contract/*-samples.ts'];

async function mutate(room: string, tests: readonly string[]): Promise<readonly MutantResult[]> {
  process.env['MUTATION_TESTS'] = tests.join(' ');
  const { Stryker } = await import(CORE);
  return new Stryker({
    mutate: [
      ...[`${room}/**/*.ts`, `!${room}/**/*.test.ts`, `!${room}/**/*.d.ts`],
      ...TABLES.map((table) => `!${table}`),
    ],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: '.ci/mutation-tests.ts' },
    coverageAnalysis: 'perTest',
    // What runs when a file is loaded would be tested by all tests at once.
    ignoreStatic: true,
    concurrency: 2,
    // A change that makes a test wait is noticed; a machine that has other work to do is none.
    timeoutMS: 20_000,
    reporters: ['progress-append-only'],
    tempDirName: join(tmpdir(), 'mutation'),
    // TypeScript 7 has no interface for Stryker to read a configuration by.
    tsconfigFile: 'none.json',
  }).runMutationTest();
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const STATES = ['Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;

function sectionOf(room: string, results: readonly MutantResult[]): string {
  const [killed = [], stopped = [], survived = [], unreached = []] = STATES.map((state) =>
    results.filter(({ status }) => status === state),
  );
  const found = killed.length + stopped.length;
  const reached = found + survived.length;
  const share = (of: number) => (of === 0 ? '–' : `${((found / of) * 100).toFixed(1)} %`);
  const lines = survived.map(({ fileName, location, mutatorName, replacement }) => {
    const { line } = location.start;
    const code = readFileSync(fileName, 'utf8').split('\n')[line - 1]?.trim() ?? '';
    return `| \`${relative(ROOT, fileName)}:${line}\` | ${mutatorName} | ${inCell(code)} | ${inCell(replacement)} |`;
  });
  return [
    `## ${room}`,
    '',
    `${new Date().toISOString().slice(0, 10)}, commit ${git('rev-parse', '--short=12', 'HEAD')}.`,
    '',
    '| Changes | Noticed | Not noticed | In code that these tests do not reach | Noticed of those reached | of all |',
    '| --- | --- | --- | --- | --- | --- |',
    `| ${reached + unreached.length} | ${found} | ${survived.length} | ${unreached.length} | ${share(reached)} | ${share(reached + unreached.length)} |`,
    '',
    ...(lines.length > 0
      ? ['| Where | Change | Code | Became |', '| --- | --- | --- | --- |', ...lines, '']
      : []),
  ].join('\n');
}

const LONGEST_CODE = 90;

/** Code within a cell of a table: one line, without a mark of a table or a link. */
function inCell(code: string): string {
  const line = code
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('`', "'")
    .replaceAll('](', '] (');
  return `\`${line.length > LONGEST_CODE ? `${line.slice(0, LONGEST_CODE)}…` : line}\``;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((room) => !Object.hasOwn(ROOMS, room));
if (asked.length === 0 || unknown.length > 0) {
  process.stderr.write(`npm run mutate -- ROOM …, of: ${Object.keys(ROOMS).join(', ')}\n`);
  process.exit(2);
}
execFileSync('npm', ['install', '--no-save', ...TOOLS], { stdio: 'inherit', cwd: ROOT });
for (const room of asked) {
  const section = sectionOf(room, await mutate(room, ROOMS[room] ?? []));
  const [head = '', ...sections] = readFileSync(REPORT, 'utf8').split(/^(?=## )/m);
  const others = sections.filter((one) => !one.startsWith(`## ${room}\n`));
  const all = [head, ...[...others, `${section}\n`].sort()].join('');
  writeFileSync(REPORT, `${all.trimEnd()}\n`);
}
