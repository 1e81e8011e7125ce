import type { Page } from '@playwright/test'
import type { MedicalResult } from '../domain/contract.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { openAs, result, takenAsJim } from './medical-results.ts'
import { DEMO_MEMBER, DEMO_NEWCOMER } from './member.ts'

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
    await expect(latest).toContainText('You do not need to do anything now.')
    expect(await stepsIn(latest)).toEqual([
      'Booked: done',
      'Sample taken: done',
      'At the lab: done',
      'Result ready: done',
    ])

    const waiting = record(page, 'Braintree PSA screening')
    await expect(waiting).toContainText('No lab result')
    await expect(waiting).toContainText('Waiting is not a sign that anything is wrong')
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
    await expect(notLinked).toContainText('Please call 0808 157 0142 and we will sort it out.')
    // Only the newest result and what is on its way show how far they have come.
    expect(await stepsIn(notLinked)).toEqual([])
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
    await expect(history).toContainText('only results with the same laboratory and unit')
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
      'Recorded under the name Jim Smith, born 4 March 1961. You have changed your details since.',
    )
    const notice = page.getByText('We need to check one detail in your record')
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
