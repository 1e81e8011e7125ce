import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/**
 * A browser page that fails its test on anything a demanding visitor would not forgive: a console
 * error, an uncaught exception, an answer of 5xx, or a page that was visited but never looked at.
 * `look()` is that look: axe (WCAG 2.2 AA and best practice) and no sideways scrolling.
 */
export const test = base.extend<{ look: () => Promise<void>; expectedErrors: RegExp[] }>({
  // Faults that a test provokes on purpose, as the browser's line about a refused sign-in.
  expectedErrors: [[], { option: true }],

  page: async ({ page, expectedErrors, javaScriptEnabled }, use) => {
    const faults: string[] = []
    const note = (fault: string) => {
      if (!expectedErrors.some((expected) => expected.test(fault))) faults.push(fault)
    }
    page.on('console', (line) => {
      if (line.type() === 'error') note(`console: ${line.text()} ${line.location().url}`)
    })
    page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
    page.on('response', (answer) => {
      if (answer.status() >= 500) note(`${answer.status()} ${answer.url()}`)
    })
    if (javaScriptEnabled) waitsUntilAlive(page)
    await use(page)
    expect(faults, 'faults that the browser saw').toEqual([])
  },

  look: async ({ page }, use) => {
    const visited = new Set<string>()
    const looked = new Set<string>()
    page.on('framenavigated', (frame) => {
      const { protocol, pathname } = new URL(frame.url())
      if (frame === page.mainFrame() && protocol.startsWith('http')) visited.add(pathname)
    })
    await use(async () => {
      await lookAt(page)
      looked.add(new URL(page.url()).pathname)
    })
    expect(
      [...visited].filter((path) => !looked.has(path)),
      'pages never looked at',
    ).toEqual([])
  },
})

declare global {
  interface Window {
    axe: typeof axe
    /** Where React Router keeps itself in a page that is alive. */
    __reactRouterDataRouter?: { state: { navigation: { state: string } } }
  }
}

/**
 * A page asks for its scripts when it has been painted (web/scripts-after-paint.ts): one that is opened
 * here counts as open when they have taken it over.
 */
function waitsUntilAlive(page: Page) {
  const { goto, reload } = page
  const isAlive = () =>
    !document.getElementById('scripts') || document.documentElement.dataset.alive === 'yes'
  page.goto = async (...asked) => {
    const answer = await goto.apply(page, asked)
    if (asked[1]?.waitUntil !== 'commit') await page.waitForFunction(isAlive)
    return answer
  }
  page.reload = async (...asked) => {
    const answer = await reload.apply(page, asked)
    await page.waitForFunction(isAlive)
    return answer
  }
}

export { expect }

/** A link that was just followed has led somewhere, and no colour is on its way to another. */
async function untilAtRest(page: Page) {
  await page.waitForFunction(() => {
    const isThere = (window.__reactRouterDataRouter?.state.navigation.state ?? 'idle') === 'idle'
    const isMoving = (animation: Animation) =>
      animation.playState === 'running' &&
      animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    return isThere && !document.getAnimations().some(isMoving)
  })
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Only what fails is gathered, and no style sheet is fetched again: no rule among these needs it.
const WHAT_AXE_CHECKS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
} satisfies axe.RunOptions

async function lookAt(page: Page) {
  await untilAtRest(page)
  await page.locator('main h1').first().waitFor()
  await page.evaluate(AXE)
  const { violations } = await page.evaluate((options) => {
    // Where the system chooses the colours, axe would still measure the ones that styles ask for.
    const isForced = matchMedia('(forced-colors: active)').matches
    const rules = { 'color-contrast': { enabled: !isForced } }
    return window.axe.run(document, { ...options, rules })
  }, WHAT_AXE_CHECKS)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
  expect(found, `accessibility of ${page.url()}`).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling of ${page.url()}, px`).toBeLessThanOrEqual(0)
}
