import { chromium } from '@playwright/test'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { firstLoadScripts, signInCookies } from '../scripts/first-load.ts'
import type { Bench } from './bench.ts'
import { type Line, weightLine } from './line.ts'

const DEMO = { email: 'newcomer@example.org', password: 'screening-demo' }

/** First-load JavaScript, as Chromium receives it, of the pages with a budget (rules §10.2). */
export async function benchWeight({ siteUrl }: Bench): Promise<Line[]> {
  const { events }: { events: { event_id: number; event_name: string }[] } = await fetch(
    `${siteUrl}/api/events`,
  ).then((answer) => answer.json())
  const id = events.at(-1)?.event_id
  const browser = await chromium.launch(browserLaunch())
  const signedIn = await signInCookies(siteUrl, DEMO)
  const weigh = (path: string, cookies: Parameters<typeof firstLoadScripts>[2] = []) =>
    firstLoadScripts(browser, siteUrl + path, cookies)
  const lines = [
    weightLine({ what: 'home', bytes: await weigh('/'), budget: 125_000 }),
    weightLine({ what: 'listing', bytes: await weigh('/book-event-main'), budget: 125_000 }),
    weightLine({ what: 'event', bytes: await weigh(`/event/${id}`), budget: 125_000 }),
    weightLine({
      what: 'booking',
      bytes: await weigh(`/book-event?event=${id}`, signedIn),
      budget: 150_000,
    }),
  ]
  await browser.close()
  return lines
}
