// The built site for tests of all public addresses, answered by the real
// app without a browser.

import { buildApp } from '../../server/app.ts'
import { openTestApp } from './test-app.ts'

export const ORIGIN = 'https://chaps.example'

const FIXED = [
  '/about-us',
  '/about-us/research',
  '/support-us',
  '/information-hub',
  '/information-hub/prostate-diseases-and-prostate-cancer',
  '/information-hub/mens-health',
  '/information-hub/health-workplace',
  '/information-hub/elderly-psa-testing',
  '/information-hub/for-wives-partners-and-daughters',
  '/information-hub/questions-and-answers',
  '/before-you-book',
  '/events',
  '/events/corporate-screening',
  '/events/community-screening',
  '/events/seminar-talks',
  '/events/host-a-day',
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

const LIVE = [
  '/',
  '/book-event-main',
  '/news',
  '/news/patient-journey',
  '/newsletters',
  '/information-hub/statistics',
]

/** The same pages with a query, which search engines can find as well. */
const PARTS = [
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((page) => `/news?page=${page}`),
  '/news?archive=2023-08',
  '/news?archive=2020-01',
]

export type PublicSite = Awaited<ReturnType<typeof openPublicSite>>

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
    pages: [...LIVE, ...FIXED, ...events],
    deps: PARTS,
    events,
    open: (url: string) => {
      const answer = opened.get(url) ?? read(url)
      opened.set(url, answer)
      return answer
    },
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

export function wordsOf(html: string, pattern: RegExp): string {
  const [, found = ''] = pattern.exec(html) ?? []
  return found
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}
