import { readFile } from 'node:fs/promises'
import type { MedicalResult } from '../domain/contract.ts'
import { signInCookies } from '../scripts/first-load.ts'
import { readPdf } from '../test/app/read-pdf.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { openAs, result } from './medical-results.ts'
import { DEMO_MEMBER, newMember, signIn } from './member.ts'
import { SITE_URL } from './site.ts'

test.describe('a result', () => {
  test('is reached by keyboard and begins with the colour and what to do', async ({
    page,
    checkPage,
  }) => {
    await openAs(page, '/medical-results')
    const open = page.getByRole('link', { name: 'Open this result', exact: true })
    await tabTo(page, open)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/medical-results\/\d+$/)
    await expect(page.getByRole('heading', { level: 1, name: /^Your result of/ })).toBeFocused()
    const headings = page.getByRole('article').getByRole('heading')
    await expect(headings).toHaveText([
      'What to do next',
      'What the clinician wrote',
      'What the laboratory found',
      'Download your letter',
    ])
    const article = page.getByRole('article')
    await expect(article).toContainText(
      'The laboratory found 0.84 nanograms of PSA in each millilitre',
    )
    await expect(article).toContainText('Green: normal')
    await expect(article).toContainText(/Plan your next test for \w+ 20\d\d\./)
    await expect(article).toContainText('CHAPS sample laboratory')
    await expect(article.getByRole('link', { name: '0808 157 0142' })).toBeVisible()
    await expect(article.getByRole('link', { name: 'The limits of the test' })).toBeVisible()
    await checkPage()
    await tabTo(page, page.getByRole('link', { name: 'All your results' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/medical-results')
    await checkPage()
  })

  test('fits a screen of 320 px, as does the list, also with letters twice as large', async ({
    page,
    checkPage,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await openAs(page, '/medical-results')
    await expect(page.getByRole('region', { name: 'Your PSA over time' })).toBeVisible()
    await checkPage()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await checkPage()
    await page.getByRole('link', { name: 'Open this result', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Your result of/ })).toBeVisible()
    await checkPage()
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '100%'))
    await checkPage()
  })

  test('has a letter for the GP, on one page', async ({ page, checkPage }) => {
    await openAs(page, `/medical-results/${await resultOfDemoMember()}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download a letter for your GP' }).click()
    const pages = await readPdf(await readFile(await (await saved).path()))
    const text = pages
      .flat()
      .map((line) => line.text)
      .join(' ')
    for (const words of [
      'To the GP of Sample James Carter',
      'Born 14 May 1968',
      'NHS number 999 000 0018',
      'Total PSA Test',
      '0.84 ng/ml',
      'CHAPS sample laboratory',
      'Green: normal',
      'Please have a test again in 2 years.',
    ])
      expect(text).toContain(words)
    expect(pages.length).toBe(1)
    await checkPage()
  })

  test('says when the next test was due, with a link to the events', async ({
    page,
    checkPage,
  }) => {
    const entry = result({ id: 1, date: '2020-05-15', value: '0.8', retest_on: '2021-05-15' })
    await page.route('**/api/medical/results/*/*', (route) =>
      route.fulfill({ json: { data: entry } }),
    )
    await openAs(page, '/medical-results/1')
    await expect(page.getByRole('article')).toContainText(
      'The test after this one was due in May 2021.',
    )
    await checkPage()
    await page.getByRole('link', { name: 'find a screening event' }).click()
    await expect(page).toHaveURL('/book-event-main')
    await checkPage()
  })

  test('leads to the sign-in and back', async ({ page, checkPage }) => {
    const id = await resultOfDemoMember()
    await page.goto(`/medical-results/${id}`)
    await expect(page).toHaveURL(`/login?from=%2Fmedical-results%2F${id}`)
    await checkPage()
    await logIn(page, DEMO_MEMBER)
    await expect(page).toHaveURL(`/medical-results/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Your result of/ })).toBeVisible()
    await checkPage()
  })

  test.describe('of another member', () => {
    test.use({ expectedErrors: [/status of 404/] })

    test('is not found, like one that does not exist', async ({ page, checkPage }) => {
      const member = await newMember()
      await signIn(page.context(), member)
      const texts: string[] = []
      for (const id of [await resultOfDemoMember(), 99_999_999]) {
        await page.goto(`/medical-results/${id}`)
        await expect(page.getByRole('heading', { name: 'Result not found' })).toBeVisible()
        await checkPage()
        texts.push(await page.getByRole('main').innerText())
      }
      expect(texts[0]).toBe(texts[1])
      expect(texts[0]).not.toContain('ng/ml')
    })
  })

  test('leaves nothing in the browser', async ({ page, checkPage }) => {
    await openAs(page, `/medical-results/${await resultOfDemoMember()}`)
    await expect(page.getByRole('article')).toContainText('0.84')
    await checkPage()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, document.title]),
    )
    for (const secret of ['0.84', 'ng/ml', 'normal', '9990000018', '1968-05-14']) {
      expect(stored).not.toContain(secret)
    }
    expect(new URL(page.url()).pathname).toMatch(/^\/medical-results\/\d+$/)
    expect(new URL(page.url()).search).toBe('')
  })
})

async function resultOfDemoMember(): Promise<number> {
  const cookies = await signInCookies(SITE_URL, DEMO_MEMBER)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { userProfile } = await (
    await fetch(`${SITE_URL}/api/auth/profile`, { headers: { cookie } })
  ).json()
  const list = `${SITE_URL}/api/medical/results/${userProfile.profileId}`
  const { data } = await (await fetch(list, { headers: { cookie } })).json()
  return data.find(({ result }: MedicalResult) => result !== null).result.result_id
}
