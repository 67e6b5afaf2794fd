/** A merchant's PHP project in which the package is installed, with Guzzle as Debian has it. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackages, isDebian } from '../../../.ci/debian-packages.ts';
import { hasProgram } from '../../../server/tests/guides/guide-code.ts';
import { type Ran, run } from '../../test-support/run.ts';

const GUZZLE = '/usr/share/php/GuzzleHttp/autoload.php';
const PACKAGE = join(import.meta.dirname, '..');
/** What the tests need of Debian. */
const NEEDED = ['php-cli', 'php-guzzlehttp-guzzle'];

export interface PhpProject {
  readonly directory: string;
  write(path: string, code: string): string;
  /** Runs a file of the project; answers what it printed. */
  run(file: string, env?: Readonly<Record<string, string>>): Promise<Ran>;
  remove(): void;
}

/** @throws Error naming the packages that are missing, where they cannot be installed */
export function phpProject(): PhpProject {
  const isThere = () => hasProgram('php') && existsSync(GUZZLE);
  if (!isThere() && isDebian()) installPackages(NEEDED);
  if (!isThere())
    throw new Error(`the tests of packages/php need ${NEEDED.join(' and ')} of Debian`);
  const directory = mkdtempSync(join(tmpdir(), 'php-project-'));
  const place = join(directory, 'vendor', 'payment-widgets', 'server');
  mkdirSync(place, { recursive: true });
  cpSync(join(PACKAGE, 'src'), join(place, 'src'), { recursive: true });
  const write = (path: string, code: string): string => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
    return file;
  };
  // What Composer writes for the "autoload" of composer.json.
  write(
    'vendor/autoload.php',
    `<?php
require '${GUZZLE}';
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'PaymentWidgets\\\\')) {
        $file = __DIR__ . '/payment-widgets/server/src/' . strtr(substr($class, 15), '\\\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
`,
  );
  return {
    directory,
    write,
    run: (file, env = {}) =>
      run('php', ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr', file], {
        cwd: directory,
        env,
      }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
