import { CHARITY_NAME } from '../../domain/charity-name.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'

/** For browsers that put the site on a phone's home screen (W3C Web Application Manifest). */
export function makeWebManifest(): ResponseBody {
  const icon = (file: string, size: number, purpose: string) => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    name: `${CHARITY_NAME}: prostate screening`,
    short_name: CHARITY_NAME,
    id: '/',
    start_url: '/',
    scope: '/',
    lang: 'en-GB',
    display: 'minimal-ui',
    background_color: '#fbfaf6',
    theme_color: '#10243e',
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('icon-maskable-512', 512, 'maskable'),
    ],
  }
  return { type: 'application/manifest+json', body: JSON.stringify(manifest) }
}
