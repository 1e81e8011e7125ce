import type { Page } from '@playwright/test'
import { LIMITS_OF_THE_TEST } from '../domain/limits-of-the-test.ts'
import { addDays, longDate, ukDate } from '../domain/uk-time.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import { DEMO_MEMBER, signInAs } from './member.ts'

const MEDICAL_LINE = '01632 960 127'
const SCREENS = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
]

async function openAs(page: Page, name: string): Promise<void> {
  await signInAs(page.context(), { ...DEMO_MEMBER, email: `${name}@example.org` })
  await page.goto('/medical-results')
  await expect(page.getByRole('article')).toBeVisible()
}

const openResult = (page: Page) =>
  page.getByRole('link', { name: 'Open this result', exact: true }).click()

/** Its lower edge, in pixels from the top of an unscrolled page. */
async function endOf(page: Page, words: string | RegExp): Promise<number> {
  const box = await page.getByText(words).first().boundingBox()
  return box ? box.y + box.height : Number.POSITIVE_INFINITY
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const { name, band, next } of [
    { name: 'red', band: 'Red: significantly raised', next: /ask to be seen within 2 weeks/ },
    { name: 'amber', band: 'Amber: slightly raised', next: /Repeat the test in 3 months/ },
    { name: 'member', band: 'Green: normal', next: /You do not need to do anything now/ },
  ]) {
    test(`the colour and the next step of ${name}@ are in the first screen`, async ({
      page,
      checkPage,
    }) => {
      await openAs(page, name)
      await checkPage()
      await page.evaluate(() => scrollTo(0, 0))
      expect(await endOf(page, band)).toBeLessThan(844)
      expect(await endOf(page, next)).toBeLessThan(844)
      const steps = page.getByRole('article').getByRole('list', { name: /Progress of this test/ })
      const [after, tracker] = await Promise.all([endOf(page, next), steps.boundingBox()])
      expect(tracker?.y).toBeGreaterThan(after)

      await openResult(page)
      await expect(page.getByRole('heading', { level: 1, name: /^Your result of/ })).toBeVisible()
      await checkPage()
      await page.evaluate(() => scrollTo(0, 0))
      expect(await endOf(page, band)).toBeLessThan(844)
      expect(await endOf(page, next)).toBeLessThan(844)
    })
  }
})

test('a red result has a page of its own, which nothing generic undercuts', async ({
  page,
  checkPage,
}) => {
  await openAs(page, 'red')
  const main = page.getByRole('main')
  await expect(main).not.toContainText(LIMITS_OF_THE_TEST)
  await expect(main.getByRole('link', { name: MEDICAL_LINE })).toHaveAttribute(
    'href',
    'tel:01632960127',
  )
  await checkPage()
  await openResult(page)
  const article = page.getByRole('article')
  for (const heading of [
    'What to do next',
    'What the clinician wrote',
    'What to say to the receptionist',
    'Your GP appointment',
    'What happens next',
    'What it does not mean',
    'When to see your GP sooner',
    'Who calls who, and when',
    'Download your letter',
  ])
    await expect(article.getByRole('heading', { name: heading })).toBeVisible()
  await expect(article.getByRole('blockquote')).toContainText('The result was 11.2 ng/ml.')
  await expect(article).toContainText('It does not mean that you have cancer.')
  await expect(article).not.toContainText(LIMITS_OF_THE_TEST)
  await expect(article.getByRole('link', { name: MEDICAL_LINE }).first()).toBeVisible()
  await expect(article).not.toContainText('0808 157 0142')
  await expect(article.getByRole('link', { name: 'Download a letter for your GP' })).toBeVisible()
  await checkPage()
  for (const screen of SCREENS) {
    await page.setViewportSize(screen)
    await checkPage()
  }
})

test('an amber result asks for a repeat, and says which signs do not wait', async ({
  page,
  checkPage,
}) => {
  await openAs(page, 'amber')
  await checkPage()
  await openResult(page)
  const article = page.getByRole('article')
  await expect(article).toContainText('Repeat the test in 3 months.')
  await expect(article).toContainText('See your GP now if you have blood')
  await expect(article.getByRole('link', { name: 'Find an event for the next test' })).toBeVisible()
  await expect(article).not.toContainText('2 weeks')
  await expect(article).not.toContainText(LIMITS_OF_THE_TEST)
  await checkPage()
})

test.describe('the day of the GP appointment', () => {
  // Both are of one member: a day that is saved takes the place of the form.
  test.describe.configure({ mode: 'default' })
  const day = addDays(ukDate(new Date()), 5)

  test('is entered with the keyboard, changed, removed, and kept on the server', async ({
    page,
    checkPage,
  }) => {
    await openAs(page, 'red')
    await checkPage()
    await openResult(page)
    const field = page.getByLabel('When are you seeing your GP?')
    const save = page.getByRole('button', { name: 'Save the date' })
    await tabTo(page, save)
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    const refused = page.getByRole('article').getByRole('alert')
    await expect(refused).toContainText('Enter the date of your GP appointment')
    await checkPage()
    await field.fill('2001-01-01')
    await save.click()
    await expect(refused).toContainText('must be after your test')
    await field.fill(day)
    await save.click()
    await expect(page.getByText('The date has been saved.')).toBeVisible()
    await expect(page.getByText(`Your appointment is on ${longDate(day)}.`)).toBeVisible()
    await checkPage()
    await page.reload()
    await expect(page.getByText(`Your appointment is on ${longDate(day)}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Change the date' }).click()
    await expect(field).toHaveValue(day)
    await page.getByRole('button', { name: 'Save the date' }).click()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await expect(page.getByText('The date has been removed.')).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue('')
  })

  test.describe('without a network', () => {
    test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

    test('is kept in the form, which says so', async ({ page, context, checkPage }) => {
      await openAs(page, 'red')
      await checkPage()
      await openResult(page)
      const field = page.getByLabel('When are you seeing your GP?')
      await field.fill(day)
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Save the date' }).click()
      await expect(page.getByText('You are offline. We have kept your answers.')).toBeVisible()
      await expect(field).toHaveValue(day)
      await context.setOffline(false)
      await checkPage()
    })
  })
})
