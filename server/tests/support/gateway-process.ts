/** The whole server as a process of its own, for tests that start and kill it. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const ROOT = join(import.meta.dirname, '..', '..', '..');

export const DEMO = {
  DEMO_ENTITY_ID: '0123456789abcdef0123456789abcdef',
  DEMO_ACCESS_TOKEN: 'token-of-the-tests-0123456789',
} as const;

export interface RunningServer {
  readonly url: string;
  readonly shopUrl: string | undefined;
  /** Where it was given a port. */
  readonly metricsUrl: string | undefined;
  readonly pid: number;
  /** What it has printed and logged so far. */
  output(): string;
  /** Without a chance to finish anything. */
  kill(): Promise<void>;
  /** As an operator stops it. Answers the exit code. */
  stop(): Promise<number | null>;
}

/** A directory for the data of one test. Goes when the test calls `remove`. */
export async function temporaryDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-data-'));
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Of a server on free ports, with the demo merchant of the tests. */
export const environment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: '0',
  SHOP_PORT: '0',
  CONSOLE_PORT: '0',
  ...DEMO,
  ...variables,
});

/** Starts `node server/main.ts` and waits until it listens. */
export const startServer = (
  variables: Readonly<Record<string, string>>,
  cwd = ROOT,
): Promise<RunningServer> =>
  untilListening(
    spawn(process.execPath, ['server/main.ts'], {
      cwd,
      env: environment(variables),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

/** Starts it as the README says, by npm, with the Node.js of the machine and without a build. */
export async function npmStart(
  variables: Readonly<Record<string, string>>,
  cwd: string,
): Promise<RunningServer> {
  const env = environment(variables);
  const PATH = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.includes('node_modules'));
  const child = spawn('npm', ['start'], {
    cwd,
    env: { ...env, PATH: PATH.join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm runs a shell that runs the server: signals go to all of them, as from a terminal.
    detached: true,
  });
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name);
  return untilListening(Object.assign(child, { kill: signal }));
}

async function untilListening(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Promise<RunningServer> {
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stderr.on('data', collect);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      collect(chunk);
      const found = /Gateway +(\S+)[\s\S]*Access token/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server ended: ${output}`)));
  });
  return {
    url,
    shopUrl: /Demo shop +(\S+)/.exec(output)?.[1],
    metricsUrl: /Metrics +(\S+)/.exec(output)?.[1],
    pid: child.pid ?? 0,
    output: () => output,
    kill: () => end(child, 'SIGKILL').then(() => undefined),
    stop: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  // Not before everybody that writes to its output has ended: npm ends before the server does.
  const ended = once(child, 'close');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

/** Runs a script of the server to its end: the administration, or a start that must fail. */
export async function runScript(
  script: 'server/main.ts' | 'server/admin/admin.ts',
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  /** What is piped into it. */
  input = '',
  cwd = ROOT,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    env: environment(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // It may end without having read.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, stdout, stderr };
}
