import type { Page } from '@playwright/test'
import type { MedicalResult } from '../domain/contract.ts'
import { signInCookies } from '../scripts/first-load.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { DEMO_MEMBER, DEMO_NEWCOMER, newMember, signIn, signInAs } from './member.ts'
import { SITE_URL } from './site.ts'

const LINE = 'path[class*="line"]'
const LIST = '**/api/medical/results/*'

test.describe('medical results', () => {
  test('are listed with the state of each, without interpretation', { tag: '@core' }, async ({
    page,
    checkPage,
  }) => {
    await page.goto('/medical-results')
    await expect(page).toHaveURL('/login?from=%2Fmedical-results')
    await checkPage()
    await logIn(page, DEMO_MEMBER)
    await expect(page).toHaveURL('/medical-results')

    const latest = page.getByRole('article', { name: 'Total PSA Test' })
    await expect(latest).toContainText('Chelmsford PSA screening')
    await expect(latest).toContainText('Lab result ready')
    await expect(latest).toContainText('0.84 ng/ml')
    await expect(latest).toContainText('Please have a test again in 2 years.')
    await expect(latest).toContainText('Green: normal')
    await expect(latest).toContainText('Nothing now.')
    expect(await stepsIn(latest)).toEqual([
      'Booked: done',
      'Sample taken: done',
      'At the lab: done',
      'Result ready: done',
    ])

    const waiting = record(page, 'Braintree PSA screening')
    await expect(waiting).toContainText('No lab result')
    await expect(waiting).toContainText('That is not a sign that anything is wrong')
    expect(await stepsIn(waiting)).toEqual([
      'Booked: done',
      'Sample taken: now',
      'At the lab: ahead',
      'Result ready: ahead',
    ])

    const notLinked = record(page, 'Appointment not linked')
    await expect(notLinked).toContainText('CHAPS Testing Event')
    await expect(notLinked).toContainText('Total PSA Test')
    await expect(notLinked).toContainText('0.95')
    await expect(notLinked).toContainText('Please ring 0808 157 0142 and we will sort it out.')
    expect((await stepsIn(notLinked))[0]).toBe('Booked: unknown')
    await checkPage()
  })

  test('are compared over time in a table and drawn as a line from 0', async ({
    page,
    checkPage,
  }) => {
    await openAs(page, '/medical-results')
    const history = page.getByRole('region', { name: 'Your PSA over time' })
    const rows = history.getByRole('row')
    await expect(rows).toHaveCount(4)
    await expect(rows.nth(1)).toContainText('0.84')
    await expect(rows.nth(1)).toContainText('−0.18')
    await expect(rows.nth(2)).toContainText('+0.07')
    await expect(rows.nth(3)).toContainText('First test')

    const drawing = history.getByRole('img', { name: /^Total PSA Test, ng\/ml, from/ })
    await expect(drawing).toContainText('0.0')
    for (const value of ['0.95', '1.02', '0.84']) await expect(drawing).toContainText(value)
    await expect(drawing.locator(LINE)).toHaveCount(1)
    await expect(drawing).toHaveAccessibleName(/The table above has the same numbers/)
    await checkPage()
  })

  test('of other laboratories are neither joined nor compared', async ({ page, checkPage }) => {
    const entries = [
      result({ id: 3, date: '2026-05-15', value: '4.1', laboratory: 'Fens Laboratory' }),
      result({ id: 2, date: '2025-05-15', value: '<0.1', laboratory: 'Anglia Path Lab' }),
      result({ id: 1, date: '2024-05-15', value: '1.0', laboratory: 'Anglia Path Lab' }),
    ]
    await page.route(LIST, (route) => route.fulfill({ json: { data: entries } }))
    await openAs(page, '/medical-results')
    const history = page.getByRole('region', { name: 'Your PSA over time' })
    await expect(history.getByRole('row').nth(1)).toContainText('Fens Laboratory')
    await expect(history.getByRole('cell', { name: 'Not compared' })).toHaveCount(2)
    await expect(history).toContainText('Only results of the same laboratory and unit')
    await expect(history.getByRole('figure').getByRole('listitem')).toHaveText([
      'Anglia Path Lab',
      'Fens Laboratory',
    ])
    const drawing = history.getByRole('img')
    await expect(drawing).toContainText('4.1')
    await expect(drawing).not.toContainText('<0.1')
    await expect(drawing.locator(LINE)).toHaveCount(0)
    await checkPage()
  })

  test('without a number, a band or a comment say what is missing and whom to ask', async ({
    page,
    checkPage,
  }) => {
    const bare = { comments: null, band: null, next_step: null, retest_on: null }
    const entries = [
      result({ id: 2, date: '2026-05-15', value: '6.2', ...bare }),
      result({ id: 1, date: '2025-05-15', value: null, ...bare, comments: 'Not readable.' }),
    ]
    await page.route(LIST, (route) => route.fulfill({ json: { data: entries } }))
    await openAs(page, '/medical-results')
    const latest = page.getByRole('article')
    await expect(latest).toContainText('6.2 ng/ml')
    await expect(latest).toContainText('No clinician has written a comment')
    await expect(latest).not.toContainText(/green|amber|red:/i)
    await expect(record(page, 'Not readable.')).toContainText('No lab result')
    await expect(record(page, 'Not readable.')).toContainText('Book another test')
    await checkPage()
  })

  test('say under whom they were taken, and what is being checked', async ({ page, checkPage }) => {
    await page.route(LIST, async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      const [latest] = data.filter(({ result }: MedicalResult) => result?.test_result === '0.84')
      await route.fulfill({ json: { data: [takenAsJim(latest)], being_checked: true } })
    })
    await openAs(page, '/medical-results')
    await expect(page.getByRole('article', { name: 'Total PSA Test' })).toContainText(
      'Taken under the name Jim Smith, born 4 March 1961. You have changed your details since.',
    )
    const notice = page.getByText('one of us has to check a detail of your record')
    await expect(notice).toContainText('not a sign that anything is wrong')
    await expect(notice.getByRole('link', { name: '0808 157 0142' })).toBeVisible()
    await checkPage()
  })

  test('show a link to the events for a member who was never tested', async ({
    page,
    checkPage,
  }) => {
    await page.goto('/login?from=/medical-results')
    await checkPage()
    await logIn(page, DEMO_NEWCOMER)
    const none = 'No medical results or any appointment found'
    await expect(page.getByRole('heading', { name: none })).toBeVisible()
    await checkPage()
    await page.getByRole('link', { name: 'Find a screening event' }).click()
    await expect(page).toHaveURL('/book-event-main')
    await checkPage()
  })

  test.describe('that fail to load', () => {
    test.use({ expectedErrors: [/500/] })

    test('show an error with the helpline and a retry', async ({ page, checkPage }) => {
      await page.goto('/login?from=/medical-results')
      await checkPage()
      await page.route(LIST, (route) =>
        route.fulfill({ status: 500, json: { error: 'x', code: 'unexpected' } }),
      )
      await logIn(page, DEMO_NEWCOMER)
      await expect(page.getByText('We could not load your results')).toBeVisible()
      await checkPage()
      await page.unroute(LIST)
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(page.getByText('No medical results')).toBeVisible()
    })
  })
})

