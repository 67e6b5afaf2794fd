/** The command lines of the guides, run as a reader runs them: with a shell and curl. */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DEMO, type RunningServer } from '../server/test-process.ts';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** A guide can only be tried where there is a curl. */
export const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The shell blocks of `docs/{name}.md`, in order. */
export const shellBlocks = (name: string): string[] =>
  [...readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8').matchAll(/```sh\n([^`]*)```/g)].map(
    ([, block = '']) => block,
  );

export interface Reader {
  /** Runs one block. @returns what it printed, read as JSON */
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as untyped code does
  run(block: string, variables?: Readonly<Record<string, string>>): Promise<any>;
}

/** Somebody who follows a guide against a server of the test; the first block sets the address. */
export const readerOf = (server: RunningServer, [setUp = '']: readonly string[]): Reader => ({
  async run(block, variables = {}) {
    const script = `${setUp.replace(/^G=.*$/m, `G=${server.url}`)}\n${block}`;
    const { stdout } = await run('bash', ['-euc', script.replaceAll('curl ', 'curl -sS ')], {
      env: {
        PATH: process.env['PATH'],
        ACCESS_TOKEN: DEMO.DEMO_ACCESS_TOKEN,
        ENTITY_ID: DEMO.DEMO_ENTITY_ID,
        ...variables,
      },
    });
    return JSON.parse(stdout);
  },
});
