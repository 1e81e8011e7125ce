import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { EventSchema } from '../domain/contract.ts'
import { consentFormFor } from '../test/app/consent-form.ts'
import { expect, test } from './fixtures.ts'
import { eventIn, newMember, signIn } from './member.ts'

test('an appointment goes into his calendar, under the title that he chooses', async ({
  page,
  look,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  const eventId = await eventIn('Liverpool')
  const { event } = await member.ask(`GET /api/events/${eventId}`)
  const { event_date: eventDate, start_time: start } = EventSchema.parse(event)
  await member.ask('POST /api/medical/consent', consentFormFor(EventSchema.parse(event)))
  const time = start.slice(0, 5)
  await member.ask('POST /api/appointments', { eventId, eventDate, appointmentStartTime: time })

  await page.goto('/booking-success')
  const entry = await pressed(page, 'Add to your calendar')
  const starts = entry.startDate.toJSDate()
  expect(
    starts.toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' }),
  ).toBe(time)
  expect(entry.summary).toContain('PSA')
  await look()

  await page.goto('/upcoming-events')
  const neutral = await pressed(page, 'add it as ‘Health appointment’')
  expect(neutral.summary).toBe('Health appointment')
  expect(neutral.uid).toBe(entry.uid)
  await look()
})

async function pressed(page: Page, name: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  const file = await (await coming).path()
  const calendar = new ICAL.Component(ICAL.parse(await readFile(file, 'utf8')))
  const entry = calendar.getFirstSubcomponent('vevent')
  if (!entry) throw new Error('a calendar without an entry')
  return new ICAL.Event(entry)
}
