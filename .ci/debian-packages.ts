/** Installs packages of Debian's, where apt is there. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of tests may ask at the same moment, and apt refuses all but one. */
const LOCK = join(tmpdir(), 'debian-packages.lock');
/** How long apt waits for others that install, such as a machine's own updates. */
const LOCKED_S = 300;

export const isDebian = () => existsSync('/usr/bin/apt-get');

/** What is missing afterwards is found out by looking. */
export function installPackages(packages: readonly string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const aptGet = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  const inTurn = ['flock', LOCK, ...aptGet, '-o', `DPkg::Lock::Timeout=${LOCKED_S}`];
  runCommand([...inTurn, 'update']);
  runCommand([...inTurn, 'install', '-y', '--no-install-recommends', ...packages]);
}

/**
 * Installs what a test needs of Debian, where it is missing.
 * @param tests as in "the tests of packages/php"
 * @throws Error naming the packages, where they cannot be installed: a test is never left out in silence
 */
export function need(tests: string, isThere: () => boolean, packages: readonly string[]): void {
  if (!isThere() && isDebian()) installPackages(packages);
  if (!isThere()) throw new Error(`${tests} need ${packages.join(', ')} of Debian`);
}

/** A command that fails says why by itself. */
export function runCommand([command = '', ...args]: readonly string[]): void {
  spawnSync(command, args, { stdio: 'inherit' });
}
