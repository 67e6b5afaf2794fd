/**
 * Publishes the packages to npm, with provenance: `node packages/publish.ts`, in CI, after `npm run packages`.
 * Provenance says from which commit of which repository a tarball was built, and npm compares that with
 * `repository` of its package.json; so that is written from what CI says. Versions that npm has already are left out.
 *
 * `--dry-run` does all but send them, and needs no CI: without one, no repository is written and no provenance.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packInto } from './pack.ts';
import { type Workspace, workspaces } from './workspaces.ts';

/** Of what is needed to be in force at npm: dependencies first. */
export function inOrder(all: readonly Workspace[]): Workspace[] {
  const done: Workspace[] = [];
  const isReady = ({ dependencies = {} }: Workspace) =>
    all.every(({ name }) => !(name in dependencies) || done.some((one) => one.name === name));
  while (done.length < all.length) {
    const next = all.find((one) => !done.includes(one) && isReady(one));
    if (!next) throw new Error('The packages depend on each other in a circle');
    done.push(next);
  }
  return done;
}

/** Address of the repository that CI builds: of GitHub Actions and GitLab, which npm knows. */
export function repositoryOf(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, CI_PROJECT_URL } = env;
  if (GITHUB_REPOSITORY) return `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`;
  return CI_PROJECT_URL && `git+${CI_PROJECT_URL}.git`;
}

function main(): void {
  const isDry = process.argv.includes('--dry-run');
  const url = repositoryOf(process.env);
  if (!url && !isDry) {
    throw new Error(
      'Provenance needs the CI of GitHub or GitLab: try node packages/publish.ts --dry-run',
    );
  }
  const directory = mkdtempSync(join(tmpdir(), 'publish-'));
  try {
    for (const workspace of inOrder(workspaces())) {
      if (!isDry && isPublished(workspace)) continue;
      publish(workspace, directory, { isDry, url });
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Also false where the registry cannot say: then publishing tells. */
const isPublished = ({ name, version }: Workspace): boolean =>
  spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' }).stdout.includes(
    version,
  );

interface Terms {
  readonly isDry: boolean;
  readonly url: string | undefined;
}

/** What READMEs say until there is something. */
const TOO_EARLY = 'Not on npm yet';

function publish(workspace: Workspace, directory: string, { isDry, url }: Terms): void {
  if (!isDry && readFileSync(join(workspace.folder, 'README.md'), 'utf8').includes(TOO_EARLY)) {
    throw new Error(`The README of ${workspace.name} says "${TOO_EARLY}": take that out first`);
  }
  const [tarball] = packInto(directory, [workspace]);
  if (!tarball) throw new Error(`${workspace.name} was not packed`);
  const folder = join(directory, workspace.id);
  // What is published is what was packed and tested, and one line.
  for (const path of tarball.contents) cpSync(join(workspace.folder, path), join(folder, path));
  if (url) addRepository(folder, { type: 'git', url, directory: `packages/${workspace.id}` });
  execFileSync(
    'npm',
    ['publish', '--access', 'public', `--provenance=${!isDry}`].concat(isDry ? ['--dry-run'] : []),
    { cwd: folder, stdio: 'inherit' },
  );
}

function addRepository(folder: string, repository: object): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`);
}

if (import.meta.main) main();
