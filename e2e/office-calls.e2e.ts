// Two clerks share the calls to members whom a cancellation could not tell.
import type { Page } from '@playwright/test'
import { expectedOf } from '../test/app/cancel-day.ts'
import { loseEmail } from './calls.queries.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember } from './member.ts'
import { ask } from './office-results.ts'
import { PressCounter } from './presses.ts'
import { newStaff, openOffice } from './staff.ts'

test('two clerks share a list of calls, one press records an outcome and opens the next', async ({
  page,
  browser,
  checkPage,
}) => {
  const eventId = await ownEvent()
  const names: string[] = []
  for (const _ of ['one', 'two']) {
    const member = await newMember()
    await bookThroughApi(member, eventId)
    names.push((await loseEmail(member.email)).name)
  }
  const [anna, bill] = [await newStaff(['office']), await newStaff(['office'])]
  await openOffice(page, { staff: anna, path: '/office/events', checkPage })
  await checkPage()
  const call = `POST /api/office/events/${eventId}/cancellation`
  const expected = expectedOf(await ask(page, call, { dry_run: true }))
  const words = { dry_run: false, expected, message: 'The hall is flooded.' }
  const { bulk_action_id: id } = await ask(page, call, words)
  await page.goto(`/office/bulk-actions/${id}`)
  const toCall = page.getByRole('table', { name: 'Members to call' })
  await expect(page.getByText('Finished.')).toBeVisible()
  await expect(toCall.getByRole('link', { name: /: To call$/ })).toHaveCount(2)
  await atEachWidth(page, checkPage)
  await page.goto(`/office/events/${eventId}/attendees?tab=to_call`)
  await expect(page.getByRole('link', { name: /: To call$/ })).toHaveCount(2)
  await atEachWidth(page, checkPage)
  await page.goto(`/office/events/${eventId}`)
  const people = page.getByRole('link', { name: '2 people to call' })
  await expect(people).toBeVisible()
  await atEachWidth(page, checkPage)
  await people.click()
  await expect(page.getByText(/^Tasks of /)).toBeVisible()
  await expect(page.getByRole('link', { name: /Call about an event$/ })).toHaveCount(2)
  await atEachWidth(page, checkPage)
  await page.goto(`/office/bulk-actions/${id}`)

  await toCall
    .getByRole('link', { name: /: To call$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Call about an event: ')
  await expect(page.getByText('Read out: ‘The hall is flooded.’')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'I am calling' }).click()
  await expect(page.getByText(/^You have been calling since/)).toBeVisible()
  await atEachWidth(page, checkPage)
  const first = page.url()

  const desk = await (await browser.newContext()).newPage()
  await openOffice(desk, { staff: bill, path: new URL(first).pathname })
  await expect(desk.getByText(`${anna.name} has been calling since`)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'No answer' })).toBeHidden()
  await expect(desk.getByRole('button', { name: 'Close the task' })).toBeHidden()
  await desk.goto('/office/today')
  await expect(desk.getByRole('table', { name: 'People to call first' })).toBeVisible()

  const counter = new PressCounter()
  await counter.act('a call of the list, on to the next', async ({ tap }) => {
    await tap(page.getByRole('button', { name: 'Told by phone' }))
    await expect(page.getByText(/: Told by phone\.$/)).toBeVisible()
    await expect(page).not.toHaveURL(first)
  })
  counter.compare()
  await expect(page.getByText(/^You have been calling since/)).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Let somebody else call' }).click()
  await expect(page.getByRole('button', { name: 'I am calling' })).toBeVisible()

  await desk.goto(`/office/bulk-actions/${id}`)
  await expect(desk.getByText(`Told by phone (${anna.name}`)).toBeVisible()
  await desk.goto('/office/loops?tab=telephone')
  await desk.getByRole('button', { name: 'Start calling' }).click()
  await expect(desk.getByText(/^You have been calling since/)).toBeVisible()
})

async function atEachWidth(page: Page, checkPage: () => Promise<void>): Promise<void> {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
}
