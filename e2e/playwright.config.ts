import { defineConfig, devices } from '@playwright/test';
import { findChromium } from '../.ci/browser.ts';

const executablePath = findChromium();
const launchOptions = {
  ...(executablePath && { executablePath }),
  // As root there is no sandbox; the other switches keep the browser from calling home.
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Pages of the address bar, which each window would load: as dear as the page under test.
    '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    '--no-first-run',
    // A merchant's site that is neither https nor this machine, so not a secure context; and one that
    // is not there, of which no name server is asked.
    '--host-resolver-rules=MAP shop.test localhost, MAP shop.example ~NOTFOUND',
  ],
};
const { defaultBrowserType: _, ...phone } = devices['iPhone SE'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  testIgnore: '**/e2e/engines/**',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A test that passes at a second try has found a fault, of the product or of its own.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions,
    // A trace takes a tenth of the time, pictures for it as much as the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    actionTimeout: 10_000,
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'] } },
    // Every test that says so is run at phone size too.
    { name: 'phone', grep: /@phone/, use: { ...phone, isMobile: true } },
  ],
});
