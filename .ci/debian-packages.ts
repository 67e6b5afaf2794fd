/** Installs packages of Debian's, where apt is there. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const isDebian = () => existsSync('/usr/bin/apt-get');

/** What is missing afterwards is found out by looking. */
export function installPackages(packages: readonly string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  runCommand([...apt, 'update']);
  runCommand([...apt, 'install', '-y', '--no-install-recommends', ...packages]);
}

/** A command that fails says why by itself. */
export function runCommand([command = '', ...args]: readonly string[]): void {
  spawnSync(command, args, { stdio: 'inherit' });
}
