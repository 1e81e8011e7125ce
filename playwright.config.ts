import { defineConfig } from '@playwright/test'
import { readsBy } from './e2e/reader.ts'
import { SITE_URL } from './e2e/site.ts'
import { browserLaunch } from './scripts/browser-launch.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/start-site.ts',
  outputDir: 'test-results',
  reporter: [['list']],
  // A third of a journey is waiting for an answer, so three share two cores well.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // A browser stalls now and then on a slow machine (docs/decisions/0037).
  retries: process.env.CI ? 1 : 0,
  // Limits for a machine a quarter as fast as two quiet cores: they end what hangs.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: SITE_URL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch(),
    ...readsBy,
  },
})
