// A full day is cancelled in the office, on a site of its own that is killed half-way.
import { expect, type Page, test } from '@playwright/test'
import { insertStaff } from '../server/staff/staff.queries.ts'
import { countDone, makeFullDay, whatIsWrong } from '../test/storms/bulk-kills.ts'
import { openRushSite, type RushSite } from '../test/storms/rush-site.ts'
import { untilReady } from '../test/storms/test-site.ts'
import { setUpApp } from './authenticator.ts'
import { checkPageAtRest } from './check-page.ts'
import { holdAppointment } from './day.queries.ts'
import { newAccount } from './member.ts'
import { openOffice, type StaffMember } from './staff.ts'

const DAY = { booked: 40, paid: 30, waiting: 5, silent: 4 }
const ALL = DAY.booked + DAY.waiting
const READY_MS = 60_000
/** A killed run goes on with the next of its schedule, every 15 seconds. */
const GOES_ON = { timeout: 90_000 }

let site: RushSite
test.beforeAll(async () => {
  site = await openRushSite()
  await site.start()
})
test.afterAll(() => site.close())

test('a day with forty booked is cancelled while the server dies: everybody told and refunded once', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const full = await makeFullDay(site, DAY)
  const context = await browser.newContext({ baseURL: origin() })
  const page = await context.newPage()

  await test.step('the counts are seen before anything happens', async () => {
    const path = `/office/events/${full.event.event_id}/cancel`
    await openOffice(page, { staff: await newClerk(), path })
    const main = page.getByRole('main')
    await expect(main).toContainText('Appointments40')
    await expect(main).toContainText('Payments to refund in full30, £750.00 in total')
    await expect(main).toContainText('On the waiting list, which will close5')
    await expect(main).toContainText('No email address, to call4')
    await checkPageAtRest(page)
  })

  const held = await holdAppointment(
    { eventId: full.event.event_id, memberId: full.booked[20]?.id ?? 0 },
    site.database().url,
  )
  const id = await test.step('the clerk cancels the day', async () => {
    await page.getByLabel('Your message to the members').fill('The hall is flooded.')
    await page.getByRole('button', { name: 'Cancel the event' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('40 appointments will be cancelled and 30 payments')
    await question.getByRole('button', { name: 'Cancel the event' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Cancelling the event' }),
    ).toBeVisible()
    return Number(new URL(page.url()).pathname.split('/').at(-1))
  })

  await test.step('a colleague confirms it, with the sums', async () => {
    const other = await browser.newContext({ baseURL: origin() })
    const colleague = await other.newPage()
    const path = `/office/events/${full.event.event_id}`
    await openOffice(colleague, { staff: await newClerk(), path })
    await checkPageAtRest(colleague)
    await colleague.getByRole('link', { name: 'See what waits' }).click()
    await expect(colleague).toHaveURL(`/office/bulk-actions/${id}`)
    await checkPageAtRest(colleague)
    const sums = /^Cancel 40 appointments and refund £\d+/
    await colleague.getByRole('button', { name: sums }).click()
    await expect(colleague.getByRole('button', { name: sums })).toBeHidden()
    await other.close()
    await page.reload()
  })

  await test.step('half-way the server dies, and the screen says how far it is', async () => {
    await held.untilAwaited()
    const done = await countDone(site, id)
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(ALL)
    await expect(progressOf(page)).toHaveText(`${done} of ${ALL} done`)
    await expect(page.getByText('It carries on by itself')).toBeVisible()
    await checkPageAtRest(page)
    for (const pid of site.servers()) process.kill(pid, 'SIGKILL')
    await held.release()
    await untilReady(site.port, READY_MS)
  })

  await test.step('the screen goes on by itself to the end, with those to be rung', async () => {
    await expect(progressOf(page)).toHaveText(`${ALL} of ${ALL} done`, GOES_ON)
    await expect(page.getByText('Finished.')).toBeVisible()
    const toRing = page.getByRole('table', { name: 'Members to call' })
    await expect(toRing.getByRole('row')).toHaveCount(1 + DAY.silent)
    for (const { id: memberId } of full.silent)
      await expect(toRing.locator(`a[href$="/members/${memberId}"]`)).toBeVisible()
    await checkPageAtRest(page)
  })

  await test.step('a second press does nothing, and everybody has one mail and one refund', async () => {
    await page.goto(`/office/events/${full.event.event_id}/cancel`)
    await expect(page).toHaveURL(`/office/bulk-actions/${id}`)
    expect(await whatIsWrong(site, full)).toEqual([])
  })
  await context.close()
})

const progressOf = (page: Page) => page.getByText(/^\d+ of \d+ done$/)

const origin = () => `http://localhost:${site.port}`

async function newClerk(): Promise<StaffMember> {
  const account = await newAccount({}, origin())
  const { key } = await setUpApp(account)
  const name = 'Mary Clerk'
  const { email, userId } = account
  const roles = ['office' as const]
  await insertStaff(site.database().db, { userId, email, name, roles, since: new Date() })
  return { ...account, name, key }
}
