// The door's screen for the people who use it: needs, waits, what went wrong, and paper.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ukTime } from '../domain/uk-time.ts'
import { checkLarge } from './check-large.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, eventIn, newMember } from './member.ts'
import { beginDay, needsWheelchair } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

test('a day from the first need to a paper list that is typed in without a network', async ({
  page,
  checkPage,
}) => {
  const event = await eventIn('Southampton')
  const [helped, onPaper] = [await booked(event), await booked(event)]
  await needsWheelchair(helped.email)
  await beginDay(event)
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: '/office/days', checkPage })
  await checkPage()
  await page.goto(`/office/days/${event}`)
  await page.getByRole('button', { name: 'Load the day' }).click()
  const code = await page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText()
  await page.getByRole('button', { name: 'I have written it down' }).click()

  await find(page, helped.name)
  const row = page.getByRole('listitem').filter({ hasText: helped.name })
  await expect(row).toContainText('Late: the time has passed')
  await expect(row).toContainText('Wheelchair access')
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await checkLarge(page, checkPage)
  }
  await page.getByRole('button', { name: `Check in ${helped.name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('h3').first()).toHaveText('First: support needs')
  await expect(dialog).toContainText('No steps')
  await checkLarge(page, checkPage)
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('button', { name: /^Arrived/ }).click()
  await expect(row).toContainText(`by ${staff.name}`)
  await expect(row).not.toContainText('Late')

  await page.getByRole('button', { name: 'How the day is going' }).click()
  const figures = page.getByRole('region', { name: /^How it is going at \d\d:\d\d$/ })
  await expect(figures).toContainText('1 person, for less than a minute')
  await expect(figures.getByRole('listitem')).toHaveText(/^\d\d:\d\d1$/)
  await checkPage()

  // What the site refuses stays until somebody has dealt with it.
  await press(page, event, { appointment_id: helped.appointment, type: 'sample', tube: '?' })
  await page.reload()
  await page.getByLabel('Day code').fill(code)
  await page.getByRole('button', { name: 'Open the day' }).click()
  await page.getByRole('button', { name: 'Please look 1' }).click()
  const problems = page.getByRole('region', { name: 'Please look at these' })
  await expect(problems).toContainText(`${helped.name} has no sample recorded`)
  await checkPage()
  await problems.getByRole('button', { name: `Dealt with: ${helped.name}` }).click()
  await expect(problems).toContainText('Everything has been dealt with.')
  await expect(page.getByRole('button', { name: 'Please look 0' })).toBeVisible()
  await problems.getByText('Dealt with: 1').click()
  await expect(problems).toContainText(`by ${staff.name}`)

  await page.context().setOffline(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Page 1 of \d$/)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: onPaper.lastName })).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: 'Enter a paper list' }).click()
  await expect(page.getByLabel('Who wrote the list?')).toBeFocused()
  await checkPage()
  await page.keyboard.type('Mary')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 2 })
  await expect(heading).toHaveText(/^1 of /)
  for (let n = 2; !(await heading.textContent())?.includes(onPaper.name); n++) {
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(new RegExp(`^${n} of `))
  }
  await expect(page.getByLabel('Arrived at')).toBeFocused()
  await checkPage()
  const hourAgo = ukTime(new Date(Date.now() - 3_600_000))
  await page.keyboard.type('25:00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a time, for example 10:42.')).toBeVisible()
  await page.getByLabel('Arrived at').fill(hourAgo.replace(':', ''))
  await page.keyboard.press('Tab')
  await page.keyboard.type(`LAB ${randomUUID().slice(0, 8)}`)
  await page.keyboard.press('Enter')
  await expect(heading).not.toContainText(onPaper.name)
  await page.getByRole('button', { name: 'Back one person' }).click()
  await expect(page.getByText('Already recorded: Sample taken.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading).not.toContainText(onPaper.name)
  await page.getByRole('button', { name: /^(Stop|Back to the list)$/ }).click()
  await find(page, onPaper.name)
  const typed = page.getByRole('listitem').filter({ hasText: onPaper.name })
  await expect(typed).toContainText('Sample taken')
  await expect(typed).toContainText(`${hourAgo}, by you, waiting to be sent`)
  await page.context().setOffline(false)
  await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 })
  await expect(typed).toContainText(`${hourAgo}, by ${staff.name}`)

  await page.goto(`/office/events/${event}`)
  await expect(
    page.getByText(/^Not closed: of \d+ booked 1 gave a sample \(1 tube\), 0 without a sample/),
  ).toBeVisible()
  await checkPage()
})

async function booked(event: number) {
  const lastName = `D${randomUUID().slice(0, 8).replace(/\d/g, 'x')}`
  const member = await newMember({ firstName: 'Sam', lastName })
  const { id: appointment } = await bookThroughApi(member, event)
  return { name: `Sam ${lastName}`, lastName, appointment, email: member.email }
}

async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
}

/** As another tablet would send it. */
async function press(page: Page, event: number, what: object): Promise<void> {
  const action = { id: randomUUID(), device: 'other', sequence: 1, at: new Date().toISOString() }
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(String(path), { method: 'POST', headers, body: String(body) })
      return answer.status
    },
    [`/api/office/days/${event}/actions`, JSON.stringify({ actions: [{ ...action, ...what }] })],
  )
  expect(status).toBe(200)
}
