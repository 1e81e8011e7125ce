import { expect, test } from 'vitest'
import { deviceText } from './device-text.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/140.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${KIT} SamsungBrowser/28.0 Chrome/130.0 Mobile`,
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${KIT} Chrome/140.0`, 'Chrome on Chromebook'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'A browser on Windows'],
  ['curl/8.0', 'An unknown device'],
  ['', 'An unknown device'],
  [null, 'An unknown device'],
])('%s reads %s', (userAgent, words) => expect(deviceText(userAgent)).toBe(words))
