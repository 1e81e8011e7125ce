import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'

/** The entry of the calendar file that `press` downloads. */
export async function downloadEntry(page: Page, press: () => Promise<void>): Promise<ICAL.Event> {
  const downloading = page.waitForEvent('download')
  await press()
  const file = await (await downloading).path()
  const calendar = new ICAL.Component(ICAL.parse(await readFile(file, 'utf8')))
  const entry = calendar.getFirstSubcomponent('vevent')
  if (!entry) throw new Error('a calendar without an entry')
  return new ICAL.Event(entry)
}

/** The start of the entry in London time, 'HH:mm'. */
export function startTime({ startDate }: ICAL.Event): string {
  const at = { timeStyle: 'short', timeZone: 'Europe/London' } as const
  return startDate.toJSDate().toLocaleTimeString('en-GB', at)
}
