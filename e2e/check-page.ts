import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
    /** React Router's handle on a hydrated page. */
    __reactRouterDataRouter?: { state: { navigation: { state: string } } }
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Only violations are collected, and style sheets are not fetched again: none of these rules
// needs it.
const WHAT_AXE_CHECKS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  preload: false,
  iframes: false,
} satisfies axe.RunOptions

/**
 * Checks a page at rest: axe (WCAG 2.2 AA and best practice) and no sideways scrolling. A page
 * that axe has passed in this run is not checked again, at another width only by long tests.
 */
export async function checkPageAtRest(page: Page): Promise<void> {
  await checkSize(page)
  const passed = join(test.info().project.outputDir, 'passed', await markOf(page))
  if (existsSync(passed)) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(async (options) => {
    // In forced colours axe would still measure the authored colours.
    const isForced = matchMedia('(forced-colors: active)').matches
    const rules = { 'color-contrast': { enabled: !isForced } }
    // Without transitions: a button would be measured half-way between two colours.
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

/** Only that the page at rest has a heading and does not scroll sideways. */
export async function checkSize(page: Page): Promise<void> {
  await untilAtRest(page)
  // The office's lock hides the page behind its dialog.
  const heading = page.locator('main h1, dialog[open] h2')
  await heading.filter({ visible: true }).first().waitFor()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling of ${page.url()}, px`).toBeLessThanOrEqual(0)
}

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
 * Equal for two pages that axe cannot tell apart: elements, attributes and state, in long tests
 * the width too.
 * Texts count by presence only, numbers in addresses, ids and labels not at all, and rows that are
 * alike once.
 */
async function markOf(page: Page): Promise<string> {
  const marks = await page.evaluate((isEveryWidth) => {
    const root = document.documentElement
    const media = ['(forced-colors: active)', '(prefers-color-scheme: dark)', 'print']
    const screen = [...(isEveryWidth ? [innerWidth] : []), getComputedStyle(root).fontSize]
    const STATES = [':checked', ':disabled', ':user-invalid', ':open']
    const PLAIN = ['class', 'style', 'role', 'tabindex', 'type', 'aria-level', 'colspan', 'rowspan']
    const markOfElement = (element: Element): string => {
      const attributes = Array.from(element.attributes, ({ name, value }) => {
        // React numbers its ids in base 32.
        const isPlain = PLAIN.includes(name)
        return `${name}=${isPlain ? value : value.replace(/_[rR]_\w+_|\d+/g, '0')}`
      })
      const states = STATES.filter((state) => element.matches(state))
      if (element === document.activeElement) states.push('focus')
      if (element instanceof HTMLInputElement)
        states.push(element.value === '' ? 'empty' : 'filled')
      const children: string[] = []
      for (const child of element.childNodes) {
        const hasText = child.nodeType === Node.TEXT_NODE && child.textContent?.trim()
        const mark = child instanceof Element ? markOfElement(child) : hasText ? 'text' : ''
        if (mark !== '' && mark !== children.at(-1)) children.push(mark)
      }
      return `<${[element.localName, ...attributes, ...states].join(' ')}>${children.join('')}</>`
    }
    const prints = media.map((query) => matchMedia(query).matches)
    return [...screen, ...prints, markOfElement(root)].join('\n')
  }, test.info().tags.includes('@long'))
  return createHash('sha256').update(marks).digest('hex')
}
