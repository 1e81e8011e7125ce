import { downloadEntry, startTime } from './calendar-entry.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, eventIn, newMember, signIn } from './member.ts'

test('a member adds an appointment to the calendar, under either title', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  const { time } = await bookThroughApi(member, await eventIn('Liverpool'))

  await page.goto('/booking-success')
  const entry = await downloadEntry(page, () =>
    page.getByRole('link', { name: 'Add to your calendar' }).click(),
  )
  expect(startTime(entry)).toBe(time)
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
