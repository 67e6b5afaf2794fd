/** Finds, or installs, the browsers that the tests drive: one of each engine. */
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installPackages, isDebian, runCommand } from './debian-packages.ts';
import type { EngineName } from './engine-names.ts';

export interface BrowserPaths {
  readonly browser: string;
}

export interface WebKitPaths extends BrowserPaths {
  readonly driver: string;
  /** The X server that the browser draws on. */
  readonly screen: string;
}

interface Paths {
  readonly chromium: BrowserPaths;
  readonly firefox: BrowserPaths;
  readonly webkit: WebKitPaths;
}

/** What is to be installed of each. The fonts are for pictures of the form in other scripts. */
const DEBIAN_PACKAGES: Readonly<Record<EngineName, readonly string[]>> = {
  chromium: ['chromium', 'fonts-noto-core', 'fonts-noto-cjk'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};
/** Makes the tests faster, and is not in every Debian. */
const HEADLESS_SHELL = 'chromium-headless-shell';
/** How else the tests can be told where a browser is. */
const VARIABLES: Readonly<Record<EngineName, string>> = {
  chromium: 'CHROMIUM_PATH',
  firefox: 'FIREFOX_PATH',
  webkit: '',
};
const NAMES: Readonly<Record<EngineName, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};

/** WebKit's own browser for tests, in the folder of the library. */
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
  const known = onPath('chromium', 'chromium-browser', 'google-chrome');
  return [...known, chromium.executablePath()].find((path) => existsSync(path));
}

/** The same engine without the browser around it, where it is installed and no other one is wanted. */
export function findHeadlessShell(): string | undefined {
  return process.env['CHROMIUM_PATH'] ? undefined : onPath(HEADLESS_SHELL)[0];
}

export function findFirefox(): string | undefined {
  return process.env['FIREFOX_PATH'] || onPath('firefox-esr', 'firefox')[0];
}

/** WebKitGTK with its driver; undefined when a part of it is missing. */
function findWebKit(): WebKitPaths | undefined {
  const [browser] = globSync(MINI_BROWSER);
  const [driver] = onPath('WebKitWebDriver');
  const [screen] = onPath('Xvfb');
  return browser && driver && screen ? { browser, driver, screen } : undefined;
}

const asPaths = (browser: string | undefined) => browser && { browser };
const FINDERS = {
  chromium: () => asPaths(findChromium()) || undefined,
  firefox: () => asPaths(findFirefox()) || undefined,
  webkit: findWebKit,
} as const satisfies { readonly [Name in EngineName]: () => Paths[Name] | undefined };

/** A line: what is missing, and the command that installs it. */
export function missingEngine(name: EngineName): string {
  const command = `apt-get install ${DEBIAN_PACKAGES[name].join(' ')}`;
  const variable = VARIABLES[name];
  return `there is no ${NAMES[name]}: ${command}${variable && `, or set ${variable}`}`;
}

/**
 * Where a browser is.
 * @throws the line of `missingEngine` where it is not installed
 */
export function findEngine<Name extends EngineName>(name: Name): Paths[Name] {
  const found = FINDERS[name]();
  if (!found) throw new Error(missingEngine(name));
  return found as Paths[Name];
}

/**
 * Installs a browser where none is found: from Debian's packages where apt is there, and Chromium by
 * Playwright's own download elsewhere.
 * @throws the line of `missingEngine` when neither works
 */
export function installEngine(name: EngineName): void {
  if (FINDERS[name]()) return;
  if (isDebian()) {
    installPackages(DEBIAN_PACKAGES[name]);
    if (name === 'chromium') installPackages([HEADLESS_SHELL]);
  } else if (name === 'chromium') runCommand(['npx', 'playwright', 'install', 'chromium']);
  findEngine(name);
}
