/** Chromium for doctor's tests, which names one by a path, as merchants do. */
import { chmodSync } from 'node:fs';
import { findChromium, findHeadlessShell, installEngine } from '../../../.ci/browser.ts';
import type { InstalledCli } from './installed-cli.ts';

/**
 * The engine without the browser around it, where it is installed: three fifths of the work. Rows of a
 * table are tried with it; that doctor drives a browser is tried with a whole one.
 *
 * @param cli in whose directory it is
 * @param switches with which it is started
 * @returns its path
 */
export function doctorsEngine(cli: InstalledCli, ...switches: readonly string[]): string {
  installEngine('chromium');
  const program = findHeadlessShell() ?? findChromium();
  const path = cli.write('engine.sh', `#!/bin/sh\nexec "${program}" ${switches.join(' ')} "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}
