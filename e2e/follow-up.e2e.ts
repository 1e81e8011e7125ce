// A red result is followed up: one question by mail, answered without signing in, seen by a clinician.
import type { Page } from '@playwright/test'
import { fileOf, lineOf, type SampledPerson } from '../test/app/laboratory.ts'
import { ageLoops } from './age-loops.ts'
import { expect, test } from './fixtures.ts'
import { addLabDay } from './lab-day.ts'
import { linkInMail } from './mailbox.ts'
import { ask, review, tasksOf, uploadByApi, waiting } from './office-results.ts'
import { emailOf } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

const RED = { band: 'Red', comment: 'Please see your GP soon.' }
const ASKED = /^One question from CHAPS$/

test('what came of a red result is answered by a link, and a clinician sees it', async ({
  page,
  browser,
  checkPage,
}) => {
  test.setTimeout(240_000)
  const day = await addLabDay({ accounts: [], withoutEmail: 0, count: 1 })
  const [person] = day.people
  if (!person) throw new Error('nobody was sampled')
  const office = await browser.newPage()
  await openOffice(office, {
    staff: await newStaff(['clinician', 'admin']),
    path: '/office/results',
  })
  await release(office, await browser.newPage(), { labId: day.labId, person })
  // A day more, because the clocks may have changed in between.
  await ageLoops(person.memberId, 43)
  await office.evaluate(() => fetch('/api/office/jobs/chaseLoops/run', { method: 'POST' }))

  await page.goto(await linkInMail(await emailOf(person.memberId), ASKED))
  await expect(page.getByRole('heading', { name: 'One question' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(/\bred\b|11\.2|PSA/i)
  await checkPage()
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Please choose an answer.')
  await checkPage()
  await page.getByLabel('Nothing yet').check()
  await expect(page.getByLabel(/When/)).toHaveCount(0)
  await page.getByLabel('I had an MRI scan').check()
  await page.getByLabel(/When/).fill('2036-01-01')
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect(page.getByRole('alert').first()).toContainText(
    'The date must be today or in the past.',
  )
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await page.getByLabel(/When/).fill('')
  await page.getByRole('button', { name: 'Send my answer' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByText('Your answer: I had an MRI scan.')).toBeVisible()
  await checkPage()
  // The link opened later shows no answer.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('MRI')

  const open = await tasksOf(office, person.memberId)
  expect(open.map(({ kind }) => kind)).not.toContain('gp_told')
  const outcome = open.find(({ kind }) => kind === 'gp_outcome')
  await office.goto(`/office/loops/${outcome?.id}`)
  await expect(office.getByRole('region', { name: 'Answered by link' })).toContainText(
    /After six weeks\s*Had an MRI scan/,
  )
})

test.describe('a link that nobody sent', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so', async ({ page, checkPage }) => {
    await page.goto(`/by-link#follow=${'A'.repeat(22)}`)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await checkPage()
  })
})

/** Reviewed on one page and by a second clinician on the other. */
async function release(
  page: Page,
  other: Page,
  { labId, person }: { labId: number; person: SampledPerson },
): Promise<void> {
  const file = await uploadByApi(page, labId, fileOf([lineOf(person, { Result: '11.2' })]))
  await ask(page, `POST /api/office/result-imports/${file}/commit`)
  const [found] = await waiting(page, 'review', [person])
  if (!found) throw new Error('there is no result to review')
  const { id } = await review(page, found, RED)
  await openOffice(other, { staff: await newStaff(['clinician']), path: '/office/results' })
  const [red] = await waiting(other, 'second', [person])
  const decided = { ...RED, version: red?.version }
  const { version } = await ask(other, `POST /api/office/results/${id}/second-review`, decided)
  const body = { version, override: 'The surgery is open' }
  await ask(other, `POST /api/office/results/${id}/release`, body)
  await other.close()
}
