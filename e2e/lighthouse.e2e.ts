// `npm run test:budgets`: the budgets (rules §10.2) as Lighthouse measures them. A phone on a
// slow line is simulated from the recorded load, so other work on this machine matters little.
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { expect, test } from './fixtures.ts'
import { SITE_PORT, SITE_URL } from './site.ts'

const RUNS = 3
const DEBUGGING_PORT = SITE_PORT + 9
const PAGES = [
  '/',
  '/information-hub/prostate-diseases-and-prostate-cancer',
  '/news',
  '/book-event-main',
  '/event/7',
]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Scores are 0 to 100; `lcp` is in ms. */
type Measures = Record<(typeof CATEGORIES)[number] | 'lcp' | 'cls', number> & { short: string[] }

test('five pages are fast, accessible and searchable', { tag: '@budget' }, async () => {
  test.setTimeout(900_000)
  const table: Record<string, Omit<Measures, 'short'>> = {}
  for (const path of PAGES) {
    const runs: Measures[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measure(SITE_URL + path))
    const { short, ...medians } = medianOf(runs)
    table[path] = medians
    const fellShort = `${path}: ${short.join(', ')}`
    expect.soft(medians.performance, fellShort).toBeGreaterThanOrEqual(95)
    for (const category of ['accessibility', 'best-practices', 'seo'] as const)
      expect.soft(medians[category], `${category}, ${fellShort}`).toBe(100)
    expect.soft(medians.lcp, `${path}: largest contentful paint, ms`).toBeLessThanOrEqual(1_800)
    expect.soft(medians.cls, `${path}: cumulative layout shift`).toBeLessThanOrEqual(0.02)
  }
  console.table(table)
})

async function measure(url: string): Promise<Measures> {
  const launch = browserLaunch()
  const args = [...launch.args, `--remote-debugging-port=${DEBUGGING_PORT}`]
  const browser = await chromium.launch({ ...launch, args })
  try {
    const result = await lighthouse(url, {
      port: DEBUGGING_PORT,
      onlyCategories: [...CATEGORIES],
      logLevel: 'error',
    })
    if (!result) throw new Error(`Lighthouse gave nothing for ${url}`)
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const short = Object.values(audits)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id, displayValue = '' }) => `${id} ${displayValue}`)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      lcp: Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
      cls: Number(audits['cumulative-layout-shift']?.numericValue?.toFixed(3) ?? Number.NaN),
      short,
    }
  } finally {
    await browser.close()
  }
}

function medianOf(runs: readonly Measures[]): Measures {
  const middle = (name: keyof Omit<Measures, 'short'>) => {
    const sorted = runs.map((run) => run[name]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    'best-practices': middle('best-practices'),
    seo: middle('seo'),
    lcp: middle('lcp'),
    cls: middle('cls'),
    short: [...new Set(runs.flatMap(({ short }) => short))],
  }
}
