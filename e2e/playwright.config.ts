import { defineConfig, devices } from '@playwright/test';
import { IS_NIGHT } from '../.ci/is-night.ts';
import { DESKTOP_BY_DAY, PHONE_BY_DAY } from './by-night.ts';
import { CHROMIUM } from './chromium.ts';

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
  // A machine that has other work to do is no failure: no test is about how fast something is.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    launchOptions: CHROMIUM,
    // A trace is a fifth of the work, pictures for it as much as the tests themselves. By day a failure
    // leaves a picture and what the page said; `--trace on` records it again.
    trace: IS_NIGHT ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'desktop', ...DESKTOP_BY_DAY, use: { ...devices['Desktop Chrome'] } },
    // Every test that says so is run at phone size too.
    {
      name: 'phone',
      grep: /@phone/,
      ...PHONE_BY_DAY,
      use: { ...phone, isMobile: true },
    },
  ],
});
