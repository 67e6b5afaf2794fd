/** The command line as a merchant has it installed, and how tests run it. */
import { join } from 'node:path';
import { type Installed, installPacked } from '../../test-support/installed.ts';
import { type Ran, type Running, type RunOptions, start } from '../../test-support/run.ts';

const DEPENDENCIES = ['acorn', 'culori', 'postcss'];

export interface InstalledCli extends Installed {
  start(args: readonly string[], env?: RunOptions['env']): Running;
  run(args: readonly string[], env?: RunOptions['env']): Promise<Ran>;
}

/** Of a command in a guide: `npx @payment-widgets/cli theme check shop.css`. */
export const wordsAfterNpx = (command: string): string[] =>
  command.trim().split(' ').slice('npx @payment-widgets/cli'.split(' ').length);

/** @param drivers of a browser that the merchant's project has */
export function installCli(drivers: readonly string[] = []): InstalledCli {
  const installed = installPacked('cli', {
    own: ['server'],
    beside: [...DEPENDENCIES, ...drivers],
  });
  const bin = join(installed.directory, 'node_modules', installed.packed.name, 'dist', 'main.js');
  const begin = (args: readonly string[], env: RunOptions['env'] = {}) =>
    start(process.execPath, [bin, ...args], {
      cwd: installed.directory,
      // Nothing of the machine that the tests run on.
      env: { GATEWAY: '', ENTITY_ID: '', ACCESS_TOKEN: '', NO_COLOR: '1', ...env },
    });
  return { ...installed, start: begin, run: (args, env) => begin(args, env).ended() };
}
