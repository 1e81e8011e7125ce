import { expect, test } from './fixtures.ts'
import { policyReports } from './queries.ts'

test.use({ expectedErrors: [/Content Security Policy/] })

test('an injected script does not run, and is reported', async ({ page, checkPage }) => {
  await page.goto('/privacy-policy')
  await checkPage()
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'document.title = "stolen"'
    document.querySelector('main')?.append(script)
  })
  await expect(page).not.toHaveTitle('stolen')
  await expect
    .poll(() => policyReports('on /privacy-policy'))
    .toContainEqual(expect.stringContaining('refused inline on /privacy-policy'))
})
