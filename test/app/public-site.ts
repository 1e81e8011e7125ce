// The built site, for tests that look at all of it: every public address of the specification's list
// (§2, and design §3a for our own), answered by the real app without a browser.

import { buildApp } from '../../server/app.ts'
import { openTestApp } from './test-app.ts'

export const ORIGIN = 'https://chaps.example'

/** Pages for everyone that are the same on every day. */
const FIXED = [
  '/about-us',
  '/about-us/research',
  '/support-us',
  '/information-hub',
  '/information-hub/prostate-diseases-and-prostate-cancer',
  '/information-hub/mens-health',
  '/information-hub/health-workplace',
  '/information-hub/statistics',
  '/information-hub/elderly-psa-testing',
  '/events',
  '/events/corporate-screening',
  '/events/community-screening',
  '/events/seminar-talks',
  '/chaps-screening-event',
  '/news/patient-journey/graham',
  '/news/patient-journey/delroy',
  '/news/patient-journey/martin',
  '/refund-policy',
  '/terms',
  '/privacy-policy',
  '/world-cancer-day-poster',
  '/contact-us',
  '/cookies',
  '/accessibility',
]

/** Pages that are rendered when they are asked for. */
const LIVE = ['/', '/book-event-main', '/news', '/news/patient-journey']

/** The same pages asked for in part: with a query, which a search engine finds as well. */
const PARTS = [
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((page) => `/news?page=${page}`),
  '/news?archive=2023-08',
  '/news?archive=2020-01',
]

export type PublicSite = Awaited<ReturnType<typeof openPublicSite>>

/** Opens the site with two events to come, one of them private, in a database of its own. */
export async function openPublicSite() {
  const site = await openTestApp({ settings: { publicUrl: ORIGIN } })
  const halls = await site.event({ name: 'Diss <evening> screening' })
  const lodge = await site.event({ name: 'Lodge screening', accessCode: 'LODGE2026' })
  const app = await buildApp(site.deps)
  const events = [halls, lodge].map(({ event_id: id }) => `/event/${id}`)
  const opened = new Map<string, ReturnType<typeof read>>()

  async function read(url: string) {
    const { statusCode: status, headers, body, rawPayload } = await app.inject({ url })
    return { status, type: String(headers['content-type']), body, bytes: rawPayload }
  }

  return {
    /** Every public page, as a sitemap lists it. */
    pages: [...LIVE, ...FIXED, ...events],
    deps: PARTS,
    events,
    /** What an address of the site answers; asked for once. */
    open: (url: string) => {
      const answer = opened.get(url) ?? read(url)
      opened.set(url, answer)
      return answer
    },
    /** What an address answers to a form with nothing in it. */
    post: async (url: string) => {
      const headers = { 'sec-fetch-site': 'same-origin' }
      const { statusCode: status } = await app.inject({ method: 'POST', url, headers, payload: {} })
      return { status }
    },
    close: async () => {
      await app.close()
      await site.close()
    },
  }
}

/** The words of one match of a page, with the five signs of HTML as they are read. */
export function wordsOf(html: string, pattern: RegExp): string {
  const [, found = ''] = pattern.exec(html) ?? []
  return found
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
