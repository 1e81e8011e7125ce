import type { ResponseBody } from '../cache/cached-response.ts'
import type { Settings } from '../deps.ts'
import type { ApiFetch } from './site-build.ts'

const LIVE_PATHS = ['/', '/book-event-main', '/news', '/news/patient-journey', '/contact-us']

export async function makeSitemap(
  publicUrl: string,
  fixedPaths: readonly string[],
  fetchApi: ApiFetch,
): Promise<ResponseBody> {
  const answer = await fetchApi('/api/events')
  if (!answer.ok) return { status: answer.status, type: 'text/plain', body: 'Not available' }
  const { events }: { events: { event_id: number }[] } = await answer.json()
  const paths = [...LIVE_PATHS, ...fixedPaths, ...events.map(pathOfEvent)]
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

function pathOfEvent({ event_id: id }: { event_id: number }): string {
  return `/event/${id}`
}
