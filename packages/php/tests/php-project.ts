/** A merchant's PHP project in which Composer has installed the package, with Guzzle as Debian has it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { need } from '../../../.ci/debian-packages.ts';
import { blocksOf, hasProgram, ROOT, runShell } from '../../../server/tests/guides/guide-code.ts';
import { type Ran, run } from '../../test-support/run.ts';

const GUZZLE = '/usr/share/php/GuzzleHttp/autoload.php';
/** What the tests need of Debian. */
const NEEDED = ['composer', 'php-cli', 'php-guzzlehttp-guzzle'];

const GUIDE = 'docs/packages.md';

export interface PhpProject {
  readonly directory: string;
  write(path: string, code: string): string;
  /** Runs a file of the project; answers what it printed. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<Ran>;
  remove(): void;
}

/**
 * Made by the commands of the guide.
 * @throws Error naming the packages that are missing, where they cannot be installed
 */
export async function phpProject(): Promise<PhpProject> {
  const place = newPlace();
  const directory = join(place, 'my-project');
  mkdirSync(directory);
  symlinkSync(ROOT, join(place, 'payment-widgets'));
  const [init = ''] = /composer init [^`]+/.exec(readFileSync(join(ROOT, GUIDE), 'utf8')) ?? [];
  await compose(place, directory, [init, ...blocksOf(GUIDE, 'sh composer')].join('\n'));
  return projectIn(place, directory);
}

/**
 * The example application, in a fresh install.
 * @throws Error as `phpProject` does
 */
export async function phpExample(): Promise<PhpProject> {
  const place = newPlace();
  const directory = join(place, 'examples', 'php');
  cpSync(join(ROOT, 'examples', 'php'), directory, {
    recursive: true,
    filter: (path) => !/\/vendor$|\/composer\.lock$/.test(path),
  });
  symlinkSync(join(ROOT, 'packages'), join(place, 'packages'));
  await compose(place, directory, 'composer install');
  return projectIn(place, directory);
}

function newPlace(): string {
  const isThere = () => hasProgram('php') && hasProgram('composer') && existsSync(GUZZLE);
  need('the tests of packages/php', isThere, NEEDED);
  return mkdtempSync(join(tmpdir(), 'php-project-'));
}

/** Composer asks no registry: Debian's Guzzle, with what it implements, stands where Packagist would be. */
async function compose(place: string, directory: string, script: string): Promise<void> {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(place, path)), { recursive: true });
    writeFileSync(join(place, path), text);
  };
  write('guzzle/autoload.php', `<?php require_once '${GUZZLE}';`);
  const provided = ['client', 'factory', 'message'].map((name) => [`psr/http-${name}`, '1.0']);
  write(
    'guzzle/composer.json',
    JSON.stringify({
      ...{ name: 'guzzlehttp/guzzle', version: '7.4.5', autoload: { files: ['autoload.php'] } },
      provide: Object.fromEntries(provided),
    }),
  );
  const repositories = {
    debian: { type: 'path', url: join(place, 'guzzle') },
    'packagist.org': false,
  };
  write('home/config.json', JSON.stringify({ repositories }));
  const { code, stderr } = await runShell(
    script,
    {
      COMPOSER_HOME: join(place, 'home'),
      COMPOSER_ALLOW_SUPERUSER: '1',
      COMPOSER_NO_INTERACTION: '1',
      // Copied, as a package from Packagist is.
      COMPOSER_MIRROR_PATH_REPOS: '1',
    },
    directory,
  );
  if (code !== 0) throw new Error(`Composer has failed: ${stderr}`);
}

const projectIn = (place: string, directory: string): PhpProject => ({
  directory,
  write(path, code) {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    return file;
  },
  run: (file, env = {}) =>
    run('php', ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', file], {
      cwd: directory,
      env,
    }),
  remove: () => rmSync(place, { recursive: true, force: true }),
});
