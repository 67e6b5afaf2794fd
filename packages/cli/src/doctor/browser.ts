/**
 * A browser that the machine has, driven by the Playwright that the project has. Puppeteer does not reach
 * keys into frames of another process, and card data are typed into such.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NotDoneError } from '../usage.ts';

/** As much of Playwright as is used here. */
export interface PageRequest {
  url(): string;
  resourceType(): string;
}
export interface PageResponse {
  url(): string;
  status(): number;
  headers(): Record<string, string>;
  text(): Promise<string>;
}
export interface Frame {
  url(): string;
  evaluate<T>(expression: string): Promise<T>;
}
export interface Page extends Frame {
  goto(url: string, options: { waitUntil: 'load'; timeout: number }): Promise<PageResponse | null>;
  frames(): Frame[];
  on(
    event: 'request' | 'requestfinished' | 'requestfailed',
    take: (request: PageRequest) => void,
  ): unknown;
  on(event: 'response', take: (response: PageResponse) => void): unknown;
  on(event: 'console', take: (message: { type(): string; text(): string }) => void): unknown;
  on(event: 'pageerror', take: (error: Error) => void): unknown;
  readonly mouse: { click(x: number, y: number): Promise<void> };
  readonly keyboard: { type(text: string): Promise<void> };
  addInitScript(script: string): Promise<unknown>;
}
export interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Launcher {
  launch(options: { executablePath: string; headless: boolean; args: string[] }): Promise<Browser>;
}

const DRIVERS = ['playwright-core', 'playwright', '@playwright/test'];

/** @throws NotDoneError where there is no driver, or no browser */
export async function openBrowser(path: string | undefined): Promise<Browser> {
  const executablePath = path ?? findBrowser();
  if (executablePath === undefined || !existsSync(executablePath)) {
    throw new NotDoneError(
      path === undefined
        ? 'there is no Chromium, Chrome or Edge on this machine: install one, or give --browser PATH'
        : `there is no browser at ${path}`,
    );
  }
  const launcher = await findLauncher();
  // Chromium has no sandbox for root, as in most containers, and does not start with one.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // As in every browser of a shopper; the headless shell would draw page and fields in one process.
  const args = ['--site-per-process', ...sandbox];
  try {
    return await launcher.launch({ executablePath, headless: true, args });
  } catch (error) {
    throw new NotDoneError(`${executablePath} does not start: ${(error as Error).message}`);
  }
}

async function findLauncher(): Promise<Launcher> {
  for (const name of DRIVERS) {
    const module = await load(name);
    const launcher = module?.['chromium'] ?? Object(module?.['default']).chromium;
    if (launcher) return launcher;
  }
  throw new NotDoneError(
    'doctor drives the browser by Playwright: npm install --save-dev playwright-core',
  );
}

/** Beside this package, or in the project that it is run in. */
export async function load(name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return await import(name);
  } catch {
    try {
      const here = createRequire(join(process.cwd(), 'package.json'));
      return await import(pathToFileURL(here.resolve(name)).href);
    } catch {
      return undefined;
    }
  }
}

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

function findBrowser(): string | undefined {
  const { CHROME_PATH, PATH = '' } = process.env;
  const onPath = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [
    ...(CHROME_PATH ? [CHROME_PATH] : []),
    ...(PLACES[process.platform] ?? []),
    ...onPath,
  ].find((path) => existsSync(path));
}
