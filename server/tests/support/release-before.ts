/** The release before the latest migration, as git has it, to run beside this one. */
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../store/migrations/index.ts';
import { ROOT } from '../guides/guide-code.ts';

/** To run it. */
const NEEDED = ['package.json', 'contract', 'docs', 'locales', 'public', 'server'];

/** The commit before the one that brought the latest migration; undefined where git does not have it. */
export const commitBefore: string | undefined = (() => {
  const file = `server/store/migrations/${MIGRATIONS.at(-1)?.name}.ts`;
  try {
    const log = ['log', '--first-parent', '--diff-filter=A', '--format=%P', '-1', '--', file];
    const [commit] = git(...log)
      .toString()
      .trim()
      .split(' ');
    return commit || undefined;
  } catch {
    return undefined;
  }
})();

/** Puts it into an empty directory, with the packages and the form of this one. */
export function checkOutReleaseBefore(folder: string): void {
  const files = git('archive', `${commitBefore}`, ...NEEDED);
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name));
}

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 256 * 1024 * 1024,
  });
}
