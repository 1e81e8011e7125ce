import type { Settings } from '../deps.ts'
import type { ResponseBody } from '../platform/cache/cached-response.ts'

const LIVE_PATHS = [
  '/',
  '/book-event-main',
  '/news',
  '/news/patient-journey',
  '/contact-us',
  '/events/host-a-day',
  '/information-hub/statistics',
  '/newsletters',
]

export function makeSitemap(
  publicUrl: string,
  fixedPaths: readonly string[],
  eventIds: readonly number[],
): ResponseBody {
  const paths = [...LIVE_PATHS, ...fixedPaths, ...eventIds.map((id) => `/event/${id}`)]
  const urls = paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
  return {
    type: 'application/xml; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    headers: { 'cache-control': 'public, max-age=300' },
  }
}

/** Hides nothing in production: private pages send noindex. A staging site is disallowed whole. */
export function makeRobots({
  publicUrl,
  staging,
}: Pick<Settings, 'publicUrl' | 'staging'>): ResponseBody {
  const hidden = staging ? ['/'] : ['/api/', '/auth/']
  const rules = ['User-agent: *', ...hidden.map((path) => `Disallow: ${path}`)].join('\n')
  return {
    type: 'text/plain; charset=utf-8',
    body: staging ? `${rules}\n` : `${rules}\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    headers: { 'cache-control': 'public, max-age=300' },
  }
}
