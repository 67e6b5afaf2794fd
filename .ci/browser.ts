/** The browsers that the tests drive. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
/** The fonts are for pictures of the form in languages of other scripts. */
const DEBIAN_PACKAGES = ['chromium', 'fonts-noto-core', 'fonts-noto-cjk'];

const WEBKIT_PACKAGES = ['webkit2gtk-driver', 'xvfb'];
/** Its own browser for tests, in the folder of the library. */
const MINI_BROWSER = '/usr/{lib,lib64,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser';

/** Paths of the first that is there of each name. */
function onPath(...names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/** `CHROMIUM_PATH`, a Chromium on the PATH, or Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  return [...onPath(...NAMES), chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * Installs a browser where none is found: from Debian's packages where apt is there, by Playwright's
 * own download elsewhere.
 * @throws when neither works
 */
export function installChromium(): void {
  if (findChromium()) return;
  if (isDebian()) installPackages(DEBIAN_PACKAGES);
  else run(['npx', 'playwright', 'install', 'chromium']);
  if (!findChromium()) throw new Error('there is still no Chromium: set CHROMIUM_PATH');
}

export interface WebKitPaths {
  readonly browser: string;
  readonly driver: string;
  /** The X server that the browser draws on. */
  readonly screen: string;
}

/** WebKitGTK with its driver; undefined when a part of it is missing. */
export function findWebKit(): WebKitPaths | undefined {
  const [browser] = globSync(MINI_BROWSER);
  const [driver] = onPath('WebKitWebDriver');
  const [screen] = onPath('Xvfb');
  return browser && driver && screen ? { browser, driver, screen } : undefined;
}

/**
 * Installs WebKit from Debian's packages where it is not found.
 * @throws where that does not work, saying what to install
 */
export function installWebKit(): void {
  if (findWebKit()) return;
  if (isDebian()) installPackages(WEBKIT_PACKAGES);
  if (!findWebKit()) {
    throw new Error(`there is no WebKit: install ${WEBKIT_PACKAGES.join(' and ')} of Debian`);
  }
}

const isDebian = () => existsSync('/usr/bin/apt-get');

function installPackages(packages: readonly string[]): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  run([...apt, 'update']);
  run([...apt, 'install', '-y', '--no-install-recommends', ...packages]);
}

function run([command = '', ...args]: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
}
