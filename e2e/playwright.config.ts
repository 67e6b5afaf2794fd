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
    '--no-first-run',
    // A merchant's site that is neither https nor this machine: not a secure context.
    '--host-resolver-rules=MAP shop.test localhost',
  ],
};
const { defaultBrowserType: _, ...phone } = devices['iPhone SE'];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A busy machine of a continuous integration may starve a browser for a moment; the count says so.
  retries: process.env['CI'] ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    launchOptions,
    // Pictures for the trace would take as much of a small machine as the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    actionTimeout: 10_000,
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'] } },
    // Every test that says so is run at phone size too.
    { name: 'phone', grep: /@phone/, use: { ...phone, isMobile: true } },
  ],
});
