import type { Page } from '@playwright/test'
import { checkPageAtRest } from './check-page.ts'

const WIDTHS = [320, 390, 768, 1280]
const TALL = 900

/**
 * Checks the page on a small telephone and on a large screen. With the variable PICTURES
 * it takes pictures into that folder, at more widths and with text of twice the size.
 */
export async function look(
  page: Page,
  name: string,
  checkPage = () => checkPageAtRest(page),
): Promise<void> {
  const folder = process.env.PICTURES
  for (const width of folder ? WIDTHS : [320, 1280]) {
    await page.setViewportSize({ width, height: TALL })
    await checkPage()
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  if (folder) await takeLargeText(page, `${folder}/${name}-390-large.png`)
}

async function takeLargeText(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: TALL })
  const resize = (size: string) =>
    page.evaluate((text) => {
      document.documentElement.style.fontSize = text
    }, size)
  await resize('200%')
  await page.screenshot({ path, fullPage: true })
  await resize('')
  await page.setViewportSize({ width: 1280, height: TALL })
}
