// What was released by a slip is taken back by two, and what becomes of a result without consent.
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { fileOf, lineOf, type SampledPerson } from '../test/app/laboratory.ts'
import { expect, test } from './fixtures.ts'
import { addLabDay } from './lab-day.ts'
import { look } from './look.ts'
import { type Member, newMember, signIn } from './member.ts'
import { ask, review, uploadByApi, waiting } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

const NUMBER = '6.1942'
const SHEET_MIX_UP = 'Rang the laboratory: two tubes were swapped.'

test('a result of another person is taken back by two clinicians, and the member reads that', async ({
  page,
  browser,
  checkPage,
}) => {
  const own = await openOwnDay(page, { firstName: 'Tab', lastName: 'Takenback', checkPage })
  const { account, person, labId } = own
  const id = await releaseOne(page, { labId, person })
  await page.goto(`/office/results/${id}`)
  await askByKeyboard(page, checkPage)
  await page.goto(`/office/results/${id}`)
  await expect(page.getByText('Another clinician must approve it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw it' })).toHaveCount(0)
  await look(page, 'take-back-asked', checkPage)

  const second = await openSecond(browser)
  await second.goto(`/office/results/${id}`)
  await expect(second.getByText(SHEET_MIX_UP).first()).toBeVisible()
  await second.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(second.getByRole('alert').first()).toBeVisible()
  await look(second, 'take-back-confirm')
  await second.getByLabel('What you looked at').fill('Both forms and the list of the door.')
  await second.getByRole('button', { name: 'Withdraw it' }).click()
  await expect(second.getByRole('status').filter({ hasText: 'Withdrawn' })).toBeVisible()
  await second.goto(`/office/results/${id}`)
  await look(second, 'take-back-done')
  await second.goto('/office/results')
  await look(second, 'results-list')
  await second.goto(`/office/loops?q=${person.lastName}`)
  await expect(second.getByRole('table')).toContainText(person.lastName)
  await look(second, 'tasks-after-take-back')
  await second.context().close()
  await checkPage()

  const portal = await openPortal(browser, account)
  await expect(portal.getByRole('main')).toContainText('A result that was not yours was withdrawn.')
  await expect(portal.getByRole('main')).not.toContainText(NUMBER)
  await look(portal, 'portal-taken-back')
  await portal.context().close()
})

test('a clinician chooses what becomes of a result whose consent was withdrawn', async ({
  page,
  browser,
  checkPage,
}) => {
  const own = await openOwnDay(page, { firstName: 'Wim', lastName: 'Withdrawn', checkPage })
  const { account, person, labId } = own
  await importResult(page, { labId, person })
  const [waits] = await waiting(page, 'review', [person])
  if (!waits) throw new Error('there is nothing to review')
  await look(page, 'results-list-before', checkPage)
  const reviewed = await review(page, waits, { band: 'Green', retest_months: 24 })

  const office = await openSecond(browser, 'office')
  await office.goto(`/office/members/${person.memberId}/withdraw-consent`)
  await office.getByRole('radio', { name: /^Samples/ }).check()
  await office.getByRole('radio', { name: 'By phone' }).check()
  await look(office, 'withdraw-consent')
  await office.getByRole('button', { name: 'Withdraw consent' }).click()
  await office.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click()
  await expect(office.getByText('Consent is withdrawn.').first()).toBeVisible()
  await office.context().close()

  await page.goto(`/office/results/${reviewed.id}`)
  await expect(page.getByRole('button', { name: /^Release/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Save the choice' }).click()
  await expect(page.getByText('Choose what to do with it.').first()).toBeVisible()
  await look(page, 'choice', checkPage)
  await page.getByRole('radio', { name: 'Tell the member anyway' }).check()
  await page.getByLabel('Why, and who asked for it').fill('They rang and want to know it.')
  await page.getByRole('button', { name: 'Save the choice' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Choice saved' })).toBeVisible()
  // The next result opens by itself.
  await checkPage()
  await page.goto(`/office/results/${reviewed.id}`)
  await look(page, 'choice-saved', checkPage)
  await page.getByRole('button', { name: /^Release/ }).click()
  await expect(page.getByText(`Released: Wim ${person.lastName}.`).first()).toBeVisible()
  await checkPage()
  const portal = await openPortal(browser, account)
  await expect(portal.getByRole('main')).toContainText(NUMBER)
  await portal.context().close()
})

/** A member with an account whose sample is at a laboratory, and the results as a clinician sees them. */
async function openOwnDay(
  page: Page,
  { checkPage, ...name }: { firstName: string; lastName: string; checkPage: () => Promise<void> },
) {
  const account = await newMember(name)
  const { people, labId } = await addLabDay({
    accounts: [account.userId],
    withoutEmail: 0,
    count: 1,
  })
  const staff = await newStaff(['clinician'])
  await openOffice(page, { staff, path: '/office/results', checkPage })
  await checkPage()
  return { account, person: first(people), labId }
}

/** Without a mouse, and after a press that forgot both answers. */
async function askByKeyboard(page: Page, checkPage: () => Promise<void>): Promise<void> {
  await page.getByText('Withdraw what was released').focus()
  await page.keyboard.press('Enter')
  await look(page, 'take-back-form', checkPage)
  const submit = page.getByRole('button', { name: 'Ask a colleague to approve' })
  await submit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Choose what is wrong.').first()).toBeVisible()
  await look(page, 'take-back-form-errors', checkPage)
  await page.getByRole('radio', { name: 'It belongs to another person' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('How you know')).toBeFocused()
  await page.keyboard.type(SHEET_MIX_UP)
  await page.keyboard.press('Tab')
  await expect(submit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Asked' })).toBeVisible()
  // The next result opens by itself.
  await checkPage()
}

async function importResult(
  page: Page,
  { labId, person }: { labId: number; person: SampledPerson },
): Promise<void> {
  const file = await uploadByApi(page, labId, fileOf([lineOf(person, { Result: NUMBER })]))
  await ask(page, `POST /api/office/result-imports/${file}/commit`)
}

async function releaseOne(
  page: Page,
  of: { labId: number; person: SampledPerson },
): Promise<number> {
  await importResult(page, of)
  const [result] = await waiting(page, 'review', [of.person])
  if (!result) throw new Error('there is nothing to review')
  const { id, version } = await review(page, result, { band: 'Green', retest_months: 24 })
  await ask(page, `POST /api/office/results/${id}/release`, { version })
  return id
}

async function openSecond(browser: Browser, role: 'clinician' | 'office' = 'clinician') {
  const page = await (await wide(browser)).newPage()
  await openOffice(page, { staff: await newStaff([role]), path: '/office/today' })
  return page
}

async function openPortal(browser: Browser, member: Member): Promise<Page> {
  const context = await wide(browser)
  await signIn(context, member)
  const page = await context.newPage()
  await page.goto('/medical-results')
  await expect(page.getByRole('heading', { name: 'Medical results' })).toBeVisible()
  return page
}

const wide = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1280, height: 900 } })

function first(people: SampledPerson[]): SampledPerson {
  const [person] = people
  if (!person) throw new Error('nobody')
  return person
}
