/** The browser that the tests drive. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** The fonts are for pictures of the form in languages of other scripts. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk'];

/** `CHROMIUM_PATH`, a Chromium on the PATH, or Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...installed, chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * Installs a browser where none is found: from Debian's packages where apt is there, by Playwright's
 * own download elsewhere.
 * @throws when neither works
 */
export function installChromium(): void {
  if (findChromium()) return;
  const isDebian = existsSync('/usr/bin/apt-get');
  if (isDebian) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
    run([...apt, 'update']);
    run([...apt, 'install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES]);
  } else {
    run(['npx', 'playwright', 'install', 'chromium']);
  }
  if (!findChromium()) throw new Error('there is still no Chromium: set CHROMIUM_PATH');
}

function run([command = '', ...args]: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
