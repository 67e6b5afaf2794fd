/** The project as it is right after a clone, and what its next release would be. */
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../guides/guide-code.ts';

export interface Clone {
  readonly folder: string;
  /** Puts a release with another form and one more migration where `git pull` finds it. */
  releaseNext(): void;
}

/**
 * Clones this tree, with what is not committed yet. Nothing is built in the clone, and there are no
 * data. This tree need not be one of git: where it was copied to, `.git` may be missing.
 *
 * The packages are this tree's: to download them anew takes minutes and a registry. The clone takes
 * them for installed, as `npm start` finds out by their age.
 *
 * @param around an empty directory
 */
export function freshClone(around: string): Clone {
  const [origin, folder] = [join(around, 'origin'), join(around, 'gateway')];
  git(around, 'init', '--quiet', origin);
  git(ROOT, '--git-dir', join(origin, '.git'), '--work-tree', ROOT, 'add', '--all');
  commit(origin, 'This release');
  git(origin, 'reset', '--quiet', '--hard');
  git(around, 'clone', '--quiet', origin, folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  return { folder, releaseNext: () => releaseNext(origin) };
}

function releaseNext(origin: string): void {
  const change = (name: string, edit: (text: string) => string) =>
    writeFileSync(join(origin, name), edit(readFileSync(join(origin, name), 'utf8')));
  const migrations = 'server/store/migrations';
  writeFileSync(
    join(origin, migrations, '9999-next.ts'),
    `import type { Kysely } from 'kysely';
export const up = (db: Kysely<unknown>) =>
  db.schema.createTable('of_the_next_release').addColumn('id', 'text').execute();
`,
  );
  change(`${migrations}/index.ts`, (text) =>
    text
      .replace('\n];\n', "\n{ name: '9999-next', up: next.up },\n];\n")
      .concat("import * as next from './9999-next.ts';\n"),
  );
  change('widget/page/main.ts', (text) => `${text}\nconsole.debug('the next release');\n`);
  git(origin, 'add', '--all');
  commit(origin, 'The next release');
}

const commit = (folder: string, message: string): string =>
  git(folder, 'commit', '--quiet', '--no-verify', '--message', message);

/** Without an author of this machine's, whatever it is set up to do. */
const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['user.name=Test', 'user.email=test@shop.example', 'commit.gpgsign=false']
      .flatMap((setting) => ['-c', setting])
      .concat(args),
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
