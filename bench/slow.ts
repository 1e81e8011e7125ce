import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, devices, type Page } from '@playwright/test'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { signInCookies } from '../scripts/first-load.ts'
import { type Network, SLOW_3G, SLOW_4G, slowNetwork, watchRequests } from '../scripts/slow-line.ts'
import type { Bench } from './bench.ts'
import { type Line, slowLoadLine, tapLine } from './line.ts'

const DEMO = { email: 'newcomer@example.org', password: 'screening-demo' }

/** `processor`: how many times slower than this machine. Times in ms. */
type Throttle = {
  name: string
  network: Network
  processor: number
  paint: number
  toTimes: number
}

// A man on an old phone in a village, and one in a town.
const THROTTLES: Throttle[] = [
  { name: 'slow 3G, 4x slower', network: SLOW_3G, processor: 4, paint: 8_500, toTimes: 8_000 },
  { name: 'slow 4G', network: SLOW_4G, processor: 1, paint: 2_000, toTimes: 1_500 },
]

/** A sign that a tap was heard, in ms. */
const SIGN = 300

/**
 * First loads with an empty cache, and the tap on BOOK, on a phone with both throttles of the browser's own tools:
 * paints, layout shift and kilobytes of each page, and how long a man looks at nothing.
 */
export async function benchSlow({ siteUrl }: Bench): Promise<Line[]> {
  const { events } = await fetch(`${siteUrl}/api/events`).then((answer) => answer.json())
  const id: number = events.at(-1).event_id
  const cookies = await signInCookies(siteUrl, DEMO)
  const browser = await chromium.launch(browserLaunch())
  const lines: Line[] = []
  for (const throttle of THROTTLES) {
    for (const [what, path] of [
      ['home', '/'],
      ['listing', '/book-event-main'],
      ['event', `/event/${id}`],
      ['booking step', `/book-event?event=${id}`],
    ] as const) {
      const page = await openPage(browser, throttle, what === 'booking step' ? cookies : [])
      lines.push(await loadLine(page, { what, url: siteUrl + path, throttle }))
      await page.context().close()
    }
    lines.push(
      ...(await tapLines(await openPage(browser, throttle, cookies), { siteUrl, id, throttle })),
    )
  }
  await browser.close()
  return lines
}

async function openPage(
  browser: Browser,
  { network, processor }: Throttle,
  cookies: Awaited<ReturnType<typeof signInCookies>>,
): Promise<Page> {
  const context = await browser.newContext({ ...devices['Pixel 5'], serviceWorkers: 'block' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.addInitScript(watchPaints)
  await slowNetwork(page, network)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  return page
}

type Paints = { first: number; largest: number; shift: number }

/** Runs in the page. */
function watchPaints(): void {
  const paints: Paints = { first: 0, largest: 0, shift: 0 }
  Object.assign(window, { paints })
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') paints.first = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    paints.largest = startTime
  })
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) paints.shift += Reflect.get(entry, 'value')
  })
}

async function loadLine(
  page: Page,
  { what, url, throttle }: { what: string; url: string; throttle: Throttle },
): Promise<Line> {
  const sizes: Promise<{ type: string; bytes: number }>[] = []
  page.on('requestfinished', (request) =>
    sizes.push(
      request.sizes().then(({ responseBodySize: bytes }) => ({
        type: request.resourceType(),
        bytes,
      })),
    ),
  )
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 })
  const paints = await page.evaluate((): Paints => Reflect.get(window, 'paints'))
  const all = await Promise.all(sizes)
  const kB = (type?: string) =>
    all.filter((one) => !type || one.type === type).reduce((sum, one) => sum + one.bytes, 0) / 1_000
  return slowLoadLine({
    what: `${what}, ${throttle.name}`,
    paints,
    budget: throttle.paint,
    seen: `${kB().toFixed(0)} kB (scripts ${kB('script').toFixed(0)}, fonts ${kB('font').toFixed(0)}, pictures ${kB('image').toFixed(0)}) in ${all.length} requests`,
  })
}

/** From the tap on BOOK to a sign of it, and to times that can be chosen. */
async function tapLines(
  page: Page,
  { siteUrl, id, throttle }: { siteUrl: string; id: number; throttle: Throttle },
): Promise<Line[]> {
  await page.goto(`${siteUrl}/event/${id}`, { waitUntil: 'networkidle', timeout: 120_000 })
  const book = page.getByRole('link', { name: 'BOOK', exact: true })
  // The visitor scrolls to the button and reads the text beside it.
  await page.mouse.wheel(0, 300)
  await book.scrollIntoViewIfNeeded()
  await isQuiet(page)
  const requests = await watchRequests(page)
  await page.evaluate(watchTap)
  await book.tap()
  await page.getByRole('radio').first().waitFor({ timeout: 120_000 })
  const { sign, times } = await page.evaluate(() => Reflect.get(window, 'tap'))
  const sent = requests()
  await page.context().close()
  const seen = `${sent.length} requests in ${Math.max(0, ...sent.map(({ round }) => round))} rounds`
  return [
    tapLine({ what: `BOOK to a sign, ${throttle.name}`, ms: sign, budget: SIGN, seen: '' }),
    tapLine({
      what: `BOOK to the times, ${throttle.name}`,
      ms: times,
      budget: throttle.toTimes,
      seen,
    }),
  ]
}

/** Resolves when the page has asked for nothing for longer than its processor works between two requests. */
async function isQuiet(page: Page): Promise<void> {
  const seen = { open: 0, last: Date.now() }
  page.on('request', () => {
    seen.open += 1
  })
  const end = () => {
    seen.open = Math.max(0, seen.open - 1)
    seen.last = Date.now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  while (seen.open > 0 || Date.now() - seen.last < 3_000) await wait(100)
}

/** Runs in the page: looks at each frame from the tap on. */
function watchTap(): void {
  const tap = { sign: 0, times: 0 }
  Object.assign(window, { tap })
  addEventListener(
    'click',
    () => {
      const begun = performance.now()
      const look = () => {
        const hasTimes = document.querySelector('input[type=radio]') !== null
        const line = document.querySelector('[role=progressbar]')
        const hasSign = hasTimes || (line && getComputedStyle(line).opacity === '1')
        if (hasSign && tap.sign === 0) tap.sign = performance.now() - begun
        if (hasTimes) tap.times = performance.now() - begun
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { capture: true, once: true },
  )
}
