import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appointmentCodeOf } from '../domain/appointment-code.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember } from './member.ts'
import { openDay } from './tablet.ts'

test('a keyboard scanner works wherever the focus is', async ({ page, checkPage }) => {
  const event = await ownEvent()
  const [first, second] = [await booked(event), await booked(event)]
  await openDay(page, { event, checkPage })
  await page.getByRole('button', { name: /^All/ }).focus()
  await scan(page, first.code)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Sam ${first.name}, 14 May 1968`)
  // The scanner's Enter pressed no button: the person was not checked in by the scan alone.
  await expect(dialog.getByRole('button', { name: 'Check in' })).toBeVisible()
  await checkPage()

  await scan(page, second.code)
  await expect(dialog).toContainText(`Sam ${second.name}`)
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('searchbox').focus()
  await scan(page, first.code)
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(dialog).toBeHidden()

  // Typed by a scanner into the box itself.
  await page.getByRole('searchbox').pressSequentially(second.code)
  await page.getByRole('searchbox').press('Enter')
  await expect(dialog).toContainText(`Sam ${second.name}`)
  await dialog.getByRole('button', { name: 'Close' }).focus()
  await scan(page, `LAB1${second.name.toUpperCase()}`)
  await expect(dialog).toBeHidden()
  await page.getByRole('searchbox').fill(second.name)
  await expect(page.getByRole('listitem')).toContainText('Sample taken')

  // A scan within a second of a sample is too quick to be of the next member.
  await expect(async () => {
    await scan(page, appointmentCodeOf('ZZZZ-2222'))
    await expect(page.getByRole('alert')).toContainText('This code is not for today', {
      timeout: 500,
    })
  }).toPass()
  await checkPage()
  await scan(page, second.code)
  await expect(page.getByRole('alert')).toContainText(
    `Sam ${second.name}, 14 May 1968 has already been checked in`,
  )
  await scan(
    page,
    first.code.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
  )
  await expect(page.getByRole('alert')).toContainText('could not be read')
  await page.getByRole('button', { name: 'Turn the sounds off' }).click()
  await page.getByRole('button', { name: 'Turn the sounds on' }).click()
})

/** A person booked for the event, with the code of the confirmation. */
async function booked(event: number): Promise<{ name: string; code: string }> {
  const name = `T${randomUUID().slice(0, 8).replace(/\d/g, 'x')}`
  const { reference } = await bookThroughApi(
    await newMember({ firstName: 'Sam', lastName: name }),
    event,
  )
  return { name, code: appointmentCodeOf(reference) }
}

/** As a scanner types: all symbols within a moment, at what has the focus. Its Enter does no more. */
async function scan(page: Page, code: string): Promise<void> {
  const isTaken = await page.evaluate(
    (keys) =>
      keys.map((key) => {
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        return !(document.activeElement ?? document.body).dispatchEvent(press)
      }),
    [...code, 'Enter'],
  )
  expect(isTaken).toEqual([...[...code].map(() => false), true])
}
