// Two tubes of one member: one of them is undone by name, and the day is closed with what is left.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { tubeCodeOf } from '../domain/office/tube-code.ts'
import { addVenueDay } from './day.queries.ts'
import { checkIn, codeIsWritten, find, loadDay, nameOf, takeSample } from './door.ts'
import { expect, test } from './fixtures.ts'
import { look } from './look.ts'
import { newStaff, openOffice } from './staff.ts'

const [OWN, NEIGHBOURS] = [8_000_664, 8_000_728].map(tubeCodeOf)

test('of two tubes the named one is undone, and a day with open questions is closed knowingly', async ({
  page,
  checkPage,
}) => {
  const { id, people } = await addVenueDay({ count: 4 })
  const [sampled, arrived] = people
  if (!sampled || !arrived || !OWN || !NEIGHBOURS) throw new Error('nobody')
  await openOffice(page, { staff: await newStaff(['office']), path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${id}`)
  await loadDay(page)
  await codeIsWritten(page)
  await checkIn(page, sampled)
  await checkIn(page, arrived)
  await find(page, nameOf(sampled))
  await page.getByRole('button', { name: `Sample of ${nameOf(sampled)}`, exact: true }).click()
  await page.setViewportSize({ width: 320, height: 900 })
  const dialog = page.getByRole('dialog')
  // A long name breaks, and nothing is cut at the left.
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await look(page, 'sample-dialog', checkPage)
  await page.keyboard.press('Escape')
  await takeSample(page, sampled, OWN)
  await find(page, '')
  // Another tablet gave the same member the neighbour's tube.
  await press(page, { event: id, person: sampled, tube: NEIGHBOURS })
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: /^Please look/ })).toBeVisible()
  await page.getByRole('button', { name: /^Please look/ }).click()
  await look(page, 'please-look', checkPage)

  await page.getByRole('button', { name: 'Close the day' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('2')
  await look(page, 'close-day-unresolved', checkPage)
  await page.getByRole('button', { name: 'Not yet' }).click()

  await find(page, nameOf(sampled))
  await page.getByRole('button', { name: `Undo for ${nameOf(sampled)}` }).click()
  await look(page, 'undo-two-tubes', checkPage)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Choose what to undo.').first()).toBeVisible()
  await page.getByRole('radio', { name: new RegExp(NEIGHBOURS.slice(-4)) }).check()
  await page.getByLabel('Why?').fill('Tube 728 is of the neighbour.')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await find(page, nameOf(sampled))
  const row = page.getByRole('listitem').filter({ hasText: nameOf(sampled) })
  await expect(row.locator('s')).toContainText(NEIGHBOURS)
  await expect(row).toContainText(OWN)
  await look(page, 'struck-through-tube', checkPage)

  await page.getByRole('button', { name: 'Close the day' }).click()
  await look(page, 'close-day-arrived', checkPage)
  await page
    .getByRole('button', { name: /^Close (it all the same|the day)$/ })
    .last()
    .click()
  await expect(page.getByRole('main')).toContainText('closed')
  await look(page, 'closed-day', checkPage)
  await page.goto(`/office/events/${id}/failsafe`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(page, 'failsafe', checkPage)
})

async function press(
  page: Page,
  { event, person, tube }: { event: number; person: { id: number }; tube: string },
): Promise<void> {
  const action = {
    id: randomUUID(),
    device: 'the other tablet',
    sequence: 1,
    at: new Date().toISOString(),
    appointment_id: person.id,
    type: 'sample',
    tube,
  }
  await page.evaluate(
    async ({ event, action }) => {
      const answer = await fetch(`/api/office/days/${event}/actions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ actions: [action] }),
      })
      if (!answer.ok) throw new Error(`the press was answered ${answer.status}`)
    },
    { event, action },
  )
}
