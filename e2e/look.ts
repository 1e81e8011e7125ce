import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
    /** Where React Router keeps itself in a page that is alive. */
    __reactRouterDataRouter?: { state: { navigation: { state: string } } }
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Only what fails is gathered, and no style sheet is fetched again: no rule among these needs it.
const WHAT_AXE_CHECKS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
} satisfies axe.RunOptions

/**
 * Looks at a page at rest: axe (WCAG 2.2 AA and best practice) and no sideways scrolling. What axe has
 * passed in this run it is not asked again, as a journey comes by the same screens many times.
 */
export async function lookAt(page: Page): Promise<void> {
  await untilAtRest(page)
  await page.locator('main h1').first().waitFor()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling of ${page.url()}, px`).toBeLessThanOrEqual(0)

  const passed = join(test.info().project.outputDir, 'passed', await markOf(page))
  if (existsSync(passed)) return
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(async (options) => {
    // Where the system chooses the colours, axe would still measure the ones that styles ask for.
    const isForced = matchMedia('(forced-colors: active)').matches
    const rules = { 'color-contrast': { enabled: !isForced } }
    // A button that comes alive meanwhile would be measured half-way between two colours.
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    const found = await window.axe.run(document, { ...options, rules })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return found
  }, WHAT_AXE_CHECKS)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
  expect(found, `accessibility of ${page.url()}`).toEqual([])
  mkdirSync(join(passed, '..'), { recursive: true })
  writeFileSync(passed, '')
}

/** A link that was just followed has led somewhere, and no colour is on its way to another. */
export async function untilAtRest(page: Page) {
  await page.waitForFunction(() => {
    const isThere = (window.__reactRouterDataRouter?.state.navigation.state ?? 'idle') === 'idle'
    const isMoving = (animation: Animation) =>
      animation.playState === 'running' &&
      animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY
    return isThere && !document.getAnimations().some(isMoving)
  })
}

/**
 * The same for two pages that axe cannot tell apart: every element with its attributes and state, on
 * the same screen. Of texts it counts only that there is one, and of addresses and labels all but the
 * numbers in them.
 */
async function markOf(page: Page): Promise<string> {
  const deps = await page.evaluate(() => {
    const root = document.documentElement
    const media = ['(forced-colors: active)', '(prefers-color-scheme: dark)', 'print']
    const screen = [innerWidth, innerHeight, getComputedStyle(root).fontSize]
    const STATES = [':checked', ':disabled', ':user-invalid', ':open']
    const deps = [...screen, ...media.map((query) => matchMedia(query).matches)].map(String)
    const walk = (element: Element) => {
      deps.push(`<${element.localName}`)
      for (const { name, value } of element.attributes) {
        const isNumbered = /^(href|src|aria-label|datetime)$/.test(name)
        deps.push(`${name}=${isNumbered ? value.replace(/\d+/g, '0') : value}`)
      }
      if (element === document.activeElement) deps.push('focus')
      deps.push(...STATES.filter((state) => element.matches(state)))
      if (element instanceof HTMLInputElement) deps.push(element.value === '' ? 'empty' : 'filled')
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child)
        else if (child.textContent?.trim()) deps.push('text')
      }
      deps.push('>')
    }
    walk(root)
    return deps
  })
  return createHash('sha256').update(deps.join('\n')).digest('hex')
}
