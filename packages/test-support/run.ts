/** Programs that tests start, and what they print. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number | undefined;
  /** What it has printed so far, on both. */
  output(): string;
  /** Resolves once it has printed what fits; fails where it ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
  stop(signal?: NodeJS.Signals): Promise<Ran>;
  ended(): Promise<Ran>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment without what tests of this repository add to it. */
const bare = (): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, FORCE_COLOR: __, VITEST: ___, ...rest } = process.env;
  return rest;
};

export function start(
  command: string,
  args: readonly string[],
  { cwd, env = {} }: RunOptions = {},
): Running {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...bare(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  let look: () => void = () => undefined;
  const closed = once(child, 'close').then(([code]): Ran => ({ code, ...printed }));
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      printed[name] += chunk.toString();
      look();
    });
  }
  const output = () => printed.stdout + printed.stderr;
  return {
    pid: child.pid,
    output,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = pattern.exec(output());
          if (found) resolve(found);
        };
        look();
        closed.then(() => reject(new Error(`it ended without ${pattern}: ${output()}`)), reject);
      }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return closed;
    },
    ended: () => closed,
  };
}

export const run = (command: string, args: readonly string[], options?: RunOptions): Promise<Ran> =>
  start(command, args, options).ended();
