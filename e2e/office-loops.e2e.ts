// Nobody falls through: a red result that nobody reads is rung about, and a day ends with a signature.
import type { Page } from '@playwright/test'
import { fileOf, lineOf } from '../test/app/laboratory.ts'
import { ageLoops } from './age-loops.ts'
import { checkSize } from './check-page.ts'
import { expect, test } from './fixtures.ts'
import { addLabDay } from './lab-day.ts'
import { ask, review, send, tasksOf, uploadByApi, waiting } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

const RED = { band: 'Red', comment: 'Please see your GP soon.' }

test('a red result that nobody reads is rung about, closed, and the day is signed', async ({
  page,
  browser,
  checkPage,
}) => {
  test.setTimeout(300_000)
  const [first, second, clerk] = [
    await newStaff(['clinician', 'admin']),
    await newStaff(['clinician']),
    await newStaff(['office']),
  ]
  const day = await addLabDay({ accounts: [], withoutEmail: 0, count: 2 })
  const [unread, lost] = day.people
  if (!unread || !lost) throw new Error('nobody was sampled')
  const name = `${unread.firstName} ${unread.lastName}`

  await openOffice(page, { staff: first, path: '/office/results', checkPage })
  await checkPage()
  const file = await uploadByApi(page, day.labId, fileOf([lineOf(unread, { Result: '11.2' })]))
  await ask(page, `POST /api/office/result-imports/${file}/commit`)
  const [found] = await waiting(page, 'review', day.people)
  if (!found) throw new Error('there is no result to review')
  const { id } = await review(page, found, RED)
  const other = await browser.newPage()
  await openOffice(other, { staff: second, path: '/office/results?tab=second' })
  const [red] = await waiting(other, 'second', day.people)
  const decided = { ...RED, version: red?.version }
  const { version } = await ask(other, `POST /api/office/results/${id}/second-review`, decided)
  const release = { version, override: 'The surgery is open' }
  await ask(other, `POST /api/office/results/${id}/release`, release)
  await ageLoops(unread.memberId, 8)
  const tasks = await tasksOf(page, unread.memberId)
  const task = tasks.find(({ kind }) => kind === 'released_to_read')
  const link = page.locator(`a[href="/office/loops/${task?.id}"]`)
  await page.evaluate(() => fetch('/api/office/jobs/chaseLoops/run', { method: 'POST' }))
  await expect(async () => {
    await page.goto('/office/loops?tab=telephone')
    await expect(link).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await atEachWidth(page, checkPage)

  await page.goto('/office/today')
  await checkPage()
  await page.getByRole('link', { name: /to call about open tasks/ }).click()
  await link.click()
  const title = page.getByRole('heading', { level: 1, name: `Result not read: ${name}` })
  await expect(title).toBeVisible()
  // A clinician who rings reads what to tell; the office's own list stays without it (below).
  await expect(page.getByRole('main')).toContainText(/11\.2/)
  await page.getByRole('button', { name: 'Nobody answered' }).click()
  await expect(page.getByText(/^Called once, no answer/)).toBeVisible()
  await page.getByRole('button', { name: 'Close the task' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Choose the outcome.')
  await atEachWidth(page, checkPage)
  await page.getByLabel('Told by phone').check()
  await page.getByLabel('Note').fill('Knows it, and rings the surgery today.')
  await page.getByRole('button', { name: 'Close the task' }).click()
  await expect(page.getByText(`Result not read: ${name} has been closed.`)).toBeVisible()
  await page.getByRole('link', { name: 'Closed tasks' }).click()
  await page.getByLabel('Name of the member or event').fill(name)
  await page.getByLabel('Task', { exact: true }).selectOption('Result not read')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const ended = page.getByRole('row', { name: /^(?=.*Told by phone: Knows it)/ })
  await expect(ended).toHaveCount(1)
  await atEachWidth(page, checkPage)
  await expect(link).toHaveCount(0)
  const left = await tasksOf(page, unread.memberId)
  expect(left.map(({ kind }) => kind)).toEqual(['gp_told'])

  const desk = await browser.newPage()
  await openOffice(desk, { staff: clerk, path: '/office/loops' })
  const waitingFor = await tasksOf(desk, lost.memberId)
  expect(await tasksOf(desk, unread.memberId)).toEqual([])
  const event = waitingFor[0]?.event_id
  await desk.goto(`/office/events/${event}/failsafe`)
  await desk.getByRole('button', { name: 'The laboratory has the samples' }).click()
  await desk.getByRole('button', { name: 'It has them all' }).click()
  await expect(desk.getByRole('row', { name: /^Samples without a result/ })).toContainText('1')
  await expect(desk.getByText('You cannot sign yet')).toBeVisible()
  const awaitedRow = desk.getByRole('row', { name: /^Samples without a result/ })
  await expect(awaitedRow.getByRole('link', { name: lost.lastName })).toBeVisible()
  await send(desk, `POST /api/office/days/${event}/close`, { expected: 1 })

  const [awaited] = await tasksOf(page, lost.memberId)
  await page.goto(`/office/loops/${awaited?.id}`)
  await checkPage()
  await page.getByLabel('The sample was lost or damaged').check()
  await page.getByRole('button', { name: 'Close the task' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Say what you tried')
  await page.getByLabel('Note').fill('Broken on the way. Is offered another test.')
  await page.getByRole('button', { name: 'Close the task' }).click()
  await expect(page).toHaveURL(/\/office\/loops$/)

  await desk.reload()
  // Two tubes went out, and one of them has a result.
  await desk
    .getByLabel('Why the numbers differ, or what is left to look at')
    .fill('One tube broke on the way; another test was offered.')
  await desk.getByRole('button', { name: 'Sign with this explanation' }).click()
  await expect(desk.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Signatures' })).toContainText(clerk.name)
  await desk.close()
  await page.goto(`/office/events/${event}/failsafe`)
  await expect(page.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible()
  await atEachWidth(page, checkPage)
  await other.close()
})

async function atEachWidth(page: Page, checkPage: () => Promise<void>): Promise<void> {
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await (width === 768 ? checkSize(page) : checkPage())
  }
}
