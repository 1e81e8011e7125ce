import { readPdf } from '../test/app/read-pdf.ts'
import { expect, test } from './fixtures.ts'
import { newMember, signIn } from './member.ts'

const PRINTED = ['/about-us', '/support-us', '/chaps-screening-event', '/refund-policy', '/events']

test('thresholds are cards on a phone', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await page.goto('/information-hub/prostate-diseases-and-prostate-cancer')
  const table = page.getByRole('region', { name: 'PSA levels that count as raised' })
  const { scrollWidth, clientWidth } = await table.evaluate((element) => element)
  expect(scrollWidth).toBe(clientWidth)
  const label = table.locator('td').last()
  expect(await label.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe(
    '"Age 70s"',
  )
  await checkPage()
})

for (const width of [1440, 1920, 2560]) {
  test(`the whole drawing of the hero shows at ${width} px`, async ({ page, checkPage }) => {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto('/')
    const image = page.locator('main picture img').first()
    const box = await image.boundingBox()
    if (!box) throw new Error('no picture')
    // The moon's upper edge is at 138 of 760.
    const shown = Math.max(box.width / 1440, box.height / 760)
    expect(760 * shown - box.height).toBeLessThan(138 * shown)
    await checkPage()
  })
}

test('no word of the first heading breaks with text of twice the size', async ({
  page,
  checkPage,
}) => {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const lines = await page
      .locator('h1 span')
      .first()
      .evaluate((span) => {
        const text = span.firstChild
        if (!text) throw new Error('no text')
        const range = document.createRange()
        range.setStart(text, 0)
        range.setEnd(text, 'Advocacy'.length)
        return range.getClientRects().length
      })
    expect(lines, `lines of the word at ${width} px`).toBe(1)
  }
  await checkPage()
})

test('the charity is named on the first printed sheet, and the last one is not empty', async ({
  page,
  checkPage,
}) => {
  for (const path of PRINTED) {
    await page.goto(path)
    const sheets = await readPdf(await page.pdf({ format: 'A4' }))
    const words = sheets.map((sheet) => sheet.map(({ text }) => text).join(' '))
    expect(words[0], path).toContain('Registered charity')
    expect(words.at(-1)?.trim().length, path).toBeGreaterThan(40)
    await checkPage()
  }
})

test('the labels of both names are on one line', async ({ page, checkPage }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/signup')
  const topOf = async (text: string) =>
    (await page.locator('main form label').filter({ hasText: text }).first().boundingBox())?.y
  expect(await topOf('First name')).toBe(await topOf('Last name'))
  await checkPage()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('two-step verification opens the app on the phone by its link', async ({
    page,
    checkPage,
  }) => {
    await signIn(page.context(), await newMember())
    await page.goto('/portal/sign-in')
    await page.getByRole('button', { name: 'Set up two-step verification' }).tap()
    const link = page.getByRole('link', { name: 'Open my authenticator app' })
    await expect(link).toHaveAttribute('href', /^otpauth:\/\/totp\/CHAPS:/)
    await expect(page.getByRole('img', { name: 'QR code' })).toBeHidden()
    await page.getByText('The app is on another device').tap()
    await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
    await checkPage()
  })
})
