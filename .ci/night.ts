/**
 * What takes too long for every change: `npm run test:night`. Writes its result into docs/night.md,
 * with date and commit, to be committed.
 *
 * `npm run test:night -- 1000` types that many sequences instead of 10,000.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installChromium } from './browser.ts';

const RESULT = join(import.meta.dirname, '..', 'docs', 'night.md');
const SEQUENCES = 10_000;
/** Of e2e/typing/fields.ts: each gets its part. */
const FIELDS = 5;

interface Spec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
}

const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The commit that was tested; changes that are not committed are said. */
const commit = () =>
  git('rev-parse', '--short=12', 'HEAD') +
  (git('status', '--porcelain', '--untracked-files=no') ? ', with changes' : '');

function typeAtRandom(runs: number, seed: number): readonly Spec[] {
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
  const { suites } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  return suites.flatMap(({ specs }: { specs: readonly Spec[] }) => specs);
}

const asked = Number(process.argv[2] ?? SEQUENCES);
if (!Number.isInteger(asked) || asked < FIELDS) {
  throw new Error(`sequences: a whole number from ${FIELDS}, not ${process.argv[2]}`);
}
installChromium();
const runs = Math.ceil(asked / FIELDS);
const seed = Date.now() % 2 ** 31;
const tested = commit();
const startedAt = new Date();
const specs = typeAtRandom(runs, seed);

const rows = specs.map(({ title, ok, tests }) => {
  const seconds = Math.round((tests[0]?.results[0]?.duration ?? 0) / 1_000);
  return `| ${title} | ${runs} | ${ok ? 'passed' : 'failed'} | ${seconds} s |`;
});
writeFileSync(
  RESULT,
  `# The last night

What \`npm run test:night\` said last: ${startedAt.toISOString().slice(0, 16)} UTC, commit ${tested}.

## Typing at random

\`e2e/typing/typing-is-sacred.test.ts\`: ${runs * specs.length} sequences of ${SEQUENCES} that make a whole night. \`SEED=${seed} TYPING_RUNS=${runs}\` types the same again.

| | Sequences | | Took |
| --- | --- | --- | --- |
${rows.join('\n')}
`,
);
process.exitCode = specs.length === FIELDS && specs.every(({ ok }) => ok) ? 0 : 1;
