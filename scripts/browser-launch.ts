import { findChromium } from './find-chromium.mjs'

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
