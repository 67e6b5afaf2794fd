/** How Chromium is started for browser tests. */
import { findChromium, findHeadlessShell } from '../.ci/browser.ts';
import { IS_NIGHT } from '../.ci/is-night.ts';

export const SWITCHES: string[] = [
  // As root there is no sandbox; the other switches keep the browser from calling home.
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of the address bar, which each window would load: as dear as the page under test. And a
  // process that waits for a page that may come: each test would start one for nothing.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
  // As in every browser of a shopper; the headless shell would draw shop and frames in one process.
  '--site-per-process',
  '--no-first-run',
  // A merchant's site that is neither https nor this machine, so not a secure context; and one that
  // is not there, of which no name server is asked.
  '--host-resolver-rules=MAP shop.test localhost, MAP shop.example ~NOTFOUND',
];

const started = (executablePath: string | undefined) => ({
  ...(executablePath && { executablePath }),
  args: SWITCHES,
});

/** For tests of what the shell has not: settings of the browser, filling in saved cards, error pages. */
export const WHOLE_BROWSER = started(findChromium());

/**
 * By day the engine without windows, menus and settings, where it is installed: two thirds of the work.
 * By night the whole browser.
 */
export const CHROMIUM = IS_NIGHT ? WHOLE_BROWSER : started(findHeadlessShell() ?? findChromium());

/** Dots a pixel of pictures that are to be sharp. */
export const SHARP = 2;
/** Takes them: the frames of another site go by the scale of the browser, not by that of its pages. */
export const SHARP_CHROMIUM = {
  ...CHROMIUM,
  args: [...CHROMIUM.args, `--force-device-scale-factor=${SHARP}`],
};
