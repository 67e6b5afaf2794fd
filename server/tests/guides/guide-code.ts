/** The code in the guides, taken out of them to be run as it stands there. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

const read = (guide: string) => readFileSync(join(ROOT, guide), 'utf8');

/** The blocks of a guide that are marked with one of these words: "sh", "sh sqlite", "python". */
export function blocksOf(guide: string, ...marks: string[]): string[] {
  const blocks = [...read(guide).matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, mark = '', code = '']) => (marks.includes(mark) ? [code] : []));
}

/** Relative links of a guide, without what they point at inside of a page. */
export const linksOf = (guide: string): string[] =>
  [...read(guide).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);

/** Test files and folders that a guide names. */
export const testsNamedIn = (guide: string): string[] =>
  [...read(guide).matchAll(/`((?:server|e2e|contract|widget)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );

export const hasProgram = (name: string): boolean =>
  spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined;

export interface ShellOutcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** HTTP status of each call of curl, in order. */
  readonly statuses: readonly number[];
}

/** Tells the status of every call on standard error. */
const CURL = `curl() { command curl -sS --max-time 20 -w '\\n%{stderr}HTTP %{http_code}\\n' "$@"; }`;

/** Runs commands as a reader would who pastes them one after the other into one shell. */
export async function runShell(
  script: string,
  variables: Readonly<Record<string, string>>,
  cwd = ROOT,
): Promise<ShellOutcome> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `${CURL}\n${script}`], {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const statuses = [...stderr.matchAll(/^HTTP (\d+)$/gm)].map(([, status]) => Number(status));
  return { code: child.exitCode, stdout, stderr, statuses };
}
