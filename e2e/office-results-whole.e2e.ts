// From a laboratory's file of 120 rows to results that members read and letters that are posted.
import { type Browser, expect, type Page, test } from '@playwright/test'
import type { LabResult } from '../domain/office/lab-result-schemas.ts'
import type { ImportRow } from '../domain/office/result-import-schemas.ts'
import { fileOf, lineOf, type SampledPerson } from '../test/app/laboratory.ts'
import { addLabDay } from './lab-day.ts'
import { newMember, signIn } from './member.ts'
import { ask, review, send, uploadByApi, waiting } from './office-results.ts'
import { newStaff, openOffice, type StaffMember } from './staff.ts'

const MATCHED = 100
const WITHOUT_EMAIL = 6
const RED = [1, 10, 11]
const SOON = { timeout: 70_000 }

test('a file of 120 rows becomes results that members read, and letters for six', async ({
  page,
  browser,
}) => {
  const accounts = await Promise.all(['Ann', 'Ben', 'Cal'].map((name) => newMember(named(name))))
  const [clinician, second, day] = await Promise.all([
    newStaff(['clinician']),
    newStaff(['clinician']),
    addLabDay({
      accounts: accounts.map(({ userId }) => userId),
      withoutEmail: WITHOUT_EMAIL,
      count: MATCHED + 20,
    }),
  ])
  const people = of(day.people)
  const corrected = [people(100), people(101)]

  await openOffice(page, { staff: clinician, path: '/office/results/imports' })
  const earlier = corrected.concat([102, 103, 104].map(people)).map((one) => lineOf(one))
  const first = await uploadByApi(page, day.labId, fileOf(earlier))
  await ask(page, `POST /api/office/result-imports/${first}/commit`)
  for (const result of await waiting(page, 'review', day.people)) {
    const ready = await review(page, result, { band: 'Green', retest_months: 24 })
    await ask(page, `POST /api/office/results/${result.id}/release`, { version: ready.version })
  }

  await page.goto('/office/results/imports/new')
  await page.getByLabel('Laboratory', { exact: true }).selectOption({ label: day.lab })
  await page.getByLabel('The laboratory’s file').setInputFiles({
    name: 'results.csv',
    mimeType: 'text/csv',
    buffer: fileOf(rowsOf(people)),
  })
  await page.getByRole('button', { name: 'Upload and compare' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'results.csv' })).toBeVisible()
  await hasCounts(page, { 'Matched, ready to record': 102, 'Waiting for a decision': 13 })
  await hasCounts(page, { 'Cannot be read': 3, 'Already received': 2 })

  const importId = Number(/\d+$/.exec(page.url())?.[0])
  await decideOnScreen(page, importId)
  await decideRest(page, importId)
  await page.reload()
  await hasCounts(page, {
    'Matched, ready to record': 107,
    'Waiting for a decision': 0,
    'Left out': 11,
  })
  await page.getByRole('button', { name: 'Send 107 results for review' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Send 107/ })
    .click()
  await hasCounts(page, { 'Recorded for review': 107, 'Already received': 2, 'Left out': 11 })

  const results = await waiting(page, 'review', day.people)
  expect(results).toHaveLength(107)
  const resultOf = (person: SampledPerson) => {
    const found = results.find((one) => one.appointment_id === person.appointmentId)
    if (!found) throw new Error(`${person.firstName} has no result`)
    return found
  }
  await reviewOnScreen(page, resultOf(people(0)), /^Green/)
  await reviewOnScreen(page, resultOf(people(1)), /^Red/)
  await reviewOnScreen(page, resultOf(people(2)), null)
  const reds = RED.map((n) => resultOf(people(n)).id)
  const done = [0, 1, 2].map((n) => resultOf(people(n)).id)
  for (const result of results.filter(({ id }) => !done.includes(id)))
    await review(page, result, reds.includes(result.id) ? RED_REVIEW : { band: 'Green' })
  const [own] = await waiting(page, 'second', day.people)
  const refused = await send(page, `POST /api/office/results/${own?.id}/second-review`, {
    ...RED_REVIEW,
    version: own?.version,
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'same_person'])

  const other = await openAnother(browser, second)
  await secondOnScreen(other, resultOf(people(1)))
  for (const { id, version } of await waiting(other, 'second', day.people))
    await ask(other, `POST /api/office/results/${id}/second-review`, { ...RED_REVIEW, version })

  const ready = await waiting(page, 'ready', day.people)
  expect(ready).toHaveLength(107)
  await releaseOnScreen(page, resultOf(people(0)))
  for (const { id, version } of ready.filter((one) => one.id !== resultOf(people(0)).id))
    await ask(page, `POST /api/office/results/${id}/release`, { version, override: 'They wait' })
  expect(await waiting(page, 'ready', day.people)).toEqual([])

  const seen = ['1.2 ng/mL', '11.2 ng/mL', 'The blood cells had broken down.']
  for (const [n, account] of accounts.entries()) {
    const context = await browser.newContext()
    await signIn(context, account)
    const portal = await context.newPage()
    await portal.goto('/medical-results')
    await expect(portal.getByRole('main')).toContainText(seen[n] ?? '')
    await context.close()
  }
  await printLetters(page, day.people.slice(3, 3 + WITHOUT_EMAIL))
})

const RED_REVIEW = { band: 'Red', comment: 'Please see your GP soon.' }

function named(firstName: string) {
  return { firstName, lastName: `Ofthelaboratory${firstName}` }
}

function of(people: SampledPerson[]) {
  return (n: number) => {
    const person = people[n]
    if (!person) throw new Error(`there is no person ${n}`)
    return person
  }
}

