import { test as base, expect, type Page } from '@playwright/test'
import { lookAt, untilAtRest } from './look.ts'

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
    // Where a last press leads to counts as well, however soon the test is done after it.
    if (!page.isClosed()) await untilAtRest(page)
    expect(
      [...visited].filter((path) => !looked.has(path)),
      'pages never looked at',
    ).toEqual([])
  },
})

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
