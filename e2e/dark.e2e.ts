import type { Page } from '@playwright/test'
import { signInCookies } from '../scripts/first-load.ts'
import { expect, test } from './fixtures.ts'
import { DEMO_MEMBER } from './member.ts'
import { SITE_URL } from './site.ts'
import { newStaff, openOffice } from './staff.ts'

const PUBLIC = [
  '/',
  '/book-event-main',
  '/event/7',
  '/login',
  '/signup',
  '/chaps-screening-event',
  '/information-hub',
  '/information-hub/statistics',
  '/information-hub/prostate-diseases-and-prostate-cancer',
  '/news',
]
const MEMBERS = ['/upcoming-events', '/medical-results', '/medical-results/1', '/portal']
const DARK = 'rgb(12, 21, 33)'
const LIGHT = 'rgb(251, 250, 246)'

test.describe('where the system is dark', () => {
  test.use({ colorScheme: 'dark' })

  test('each kind of page is dark and has contrast', async ({ page, context, checkPage }) => {
    for (const path of PUBLIC) {
      await page.goto(path)
      expect(await background(page), path).toBe(DARK)
      await checkPage()
    }
    await context.addCookies(await signInCookies(SITE_URL, DEMO_MEMBER))
    for (const path of MEMBERS) {
      await page.goto(path)
      await checkPage()
    }
    for (const band of ['amber', 'red']) {
      const who = { email: `${band}@example.org`, password: DEMO_MEMBER.password }
      await context.addCookies(await signInCookies(SITE_URL, who))
      await page.goto('/medical-results')
      await expect(page.getByText(new RegExp(`^${band}: `, 'i')).first()).toBeVisible()
      await checkPage()
    }
  })

  test('the office is dark and has contrast', async ({ page, checkPage }) => {
    const staff = await newStaff(['office'])
    await openOffice(page, { staff, path: '/office/today', checkPage })
    await checkPage()
    expect(await background(page)).toBe(DARK)
    await page.goto('/office/events')
    await checkPage()
    await chooseColours(page, 'Light')
    expect(await background(page)).toBe(LIGHT)
  })

  test('paper is white', async ({ page, checkPage }) => {
    await page.goto('/event/7')
    await checkPage()
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(
      'light',
    )
    expect(await background(page)).toBe('rgb(255, 255, 255)')
  })
})

test.describe('without scripts', () => {
  test.use({ colorScheme: 'dark', javaScriptEnabled: false })

  test('the system’s choice holds, and there is none to make', async ({ page }) => {
    await page.goto('/cookies')
    await expect(page.locator('body')).toHaveCSS('background-color', DARK)
    await expect(page.getByText('Colours', { exact: true })).toBeHidden()
  })
})

test('what a visitor chooses holds on each page before it is painted, until they choose the system', async ({
  page,
  checkPage,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { atBody: document.documentElement.dataset.theme })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  expect(await background(page)).toBe(LIGHT)
  await chooseColours(page, 'Dark')
  expect(await background(page)).toBe(DARK)
  await checkPage()

  for (const path of ['/', '/event/7', '/login']) {
    await page.goto(path)
    expect(await page.evaluate(() => Reflect.get(window, 'atBody')), path).toBe('dark')
    expect(await background(page), path).toBe(DARK)
    await expect(page.getByLabel('Colours')).toHaveValue('dark')
    await checkPage()
  }

  await chooseColours(page, 'System setting')
  expect(await background(page)).toBe(LIGHT)
  await page.reload()
  expect(await background(page)).toBe(LIGHT)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

async function chooseColours(page: Page, name: string): Promise<void> {
  const summary = page.getByText('Colours', { exact: true })
  const choice = page.getByLabel('Colours')
  await expect(async () => {
    if (await choice.isHidden()) await summary.click()
    await choice.selectOption(name, { timeout: 500 })
  }).toPass()
}
