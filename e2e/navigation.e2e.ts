import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { press, tabTo } from './keyboard.ts'

const WIDE = { width: 1280, height: 800 }
const SMALL = { width: 320, height: 800 }
const UNDER = ['Prostate Disease and Cancer', 'Men’s Health', 'Health in the Workplace']

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const hub = (page: Page) => menu(page).getByRole('button', { name: 'Information hub submenu' })
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.describe('on a wide screen', () => {
  test.use({ viewport: WIDE })

  test('hovering opens a submenu, and leaving closes it', async ({ page, checkPage }) => {
    await page.goto('/support-us')
    await expect(entry(page, 'Research and Data')).toBeHidden()
    await entry(page, 'Information hub').hover()
    await expect(hub(page)).toHaveAttribute('aria-expanded', 'true')
    await checkPage()
    for (const name of [...UNDER, 'Research and Data']) await entry(page, name).hover()
    await expect(entry(page, 'Research and Data')).toBeVisible()
    await heading(page, 'Support us').hover()
    await expect(entry(page, 'Research and Data')).toBeHidden()

    await hub(page).hover()
    await expect(entry(page, 'Research and Data')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(entry(page, 'Research and Data')).toBeHidden()
  })

  test('a submenu works by keyboard alone', async ({ page, checkPage }) => {
    await page.goto('/support-us')
    await press(page, hub(page), 'Enter')
    await expect(hub(page)).toHaveAttribute('aria-expanded', 'true')
    await checkPage()
    // The arrow key handler is loaded on focus.
    await expect.poll(() => menu(page).evaluate((nav) => nav.onkeydown !== null)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect(entry(page, UNDER[0] ?? '')).toBeFocused()
    await page.keyboard.press('End')
    await expect(entry(page, 'Research and Data')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(hub(page)).toBeFocused()
    await expect(entry(page, 'Research and Data')).toBeHidden()
    await page.keyboard.press('ArrowRight')
    await expect(entry(page, 'News')).toBeFocused()

    await press(page, menu(page).getByRole('button', { name: 'News submenu' }), 'Space')
    await expect(entry(page, 'Newsletters')).toBeVisible()
    await tabTo(page, entry(page, 'Newsletters'))
    await page.keyboard.press('Tab')
    await expect(entry(page, 'Newsletters')).toBeHidden()

    await press(page, hub(page), 'Enter')
    await press(page, entry(page, 'Men’s Health'), 'Enter')
    await expect(page).toHaveURL('/information-hub/mens-health')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(hub(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(entry(page, 'Information hub')).toHaveAttribute('aria-current', 'true')
    await checkPage()
  })

  test.describe('with touch', () => {
    test.use({ hasTouch: true })

    test('the first tap opens a submenu, and one elsewhere closes it', async ({
      page,
      checkPage,
    }) => {
      await page.goto('/support-us')
      await hub(page).tap()
      await expect(entry(page, 'Men’s Health')).toBeVisible()
      await heading(page, 'Support us').tap()
      await expect(entry(page, 'Men’s Health')).toBeHidden()
      await checkPage()
      await entry(page, 'Information hub').tap()
      await expect(page).toHaveURL('/information-hub')
      await checkPage()
    })
  })

  test('the footer is hidden on the news and shows the year elsewhere', async ({
    page,
    checkPage,
  }) => {
    await page.goto('/')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} CHAPS`)
    await expect(footer).toContainText('Powered by')
    await checkPage()
    await entry(page, 'News').click()
    await expect(page).toHaveURL('/news')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(footer).toBeHidden()
    await checkPage()
    await menu(page).getByRole('button', { name: 'News submenu' }).click()
    await entry(page, 'Patient Journey').click()
    await expect(footer).toBeVisible()
    await checkPage()
  })
})

test.describe('on a small screen', () => {
  test.use({ viewport: SMALL })

  test('a button opens the whole list of links', async ({ page, checkPage }) => {
    await page.goto('/news/patient-journey')
    const button = page.getByText('Menu', { exact: true })
    await expect(menu(page)).toBeHidden()
    await button.click()
    for (const name of [...UNDER, 'Research and Data', 'Patient Journey', 'Login', 'Donate'])
      await expect(entry(page, name)).toBeVisible()
    await expect(entry(page, 'Patient Journey')).toHaveAttribute('aria-current', 'page')
    await expect(menu(page).getByRole('button')).toHaveCount(0)
    await checkPage()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await button.click()
    await entry(page, 'Events').click()
    await expect(heading(page, 'Events')).toBeFocused()
    await expect(menu(page)).toBeHidden()
    await expect(page.getByRole('link', { name: 'Book event' })).toBeVisible()
    await checkPage()
  })

  test('header, list and footer fit with letters twice as large', async ({ page, checkPage }) => {
    await page.goto('/contact-us')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await checkPage()
    await page.getByText('Menu', { exact: true }).click()
    await checkPage()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: WIDE })

  test('submenus open for mouse and keyboard, and the list on a small screen', async ({ page }) => {
    await page.goto('/support-us')
    await entry(page, 'News').hover()
    await expect(entry(page, 'Newsletters')).toBeVisible()
    await heading(page, 'Support us').hover()
    await expect(entry(page, 'Newsletters')).toBeHidden()
    await press(page, entry(page, 'Information hub'), 'Tab')
    await expect(entry(page, 'Prostate Disease and Cancer')).toBeFocused()
    await page.setViewportSize(SMALL)
    await page.getByText('Menu', { exact: true }).click()
    await entry(page, 'Research and Data').click()
    await expect(page).toHaveURL('/information-hub#education')
    await expect(heading(page, 'Research and data')).toBeInViewport()
  })

  test.describe('with touch', () => {
    test.use({ hasTouch: true, isMobile: true })

    test('a tap on the button of a submenu opens it', async ({ page }) => {
      await page.goto('/support-us')
      await expect(entry(page, 'Men’s Health')).toBeHidden()
      await hub(page).tap()
      await entry(page, 'Men’s Health').tap()
      await expect(page).toHaveURL('/information-hub/mens-health')
    })
  })
})
