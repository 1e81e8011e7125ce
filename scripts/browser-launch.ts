import { findChromium } from './find-chromium.mjs'

/**
 * Options to start Chromium for tests and benchmarks: the one that prepare found, headless and
 * muted.
 */
export function browserLaunch(): { executablePath?: string; args: string[] } {
  const executablePath = findChromium()
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
