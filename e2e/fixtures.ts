import { test as base, expect, type Page } from '@playwright/test'
import { checkPageAtRest, untilAtRest } from './check-page.ts'
import { reader } from './reader.ts'
import { translatePages } from './translate.ts'

/** A page that was translated before React began is drawn again, which React logs. */
const OF_THE_READER = reader === 'translated' ? [/React error #418/] : []

/**
 * A page fixture that fails the test on a console error, an uncaught exception, a 5xx, or a
 * visited page that was never checked by `checkPage()`: axe (WCAG 2.2 AA and best practice) and no
 * sideways scrolling.
 */
export const test = base.extend<{ checkPage: () => Promise<void>; expectedErrors: RegExp[] }>({
  // Errors that a test provokes on purpose, such as the browser's line about a refused sign-in.
  expectedErrors: [[], { option: true }],

  page: async ({ page, expectedErrors, javaScriptEnabled }, use) => {
    const faults: string[] = []
    const note = (fault: string) => {
      if (![...expectedErrors, ...OF_THE_READER].some((expected) => expected.test(fault)))
        faults.push(fault)
    }
    page.on('console', (line) => {
      if (line.type() === 'error') note(`console: ${line.text()} ${line.location().url}`)
    })
    page.on('pageerror', (error) => note(`uncaught: ${error.message}`))
    page.on('response', (answer) => {
      if (answer.status() >= 500) note(`${answer.status()} ${answer.url()}`)
    })
    if (javaScriptEnabled) waitsUntilAlive(page)
    if (reader === 'translated') await translatePages(page)
    await use(page)
    // A call still on its way would otherwise fail between two tests, which ends the run.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults, 'faults that the browser saw').toEqual([])
  },

  checkPage: async ({ page }, use) => {
    const visited = new Set<string>()
    const checked = new Set<string>()
    page.on('framenavigated', (frame) => {
      const { protocol, pathname } = new URL(frame.url())
      if (frame === page.mainFrame() && protocol.startsWith('http')) visited.add(pathname)
    })
    const check = async () => {
      await checkPageAtRest(page)
      checked.add(new URL(page.url()).pathname)
    }
    await use(check)
    // A last press may still lead to a page.
    if (!page.isClosed()) await untilAtRest(page)
    const isLastUnchecked = !page.isClosed() && visited.has(new URL(page.url()).pathname)
    if (isLastUnchecked && !checked.has(new URL(page.url()).pathname)) await check()
    expect(
      [...visited].filter((path) => !checked.has(path)),
      'pages never checked',
    ).toEqual([])
  },
})

/**
 * Waits until a page opened here is hydrated: scripts load after the first paint
 * (web/scripts-after-paint.ts).
 */
function waitsUntilAlive(page: Page) {
  const SOON = { timeout: 60_000 }
  const { goto, reload } = page
  const isAlive = () =>
    !document.getElementById('scripts') || document.documentElement.dataset.hydrated === 'yes'
  page.goto = async (...asked) => {
    const answer = await goto.apply(page, asked)
    if (asked[1]?.waitUntil !== 'commit') await page.waitForFunction(isAlive, null, SOON)
    return answer
  }
  page.reload = async (...asked) => {
    const answer = await reload.apply(page, asked)
    await page.waitForFunction(isAlive, null, SOON)
    return answer
  }
}

export { expect }
