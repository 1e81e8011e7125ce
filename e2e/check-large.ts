import { expect, type Page } from '@playwright/test'

/** As it is and with text of twice the size; everything that is pressed has 44 px. */
export async function checkLarge(page: Page, checkPage: () => Promise<void>): Promise<void> {
  await checkPage()
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        ':is(main, dialog[open]) :is(button, summary, select, input:not([type=hidden]))',
      ),
    ]
      .map((control) => control.closest('label') ?? control)
      .filter((target) => target.checkVisibility())
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect()
        return width < 44 || height < 44
      })
      .map(({ outerHTML }) => outerHTML),
  )
  expect(small).toEqual([])
  await setTextSize(page, '200%')
  await checkPage()
  await setTextSize(page, '100%')
}

export function setTextSize(page: Page, size: string): Promise<void> {
  return page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size)
}
