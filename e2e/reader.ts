import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test'
import { browserLaunch } from '../scripts/browser-launch.ts'

const launch = browserLaunch()
/** A browser that shows text at twice the size. */
export const largeText = {
  launchOptions: { ...launch, args: [...launch.args, '--blink-settings=defaultFontSize=32'] },
}

type Use = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>
const READERS: Record<string, Use> = {
  translated: {},
  'large text': largeText,
  dark: { colorScheme: 'dark' },
}

/**
 * Who reads, as READER says: with it every journey is walked on translated pages, with large text or in the
 * dark (CONTRIBUTING.md).
 */
export const reader = process.env.READER ?? ''
if (reader !== '' && !(reader in READERS))
  throw new Error(`READER is none of: ${Object.keys(READERS).join(', ')}`)
export const readsBy: Use = READERS[reader] ?? {}
