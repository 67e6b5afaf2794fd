/** The project as somebody has it who has just cloned it, and what its next release would be. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './test-guides.ts';

export interface Clone {
  readonly folder: string;
  /** Puts a release with another form and one more migration where `git pull` finds it. */
  releaseNext(): void;
}

/**
 * Clones the working tree of git that this is, with what is not committed yet. Nothing is built in
 * it, and there are no data.
 *
 * The packages are this tree's: to download them anew takes minutes and a registry. The clone takes
 * them for installed, as `npm start` finds out by their age.
 *
 * @param around an empty directory
 */
export function freshClone(around: string): Clone {
  const [origin, folder] = [join(around, 'origin'), join(around, 'gateway')];
  git(around, 'clone', '--quiet', ROOT, origin);
  const changed = git(ROOT, 'ls-files', '-z', '--modified', '--others', '--exclude-standard');
  for (const name of changed.split('\0').filter(Boolean)) take(name, origin);
  commit(origin, 'What is not committed yet');
  git(around, 'clone', '--quiet', origin, folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  return { folder, releaseNext: () => releaseNext(origin) };
}

/** A file of this tree as it is now, or its absence. */
function take(name: string, origin: string): void {
  mkdirSync(dirname(join(origin, name)), { recursive: true });
  try {
    cpSync(join(ROOT, name), join(origin, name));
  } catch {
    rmSync(join(origin, name), { force: true });
  }
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
      .replace(/\];\s*$/, "{ name: '9999-next', up: next.up },\n];\n")
      .concat("import * as next from './9999-next.ts';\n"),
  );
  change('widget/page/main.ts', (text) => `${text}\nconsole.debug('the next release');\n`);
  commit(origin, 'The next release');
}

const commit = (folder: string, message: string): void => {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', message);
};

/** By nobody in particular, whatever the machine is set up to do. */
const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    [
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@shop.example',
      '-c',
      'commit.gpgsign=false',
    ].concat(['-c', 'safe.directory=*'], args),
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
