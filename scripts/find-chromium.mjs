// Plain JavaScript: prepare.mjs needs it before the pinned Node is installed.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

// The headless shell comes first: it draws the same pages with a fifth less work.
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of Chromium, or undefined. Throws when CHROMIUM_PATH names no file. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) throw new Error(`CHROMIUM_PATH: there is no ${chosen}`)
  return chosen || USUAL_PLACES.find((path) => existsSync(path)) || findPlaywrights()
}

function findPlaywrights() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
