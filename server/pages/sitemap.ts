import type { Made } from '../kept-entry.ts'
import type { ApiFetch } from './site-build.ts'

/** Rendered when they are asked for, so that the build does not list them. */
const LIVE_PATHS = ['/', '/book-event-main', '/news', '/news/patient-journey', '/contact-us']

/** The site's public pages for search engines: fixed pages and every event that the API lists. */
export async function makeSitemap(
  publicUrl: string,
  fixedPaths: readonly string[],
  fetchApi: ApiFetch,
): Promise<Made> {
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

/** Nothing hidden that needs hiding: pages that must not be found say so themselves. */
export function makeRobots(publicUrl: string): Made {
  return {
    type: 'text/plain; charset=utf-8',
    body: `User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    headers: { 'cache-control': 'public, max-age=300' },
  }
}

function pathOfEvent({ event_id: id }: { event_id: number }): string {
  return `/event/${id}`
}
