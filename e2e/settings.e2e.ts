import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { changeContact } from './settings.queries.ts'

// No other test reads these two numbers.
test.describe.configure({ mode: 'serial' })
test.afterAll(() => changeContact({}))

for (const [n, width] of [320, 1280].entries())
  test(`a changed number stands on the page and on the next one, at ${width} px`, async ({
    page,
    checkPage,
  }) => {
    const [general, event] = [`01632 960 94${n}`, `01632 960 95${n}`]
    await page.setViewportSize({ width, height: 800 })
    await changeContact({ general_enquiries: general, event_enquiries: event })
    // No notice reaches the server's process; it asks once a second.
    await expect
      .poll(async () => (await page.request.get('/')).text(), { timeout: 5_000 })
      .toContain(general)
    await page.goto('/')
    await expectNumber(page, { place: 'contentinfo', number: general })
    await checkPage()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Support us' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support us')
    await expectNumber(page, { place: 'contentinfo', number: general })
    await checkPage()
    await page.getByRole('link', { name: 'Give your time' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
    await expectNumber(page, { place: 'main', number: event })
    await expectNumber(page, { place: 'contentinfo', number: general })
    await checkPage()
    // Rendered by the browser alone.
    await page.goto('/login')
    await expectNumber(page, { place: 'contentinfo', number: general })
    await checkPage()
  })

async function expectNumber(
  page: Page,
  { place, number }: { place: 'main' | 'contentinfo'; number: string },
) {
  const link = page.getByRole(place).getByRole('link', { name: number })
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('href', `tel:${number.replaceAll(' ', '')}`)
}
