// Corrected and withdrawn reports from the laboratory to the members, and who may not see any of it.
import type { Browser, Page } from '@playwright/test'
import { fileOf, lineOf, type SampledPerson } from '../test/app/laboratory.ts'
import { expect, test } from './fixtures.ts'
import { addLabDay } from './lab-day.ts'
import { type Member, newMember, signIn } from './member.ts'
import { ask, review, uploadByApi, waiting } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

const WIDTHS = [320, 390, 768, 1280]
const FIRST = '6.1937'
const LATER = '5.2846'

test('a withdrawn and a corrected result are reviewed, released and read, and unseen by other roles', async ({
  page,
  browser,
  checkPage,
}) => {
  const accounts = await Promise.all(
    ['Wil', 'Cor'].map((name) => newMember({ firstName: name, lastName: `Ofthereport${name}` })),
  )
  const [clinician, day] = await Promise.all([
    newStaff(['clinician']),
    addLabDay({ accounts: accounts.map(({ userId }) => userId), withoutEmail: 0, count: 2 }),
  ])
  const { people, labId } = day
  const [withdrawn, corrected] = people
  if (!withdrawn || !corrected) throw new Error('nobody')
  await openOffice(page, { staff: clinician, path: '/office/results', checkPage })
  await checkPage()
  const firstFile = await uploadByApi(
    page,
    labId,
    fileOf(people.map((one) => lineOf(one, { Result: FIRST }))),
  )
  await ask(page, `POST /api/office/result-imports/${firstFile}/commit`)
  for (const result of await waiting(page, 'review', people))
    await review(page, result, { band: 'Green', retest_months: 24 })
  await releaseEach(page, people, checkPage)

  const later = [
    lineOf(withdrawn, { Result: '', Units: '', Status: 'D' }),
    lineOf(corrected, { Result: LATER, Status: 'C' }),
  ]
  const file = await uploadByApi(page, labId, fileOf(later))
  await ask(page, `POST /api/office/result-imports/${file}/commit`)
  const reports = await waiting(page, 'review', people)
  const idOf = ({ appointmentId }: SampledPerson) =>
    reports.find((one) => one.appointment_id === appointmentId)?.id
  await page.goto(`/office/results/${idOf(withdrawn)}`)
  const before = page.getByRole('table', { name: 'What the laboratory sent before, and now' })
  await expect(before).toContainText(FIRST)
  await expect(before.getByRole('row', { name: /^Band given/ })).toContainText('None')
  await expect(page.getByText('we will tell them it has been withdrawn')).toBeVisible()
  await expect(page.getByText('Ethnic group (from profile)')).toBeVisible()
  await checkWidths(page, checkPage)
  await save(page, withdrawn, checkPage)
  await page.goto(`/office/results/${idOf(corrected)}`)
  await expect(before).toContainText(LATER)
  await checkWidths(page, checkPage)
  await page.getByRole('radio', { name: /^Green/ }).check()
  await page.getByRole('radio', { name: /^2 years/ }).check()
  await save(page, corrected, checkPage)
  await releaseEach(page, people, checkPage)
  await page.goto(`/office/results/${idOf(withdrawn)}`)
  await expect(page.getByText('The earlier result had been released')).toBeVisible()
  await checkPage()

  const [ofWithdrawn, ofCorrected] = accounts
  const words = 'The laboratory withdrew this result'
  await reads(browser, { member: ofWithdrawn, words, numbers: [FIRST] })
  await reads(browser, { member: ofCorrected, words: `${LATER}`, numbers: [FIRST, LATER] })

  const others = await browser.newPage()
  await openOffice(others, {
    staff: await newStaff(['venue', 'office', 'treasurer', 'admin']),
    path: '/office/today',
  })
  await seesNothing(others, {
    refused: [
      'results',
      'results?tab=released',
      'results/greens',
      'results/release',
      `results/${idOf(corrected)}`,
      'results/imports',
      'results/imports/new',
      `results/imports/${file}`,
      'laboratories',
      `laboratories/${labId}/columns`,
      'letters',
      'merged-results',
    ],
    shown: [
      'today',
      `search?q=${corrected.lastName}`,
      `members/${corrected.memberId}`,
      `members/${withdrawn.memberId}`,
      'access-log',
      'audit',
      'messages',
      'mails',
      'jobs',
    ],
  })
  await others.close()
})

/** Each on its own screen: the list of several shows 50, and those of other tests may stand before these. */
async function releaseEach(
  page: Page,
  people: SampledPerson[],
  checkPage: () => Promise<void>,
): Promise<void> {
  const ready = await waiting(page, 'ready', people)
  expect(ready).toHaveLength(people.length)
  for (const { id, first_name: first, last_name: last } of ready) {
    await page.goto(`/office/results/${id}`)
    await checkPage()
    await page.getByRole('button', { name: /^Release/ }).click()
    const released = page.getByText(`Released: ${first} ${last}.`)
    await expect(released.first()).toBeVisible()
    await checkPage()
  }
  expect(await waiting(page, 'ready', people)).toEqual([])
}

/** The next screen names whose result was saved; after a reload it still names the one before. */
async function save(
  page: Page,
  { firstName, lastName }: SampledPerson,
  checkPage: () => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: /^Save and open/ }).click()
  const saved = page.getByRole('status').filter({ hasText: `: ${firstName} ${lastName}.` })
  await expect(saved).toBeVisible()
  await checkPage()
}

async function checkWidths(page: Page, checkPage: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
    const picture = process.env.PICTURES
    if (picture)
      await page.screenshot({
        path: `${picture}/${page.url().replaceAll(/\W+/g, '-').slice(-30)}-${width}.png`,
        fullPage: true,
      })
  }
}

/** The current words, and the number before as replaced, also on a page of its own. */
async function reads(
  browser: Browser,
  { member, words, numbers }: { member: Member | undefined; words: string; numbers: string[] },
): Promise<void> {
  if (!member) throw new Error('nobody')
  const context = await browser.newContext()
  await signIn(context, member)
  const portal = await context.newPage()
  await portal.goto('/medical-results')
  const main = portal.getByRole('main')
  await expect(main).toContainText(words)
  for (const number of numbers) await expect(main).toContainText(number)
  await expect(main).toContainText('It was replaced on')
  const picture = process.env.PICTURES
  for (const width of picture ? WIDTHS : []) {
    await portal.setViewportSize({ width, height: 900 })
    await portal.screenshot({
      path: `${picture}/portal-${numbers.length}-${width}.png`,
      fullPage: true,
    })
  }
  await portal.getByRole('link', { name: 'See the replaced result' }).click()
  await expect(main).toContainText('This result has been replaced')
  await expect(main).toContainText(FIRST)
  await context.close()
}

/** Of `refused` each says so; none of them, and none of `shown`, has a number or a menu entry. */
async function seesNothing(
  page: Page,
  { refused, shown }: { refused: string[]; shown: string[] },
): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  for (const screen of [...refused, ...shown]) {
    await page.goto(`/office/${screen}`)
    if (refused.includes(screen)) await expect(title, screen).toHaveText('Not permitted')
    else await expect(title, screen).not.toHaveText(/^Not |went wrong/)
    const drawn = page.locator('body')
    await expect(drawn, screen).not.toContainText(FIRST)
    await expect(drawn, screen).not.toContainText(LATER)
    await expect(drawn.getByRole('link', { name: /^Result/ }), screen).toHaveCount(0)
  }
}
