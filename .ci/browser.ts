/** The browsers that the tests drive. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
/** The fonts are for pictures of the form in languages of other scripts. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk'];
const DEBIAN_HEADLESS_PACKAGE = 'chromium-headless-shell';

/** `CHROMIUM_PATH`, a Chromium on the PATH, or Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  return given || [...onPath(NAMES), chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * The same engine without the windows, profiles and services around it, which nobody sees in a test:
 * it takes little more than half the time. Where there is none, a whole Chromium.
 */
export function findHeadlessChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  return given || onPath(HEADLESS_NAMES).find((path) => existsSync(path)) || findChromium();
}

/**
 * Installs a browser where none is found: from Debian's packages where apt is there, by Playwright's
 * own download elsewhere. A continuous integration gets the headless one too, if there is one.
 * @throws when there is no browser after that
 */
export function installChromium(): void {
  const isHere = findChromium() !== undefined;
  const isFast = findHeadlessChromium() !== findChromium() || process.env['CHROMIUM_PATH'];
  const isDebian = existsSync('/usr/bin/apt-get');
  if (isHere && (isFast || !isDebian || !process.env['CI'])) return;
  if (isDebian) {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
    const install = [...apt, 'install', '-y', '--no-install-recommends'];
    run([...apt, 'update']);
    if (!isHere) run([...install, ...DEBIAN_PACKAGES]);
    run([...install, DEBIAN_HEADLESS_PACKAGE]);
  } else {
    run(['npx', 'playwright', 'install', 'chromium']);
  }
  if (!findChromium()) throw new Error('there is still no Chromium: set CHROMIUM_PATH');
}

const onPath = (names: readonly string[]): string[] =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));

function run([command = '', ...args]: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.stderr.write(`${command} ${args.join(' ')} failed\n`);
}
