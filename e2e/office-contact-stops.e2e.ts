// A death that was recorded for a namesake, less contact, and an erasure that a clinician signs for.
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { Role } from '../domain/office/permissions.ts'
import { fileOf, lineOf, type SampledPerson } from '../test/app/laboratory.ts'
import { expect, test } from './fixtures.ts'
import { addLabDay } from './lab-day.ts'
import { look } from './look.ts'
import { ask, uploadByApi } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

test('a death recorded for a namesake is revoked by a colleague, and the result is reviewed after all', async ({
  page,
  browser,
  checkPage,
}) => {
  const { person } = await openWithResult(page, checkPage)
  await page.goto(`/office/members/${person.memberId}/contact`)
  await checkPage()
  await page.getByRole('button', { name: 'See what stops' }).click()
  await expect(page.getByText('Say who told us, and how.').first()).toBeVisible()
  await look(page, 'contact-stop-form', checkPage)
  await page.getByRole('radio', { name: /^Has died/ }).check()
  await page.getByLabel('Who told us, and how').fill('The daughter, by telephone')
  await page.getByLabel('Whom we may speak to').fill('Ann, the daughter')
  await page.getByRole('button', { name: 'See what stops' }).click()
  const sure = page.getByRole('alertdialog')
  await expect(sure).toContainText('Stops now')
  await look(page, 'contact-stop-dry-run', checkPage)
  await sure.getByRole('button', { name: 'Record it' }).click()
  await expect(page.getByText('It has been recorded.').first()).toBeVisible()
  await expect(page.getByText(/a colleague revokes it/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)
  await look(page, 'contact-stop-done', checkPage)
  await page.goto('/office/results?tab=dead')
  await expect(page.getByRole('main')).toContainText(person.lastName)
  await look(page, 'results-of-the-dead', checkPage)
  await page
    .getByRole('link', { name: new RegExp(person.lastName) })
    .first()
    .click()
  await expect(page.getByRole('main')).toContainText('died')
  await look(page, 'review-of-the-dead', checkPage)

  const colleague = await openOther(browser, ['clinician'])
  await colleague.goto(`/office/members/${person.memberId}/contact`)
  for (const box of await colleague.getByRole('checkbox').all()) await box.check()
  await colleague.getByLabel('Why it is revoked').fill('It was a namesake of the same road.')
  await look(colleague, 'contact-stop-revoke')
  await colleague.getByRole('button', { name: /^Revoke/ }).click()
  await expect(colleague.getByText('It has been revoked.').first()).toBeVisible()
  await look(colleague, 'contact-stop-revoked')
  await colleague.goto('/office/results?tab=review')
  await expect(colleague.getByRole('main')).toContainText(person.lastName)
  await colleague.context().close()
})

test('less contact is recorded, and the result still reaches its member', async ({
  page,
  browser,
  checkPage,
}) => {
  const { person } = await openWithResult(page, checkPage)
  const office = await openOther(browser, ['office'])
  await office.goto(`/office/members/${person.memberId}/contact`)
  await office.getByRole('radio', { name: /results/i }).check()
  await office.getByLabel('Who told us, and how').fill('The member, in person')
  await office.getByRole('button', { name: 'See what stops' }).click()
  await look(office, 'less-contact-dry-run')
  await office.getByRole('alertdialog').getByRole('button', { name: 'Record it' }).click()
  await expect(office.getByText('It has been recorded.').first()).toBeVisible()
  await office.goto(`/office/members/${person.memberId}`)
  await expect(office.getByRole('main')).toContainText('results')
  await look(office, 'member-with-less-contact')
  await office.context().close()
  await page.goto('/office/results?tab=review')
  await expect(page.getByRole('main')).toContainText(person.lastName)
  await checkPage()
})

test('an erasure waits for a result until a clinician signs, and an admin then carries it out', async ({
  page,
  browser,
  checkPage,
}) => {
  const { person } = await openWithResult(page, checkPage)
  const admin = await openOther(browser, ['admin', 'office'])
  const { request_id: id } = await ask(
    admin,
    `POST /api/office/members/${person.memberId}/erasure-requests`,
    { asked_by: 'The member', identity: 'Birth date and address', reason: 'Wants it gone.' },
  )
  await admin.goto(`/office/erasures/${id}`)
  await expect(admin.getByRole('main')).toContainText('has not been released')
  await look(admin, 'erasure-waits')

  await page.goto(`/office/erasures/${id}/exception`)
  await checkPage()
  await page.getByRole('button', { name: 'Sign: erase all the same' }).click()
  await expect(page.getByText('Say why').first()).toBeVisible()
  await look(page, 'erasure-exception', checkPage)
  await page.getByLabel(/^Why, and what the member/).fill('Was rung, knows the number.')
  await page.getByRole('button', { name: 'Sign: erase all the same' }).click()
  await expect(page.getByText('You have signed.').first()).toBeVisible()
  await look(page, 'erasure-exception-signed', checkPage)

  await admin.reload()
  await look(admin, 'erasure-signed')
  await admin
    .getByRole('button', { name: /^Erase/ })
    .first()
    .click()
  await look(admin, 'erasure-confirm')
  await admin.context().close()
})

/** A clinician, and a result that waits for the review. */
async function openWithResult(page: Page, checkPage: () => Promise<void>) {
  const { people, labId } = await addLabDay({ accounts: [], withoutEmail: 0, count: 1 })
  const [person] = people
  if (!person) throw new Error('nobody')
  const staff = await newStaff(['clinician'])
  await openOffice(page, { staff, path: '/office/results', checkPage })
  await importResult(page, { labId, person })
  await checkPage()
  return { person }
}

async function importResult(
  page: Page,
  { labId, person }: { labId: number; person: SampledPerson },
): Promise<void> {
  const line = lineOf(person, { Result: '3.1', 'Lab no': randomUUID().slice(0, 8) })
  const file = await uploadByApi(page, labId, fileOf([line]))
  await ask(page, `POST /api/office/result-imports/${file}/commit`)
}

async function openOther(browser: Browser, roles: Role[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await openOffice(page, { staff: await newStaff(roles), path: '/office/today' })
  return page
}