test.describe('a result', () => {
  test('is reached by keyboard and begins with what the clinician wrote and what to do', async ({
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
      'What the clinician wrote',
      'What to do next',
      'What the laboratory found',
    ])
    const article = page.getByRole('article')
    await expect(article).toContainText('There were 0.84 nanograms of PSA in each millilitre')
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

  test('prints as one page for the GP, without the rest of the page', async ({
    page,
    checkPage,
  }) => {
    await openAs(page, `/medical-results/${await resultOfDemoMember()}`)
    const letter = page.getByRole('region', { name: 'Letter for your GP' })
    await expect(letter).toBeHidden()
    await checkPage()

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('button', { name: 'Print a letter for your GP' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed')

    await page.emulateMedia({ media: 'print' })
    await expect(letter).toBeVisible()
    for (const words of [
      'Sample James Carter',
      'Born 14 May 1968',
      'NHS number 999 000 0018',
      'Total PSA Test',
      '0.84 ng/ml',
      'CHAPS sample laboratory',
      'Green (normal)',
      'Please have a test again in 2 years.',
    ]) {
      await expect(letter).toContainText(words)
    }
    await expect(page.getByRole('article')).toBeHidden()
    for (const part of ['banner', 'contentinfo', 'navigation'] as const) {
      await expect(page.getByRole(part)).toHaveCount(0)
    }
    expect(await pagesOf(page)).toBe(1)
  })

  test('prints with the name and date of birth it was taken under', async ({ page }) => {
    await page.route('**/api/medical/results/*/*', async (route) => {
      const response = await route.fetch()
      const { data } = await response.json()
      await route.fulfill({ json: { data: takenAsJim(data) } })
    })
    await openAs(page, '/medical-results')
    await page.getByRole('link', { name: 'Open this result' }).first().click()
    await page.emulateMedia({ media: 'print' })
    const letter = page.getByRole('region', { name: 'Letter for your GP' })
    await expect(letter).toContainText('Jim Smith')
    await expect(letter).toContainText('Born 4 March 1961')
    await expect(letter).toContainText('NHS number not given')
    await expect(letter).not.toContainText('Carter')
  })

  test('still prints on one page with a long comment', async ({ page, checkPage }) => {
    const comments = 'Your PSA is a little higher than at your last test. '.repeat(30)
    const entry = result({ id: 1, date: '2026-05-15', value: '4.1', comments, band: 'Amber' })
    await page.route('**/api/medical/results/*/*', (route) =>
      route.fulfill({ json: { data: entry } }),
    )
    await openAs(page, '/medical-results/1')
    await checkPage()
    expect(await pagesOf(page)).toBe(1)
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

function record(page: Page, has: string) {
  return page.getByRole('main').getByRole('listitem').filter({ hasText: has })
}

function stepsIn(part: ReturnType<typeof record>): Promise<string[]> {
  return part
    .locator('li[data-state]')
    .evaluateAll((steps) =>
      steps.map((step) => `${step.querySelector('b')?.innerText}: ${step.dataset.state}`),
    )
}

async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

async function openAs(page: Page, path: string) {
  await signInAs(page.context(), DEMO_MEMBER)
  await page.goto(path)
  await expect(page.getByRole('article').first()).toBeVisible()
}

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

type Result = NonNullable<MedicalResult['result']>

function result(
  wanted: Partial<Omit<Result, 'test_result'>> & { id: number; date: string; value: string | null },
): MedicalResult {
  const { id, date, value, ...more } = wanted
  const usual = { band: 'Amber', next_step: null, laboratory: null, retest_on: null } as const
  const found = { test_result: value, test_unit: 'ng/ml', comments: 'Sample.', sample_date: date }
  const steps: MedicalResult['steps'] = [
    { step: 'Booked', state: 'unknown', on: null },
    { step: 'Sample taken', state: 'done', on: date },
    { step: 'At the lab', state: value === null ? 'now' : 'done', on: null },
    { step: 'Result ready', state: value === null ? 'ahead' : 'done', on: null },
  ]
  return { appointment: null, result: { ...usual, ...found, ...more, result_id: id }, steps }
}

function takenAsJim(entry: MedicalResult): MedicalResult {
  const person = { first_name: 'Jim', last_name: 'Smith', date_of_birth: '1961-03-04' }
  return { ...entry, taken_under: { person, nhs_number: null } }
}
