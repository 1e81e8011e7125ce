import { expect, test } from './fixtures.ts'

const ARTICLE = '/information-hub/prostate-diseases-and-prostate-cancer'

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('an article can be found from the hub and read to the end', async ({ page }) => {
    await page.goto('/information-hub')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Further medical advice' })).toBeVisible()
    await expect(main.getByRole('link', { name: '0800 074 8383' })).toBeVisible()
    await main.getByRole('link', { name: 'Prostate diseases and prostate cancer' }).click()
    await expect(page).toHaveURL(ARTICLE)

    await main.getByRole('link', { name: 'The limits of the test' }).click()
    await expect(page).toHaveURL(`${ARTICLE}#the-limits-of-the-test`)
    await expect(main.getByRole('heading', { name: 'The limits of the test' })).toBeInViewport()
    await expect(main).toContainText('does not recommend mass PSA screening')
    await expect(main.getByRole('img', { name: 'The prostate, seen from the front' })).toBeVisible()
    await expect(main.getByText('Bladder, stores urine')).toBeVisible()
    await expect(main).toContainText('Last reviewed on')
    await expect(main).not.toContainText('to be approved')
  })
})

test('following a link shows the article’s text and its data for search engines', async ({
  page,
  checkPage,
}) => {
  await page.goto('/information-hub')
  await checkPage()
  await page.getByRole('main').getByRole('link', { name: 'Men’s health', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Men’s health')
  await expect(page.getByRole('main')).toContainText('Five numbers worth knowing')
  await checkPage()

  await page.goto(ARTICLE)
  const written = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(written ?? '')['@graph'][0]).toMatchObject({
    '@type': 'Article',
    headline: 'Prostate diseases and prostate cancer',
    author: { name: 'CHAPS' },
  })
  await checkPage()
})

test('the statistics show the charity’s figure, its note and the counts', async ({
  page,
  checkPage,
}) => {
  await page.goto('/information-hub/statistics')
  const table = page.getByRole('table', { name: 'PSA tests in 2023 and what they found' })
  await expect(table.getByRole('row', { name: /Abnormal results/ })).toContainText('168')
  await expect(table.getByRole('row', { name: /Abnormal results/ })).toContainText('7.15%')
  await expect(page.getByText('168 of 2,397 is 7.01%')).toBeVisible()
  await checkPage()
})

test('the poster prints alone, on one sheet', async ({ page, checkPage }) => {
  await page.goto('/world-cancer-day-poster')
  const poster = page.getByRole('img', { name: 'Poster for World Cancer Day' })
  const words = page.getByRole('heading', { name: 'What it says' })
  await expect(words).toBeVisible()
  await checkPage()

  await page.emulateMedia({ media: 'print' })
  await expect(poster).toBeVisible()
  await expect(words).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheets.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
})

test.describe('an article that does not exist', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('shows the not-found page', async ({ page, checkPage }) => {
    const answer = await page.goto('/information-hub/no-such-article')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await checkPage()
  })
})
