import { downloadEntry, startTime } from './calendar-entry.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember, signIn } from './member.ts'

test('a member adds an appointment to the calendar, under either title', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  const { time } = await bookThroughApi(member, await ownEvent())

  await page.goto('/booking-success')
  const entry = await downloadEntry(page, () =>
    page.getByRole('link', { name: 'Add to your calendar' }).click(),
  )
  expect(startTime(entry)).toBe(time)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Directions on OpenStreetMap' })).toHaveAttribute(
    'href',
    /directions\?to=/,
  )
  await expect(main).toContainText('Usually within two weeks of your test')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print your slip' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  expect(entry.summary).toContain('PSA')
  await checkPage()

  await page.goto('/upcoming-events')
  const neutral = await downloadEntry(page, () =>
    page.getByRole('link', { name: 'add it as ‘Health appointment’' }).click(),
  )
  expect(neutral.summary).toBe('Health appointment')
  expect(neutral.uid).toBe(entry.uid)
  await checkPage()
})
