import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookFirstTime } from './journey.ts'
import { openAs, result } from './medical-results.ts'
import { DEMO_MEMBER, signInAs } from './member.ts'

const LIST = '**/api/medical/results/*'

test.describe('a sample without a number', () => {
  test('says what happened, that it says nothing about health, and has no colour', async ({
    page,
    checkPage,
  }) => {
    const none = { band: null, comments: null, free_repeat: { booked_for: null, town: 'Ely' } }
    const entries = [
      result({ id: 2, date: '2026-05-15', value: null, ...none, outcome: 'haemolysed' }),
      result({ id: 1, date: '2025-05-15', value: '0.9', band: 'Green' }),
    ]
    await page.route(LIST, (route) => route.fulfill({ json: { data: entries } }))
    await openAs(page, '/medical-results')
    const news = page.getByRole('region', { name: 'About your latest sample' })
    await expect(news).toContainText('The blood cells had broken down.')
    await expect(news).toContainText('This does not tell us anything about your health')
    await expect(news).toContainText('Result ready No number')
    await expect(news).not.toContainText(/amber|red:|green/i)
    await expect(
      news.getByRole('link', { name: 'Choose an event for your free test' }),
    ).toHaveAttribute('href', '/book-event-main?by=location&location=Ely')
    await expect(news.getByRole('link', { name: 'See all events' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Other results' })).toHaveCount(0)
    await checkPage()
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await checkPage()
    }
  })

  test('gives one booking of a paid event without payment', async ({ page, checkPage }) => {
    const who = { ...DEMO_MEMBER, email: 'repeat@example.org' }
    await signInAs(page.context(), who)
    await page.goto('/medical-results')
    await expect(page.getByText('The blood cells had broken down.')).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'Choose an event for your free test' }),
    ).toBeVisible()
    await checkPage()
    await page.goto(`/book-event?event=${await ownEvent({ pricePence: 2000 })}`)
    await expect(page.getByText('Nothing to pay: this is your free repeat')).toBeVisible()
    await expect(page.getByText(/^−£\d/)).toBeVisible()
    await checkPage()
    await bookFirstTime(page, checkPage)
    await expect(page.getByText('Nothing to pay').first()).toBeVisible()
    await checkPage()
    await page.goto('/medical-results')
    await expect(page.getByText(/Your free test is booked for/)).toBeVisible()
    await checkPage()
  })
})

test.describe('a replaced result', () => {
  test('stays visible with a link to the newer one, and is in no chart', async ({
    page,
    checkPage,
  }) => {
    const earlier = {
      result_id: 1,
      test_result: '9.1',
      test_unit: 'ng/ml',
      band: 'Red' as const,
      released_on: '2026-05-20',
      replaced_on: '2026-05-28',
    }
    const newer = { ...result({ id: 2, date: '2026-05-15', value: '1.1' }), replaces: [earlier] }
    const old = {
      ...result({ id: 1, date: '2026-05-15', value: '9.1', band: 'Red' }),
      replaced_by: { result_id: 2, on: '2026-05-28' },
    }
    await page.route(LIST, (route) => route.fulfill({ json: { data: [newer] } }))
    await page.route('**/api/medical/results/*/1', (route) =>
      route.fulfill({ json: { data: old } }),
    )
    await openAs(page, '/medical-results')
    await expect(page.getByRole('article')).toContainText('It was replaced on 28 May 2026.')
    await expect(page.getByRole('region', { name: 'Your PSA over time' })).toHaveCount(0)
    await checkPage()
    await page.getByRole('link', { name: 'See the replaced result' }).click()
    const article = page.getByRole('article')
    await expect(article).toContainText('This result has been replaced')
    await expect(article.getByRole('link', { name: 'Open the newer result' })).toBeVisible()
    await expect(article.getByRole('heading', { name: 'What to do next' })).toHaveCount(0)
    await expect(article).not.toContainText(/Red|Lab result ready/)
    await checkPage()
  })
})
