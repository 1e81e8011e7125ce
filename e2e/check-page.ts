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
 * that axe has passed in this run is not checked again.
 */
export async function checkPageAtRest(page: Page): Promise<void> {
  await untilAtRest(page)
  // The office's lock hides the page behind its dialog.
  const heading = page.locator('main h1, dialog[open] h2')
  await heading.filter({ visible: true }).first().waitFor()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling of ${page.url()}, px`).toBeLessThanOrEqual(0)

  const passed = join(test.info().project.outputDir, 'passed', await markOf(page))
  if (existsSync(passed)) return
  await page.evaluate(AXE)
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
 * Equal for two pages that axe cannot tell apart: elements, attributes and state on the same
 * screen size. Texts count by presence only; numbers in addresses and labels are ignored.
 */
async function markOf(page: Page): Promise<string> {
  const marks = await page.evaluate(() => {
    const root = document.documentElement
    const media = ['(forced-colors: active)', '(prefers-color-scheme: dark)', 'print']
    const screen = [innerWidth, innerHeight, getComputedStyle(root).fontSize]
    const STATES = [':checked', ':disabled', ':user-invalid', ':open']
    const marks = [...screen, ...media.map((query) => matchMedia(query).matches)].map(String)
    const walk = (element: Element) => {
      marks.push(`<${element.localName}`)
      for (const { name, value } of element.attributes) {
        const isNumbered = /^(href|src|aria-label|datetime)$/.test(name)
        marks.push(`${name}=${isNumbered ? value.replace(/\d+/g, '0') : value}`)
      }
      if (element === document.activeElement) marks.push('focus')
      marks.push(...STATES.filter((state) => element.matches(state)))
      if (element instanceof HTMLInputElement) marks.push(element.value === '' ? 'empty' : 'filled')
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child)
        else if (child.textContent?.trim()) marks.push('text')
      }
      marks.push('>')
    }
    walk(root)
    return marks
  })
  return createHash('sha256').update(marks.join('\n')).digest('hex')
}
