/** Releases before and after a migration, as git has them, to run side by side. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '../../store/migrations/index.ts';
import { ROOT } from '../guides/guide-code.ts';

/** To run it. */
const NEEDED = ['package.json', 'contract', 'docs', 'locales', 'public', 'server'];

/** From one release to the next, which brought migrations. */
export interface Upgrade {
  /** Their names, as in `0055-funnel-days-again, 0056-card-bins`. */
  readonly migrations: string;
  /** The commit before. */
  readonly from: string;
  /** The commit that brought them; undefined where that is this very release. */
  readonly to: string | undefined;
}

/** What came before is of releases that start, end or answer otherwise than the test asks for. */
const EARLIEST = '0013-nonce-claims';

/**
 * The latest upgrades, the latest first. Each goes with the packages and the form of this release, so they
 * end where a release needs a package that this one does not have. Migrations that were merged in another
 * order than that of their names are one upgrade: no database takes one of them behind the others.
 */
export function latestUpgrades(most: number): readonly Upgrade[] {
  const upgrades: (Upgrade & { readonly first: number; readonly last: number })[] = [];
  const history = historyOfThis();
  for (const { name } of MIGRATIONS.filter((each) => each.name >= EARLIEST).toReversed()) {
    const by = history.length === 0 ? -1 : history.indexOf(commitOf(name) ?? 'none');
    const group = upgrades.at(-1);
    if (by < 0) break;
    // The history begins with the latest.
    const isOfGroup = group !== undefined && by <= group.first;
    if (!isOfGroup && upgrades.length === most) break;
    const { migrations, first, last } = isOfGroup
      ? {
          migrations: `${name}, ${group.migrations}`,
          first: group.first,
          last: Math.min(by, group.last),
        }
      : { migrations: name, first: by, last: by };
    const from = history[first + 1];
    const to = history[last];
    if (!from || !to || ![from, to].every(isWithinReach)) break;
    if (isOfGroup) upgrades.pop();
    const isThis = upgrades.length === 0;
    upgrades.push({ migrations, first, last, from, to: isThis ? undefined : to });
  }
  return upgrades;
}

/**
 * Names of migrations in the order in which releases brought them, those that are not committed last; none
 * where git does not have the history.
 */
export function migrationsAsReleased(): readonly string[] {
  if (historyOfThis().length < MIGRATIONS.length) return [];
  const added = ['--diff-filter=A', '--no-renames', '--format=', '--name-only'];
  const log = ['log', '--first-parent', '--reverse', ...added];
  const files = git(...log, '--', 'server/store/migrations').toString();
  const brought = new Set(files.matchAll(/(\d{4}-[\w-]+)\.ts$/gm).map(([, name = '']) => name));
  const names = new Set(MIGRATIONS.map(({ name }) => name));
  return [...brought.intersection(names), ...names.difference(brought)];
}

/** Puts a release into a directory that is not there yet, with the packages and the form of this one. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder);
  const files = git('archive', commit, ...NEEDED);
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(ROOT, name), join(folder, name));
}

/** Commits of this release, the latest first; none where git does not have them. */
function historyOfThis(): readonly string[] {
  try {
    return git('rev-list', '--first-parent', 'HEAD').toString().split('\n');
  } catch {
    return [];
  }
}

/** The commit that brought a migration; undefined where git does not have it. */
function commitOf(migration: string): string | undefined {
  const file = `server/store/migrations/${migration}.ts`;
  const log = ['log', '--first-parent', '--diff-filter=A', '--format=%H', '-1', '--', file];
  return (
    git(...log)
      .toString()
      .trim() || undefined
  );
}

function isWithinReach(commit: string): boolean {
  const { dependencies = {} } = JSON.parse(git('show', `${commit}:package.json`).toString());
  return Object.keys(dependencies).every((name) => existsSync(join(ROOT, 'node_modules', name)));
}

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 256 * 1024 * 1024,
  });
}
