import { defineConfig } from '@playwright/test'
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
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: SITE_URL,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: browserLaunch(),
  },
})