/**
 * 100 matches (of them three red, one without a number), 5 close, 5 with the tube of others, 3
 * conflicts, 2 corrections, 3 rejects and 2 repeated rows.
 */
function rowsOf(people: (n: number) => SampledPerson) {
  const matches = Array.from({ length: MATCHED }, (_, n) => {
    if (n === 2) return lineOf(people(n), { Result: 'Haemolysed', Units: '' })
    return lineOf(people(n), RED.includes(n) ? { Result: '11.2' } : {})
  })
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)
  return [
    ...matches,
    ...numbers(105, 5).map((n) => lineOf(people(n), { Barcode: '' })),
    ...numbers(110, 5).map((n) => lineOf(people(n), { Barcode: people(n + 5).tube })),
    ...numbers(102, 3).map((n) => lineOf(people(n), { Result: '7.7' })),
    ...numbers(100, 2).map((n) => lineOf(people(n), { Result: '2.1', Status: 'C' })),
    lineOf(people(115), { Result: 'about 3' }),
    lineOf(people(116), { DOB: '31/02/1960' }),
    lineOf(people(117), { Units: 'mg' }),
    ...matches.slice(20, 22),
  ]
}

async function hasCounts(page: Page, counts: Record<string, number>): Promise<void> {
  for (const [term, count] of Object.entries(counts)) {
    const fact = page.locator('dl > div', { has: page.getByText(term, { exact: true }) })
    await expect(fact.locator('dd'), term).toHaveText(String(count))
  }
}

/** One close row is given to its member, and one of another's tube is left out. */
async function decideOnScreen(page: Page, importId: number): Promise<void> {
  const [close] = await rowsIn(page, importId, 'close')
  const [apart] = await rowsIn(page, importId, 'quarantined')
  const name = `${close?.written?.first_name} ${close?.candidates[0]?.last_name}`
  const ofThatRow = new RegExp(`^It belongs to ${name},.*, row ${close?.row}$`)
  await page.getByRole('button', { name: ofThatRow }).click()
  await page.getByRole('button', { name: `Yes, match it to ${name}` }).click()
  await hasCounts(page, { 'Waiting for a decision': 12 })
  const beside = page.getByRole('group', { name: `Row ${apart?.row} beside` })
  await expect(beside.first()).toContainText('Differs')
  const named = `It belongs to ${apart?.written?.first_name} `
  await expect(page.getByRole('button', { name: named })).toHaveCount(0)
  await page.getByRole('button', { name: `Leave out row ${apart?.row}` }).click()
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await hasCounts(page, { 'Waiting for a decision': 11, 'Left out': 1 })
}

async function decideRest(page: Page, importId: number): Promise<void> {
  for (const { row, candidates } of await rowsIn(page, importId, 'close'))
    await decide(page, importId, row, {
      decision: 'match',
      appointment_id: candidates[0]?.appointment_id,
    })
  for (const tab of ['quarantined', 'conflict', 'error'])
    for (const { row } of await rowsIn(page, importId, tab))
      await decide(page, importId, row, { decision: 'discard' })
}

function decide(page: Page, importId: number, row: number, body: object) {
  return ask(page, `POST /api/office/result-imports/${importId}/rows/${row}/decision`, body)
}

async function rowsIn(page: Page, importId: number, tab: string): Promise<ImportRow[]> {
  const { data } = await ask(page, `GET /api/office/result-imports/${importId}/rows?tab=${tab}`)
  return data
}

async function reviewOnScreen(page: Page, result: LabResult, band: RegExp | null): Promise<void> {
  await page.goto(`/office/results/${result.id}`)
  const form = page.getByRole('region', { name: 'Review' })
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(0)
  if (band) await form.getByRole('radio', { name: band }).check()
  if (band?.source === '^Green') await form.getByRole('radio', { name: /^2 years/ }).check()
  await form.getByRole('button', { name: /^Save and open/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'saved' })).toBeVisible()
}

async function secondOnScreen(page: Page, result: LabResult): Promise<void> {
  await page.goto(`/office/results/${result.id}`)
  const form = page.getByRole('region', { name: 'Second review' })
  await form.getByRole('radio', { name: /^Red/ }).check()
  await form.getByRole('button', { name: /^Save and open/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'saved' })).toBeVisible()
}

async function releaseOnScreen(page: Page, result: LabResult): Promise<void> {
  await page.goto(`/office/results/${result.id}`)
  await page.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Released' })).toBeVisible()
}

/** The letters of these wait; all that wait are made one batch, which has a page for each. */
async function printLetters(page: Page, people: SampledPerson[]): Promise<void> {
  const ids = people.map((person) => person.memberId)
  const own = async () => {
    const { data } = await ask(page, 'GET /api/office/letters?tab=waiting')
    return data.filter((one: { member_id: number }) => ids.includes(one.member_id))
  }
  // The letters come with the next round of notices.
  await expect.poll(async () => (await own()).length, SOON).toBe(WITHOUT_EMAIL)
  const batch = await ask(page, 'POST /api/office/letter-batches', {})
  expect(batch.letters).toBeGreaterThanOrEqual(WITHOUT_EMAIL)
  for (const letter of await own()) expect(letter.batch_id).toBe(batch.id)
  const pages = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/office/letter-batches/${id}/letters`, { method: 'POST' })
    return (await answer.text()).match(/\/Type \/Page\b/g)?.length
  }, batch.id)
  expect(pages).toBeGreaterThanOrEqual(batch.letters)
}

async function openAnother(browser: Browser, staff: StaffMember): Promise<Page> {
  const page = await browser.newPage()
  await openOffice(page, { staff, path: '/office/results' })
  return page
}
