import type { Browser } from '@playwright/test'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { bookThroughApi, newMember, profileIdOf, signIn } from './member.ts'
import { SITE_URL } from './site.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(00|01|03|09)/] })

async function confirmByAnother(
  browser: Browser,
  {
    records: [one, other],
    checkPage,
  }: { records: [number, number]; checkPage: () => Promise<void> },
) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await openOffice(page, {
    staff: await newStaff(['admin']),
    path: '/office/merge-requests',
    checkPage,
  })
  await page.getByRole('link', { name: `Compare and approve: records ${one} and ${other}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Approve the merge of ${other} and ${one}`,
  )
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  const chosen = page.getByRole('region', { name: 'What the merge does' })
  await expect(chosen).toContainText('the upcoming appointment')
  await expect(chosen).toContainText('447700900733')
  await page.getByRole('button', { name: 'Merge the records' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Merge the records' }).click()
  await expect(page.getByText(`Record ${other} is now part of record ${one}.`)).toBeVisible()
  await context.close()
}

test('two records of one member are merged, and the appointment is in the portal of the one that stays', async ({
  page,
  browser,
  checkPage,
}) => {
  const [one, other] = [await newMember(), await newMember({ phoneNumber: '447700900733' })]
  const [keptId, mergedId] = [await profileIdOf(one), await profileIdOf(other)]
  await bookThroughApi(other, await ownEvent())
  const admin = await newStaff(['admin', 'office'])
  await openOffice(page, { staff: admin, path: '/office/doubles', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Possible duplicates' })).toBeVisible()
  await checkPage()
  await page.goto(`/office/members/${keptId}/merges/${mergedId}`)
  const title = `Merge records ${mergedId} and ${keptId}`
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  const press = () => page.getByRole('button', { name: 'Propose the merge' }).click()
  await press()
  await expect(page.getByRole('link', { name: 'Choose which account to keep.' })).toBeVisible()
  await checkPage()
  await page.getByRole('group', { name: 'Phone' }).getByLabel('447700900733').check()
  for (const group of await page.getByRole('group', { name: /name$/ }).all())
    await group.getByRole('radio').first().check()
  const account = page.getByRole('group', { name: 'Which account' })
  await account.getByLabel(`${one.email} (record ${keptId})`).check()
  await page
    .getByLabel('How do you know it is the same person?')
    .fill('He rang and told us both addresses.')
  await press()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Nothing will be merged until another admin approves it.')
  await checkPage()
  await question.getByRole('button', { name: 'Propose the merge' }).click()
  await expect(page).toHaveURL('/office/merge-requests')
  const row = page.getByRole('row').filter({ hasText: `Record ${mergedId}` })
  await expect(row).toContainText('Waiting for another admin')
  await checkPage()
  await confirmByAnother(browser, { records: [keptId, mergedId], checkPage })

  await page.goto(`/office/members/${mergedId}`)
  const record = page.getByRole('main')
  await expect(record).toContainText(`Record ${mergedId} is part of this one`)
  await expect(record).toContainText('447700900733')
  await checkPage()
  const clinical = await browser.newContext()
  const results = await clinical.newPage()
  const clinician = await newStaff(['clinician'])
  await openOffice(results, { staff: clinician, path: '/office/merged-results', checkPage })
  await expect(results.getByRole('heading', { level: 1, name: 'Results of merged' })).toBeVisible()
  await clinical.close()

  const portal = await browser.newContext()
  await signIn(portal, one)
  const members = await portal.newPage()
  await members.goto('/upcoming-events')
  await expect(members.getByRole('main')).toContainText('Leominster PSA screening')
  await portal.close()
  const refused = await fetch(`${SITE_URL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SITE_URL },
    body: JSON.stringify({ email: other.email, password: other.password }),
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('banned')
})

test('two records that look like one person are said to be two people, and compared again', async ({
  page,
  checkPage,
}) => {
  const lastName = `Namesake${Date.now()}`
  const [one, other] = [await newMember({ lastName }), await newMember({ lastName })]
  const [oneId, otherId] = [await profileIdOf(one), await profileIdOf(other)]
  const admin = await newStaff(['admin'])
  await openOffice(page, { staff: admin, path: '/office/doubles', checkPage })
  const more = page.getByRole('button', { name: 'Show more' })
  const decide = page.getByRole('button', {
    name: `Different people: records ${oneId} and ${otherId}`,
  })
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(decide).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  await decide.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Different people' }).click()
  await expect(dialog.getByRole('link', { name: 'Say how you know.' })).toBeVisible()
  await checkPage()
  await dialog.getByLabel('How you know').fill('Father and son, says the son.')
  await dialog.getByRole('button', { name: 'Different people' }).click()
  await expect(
    page.getByText(`The records ${oneId} and ${otherId} will be kept apart.`),
  ).toBeVisible()
  await expect(decide).toBeHidden()

  await page
    .getByRole('navigation', { name: 'Kinds of pairs' })
    .getByRole('link', { name: /^Different people/ })
    .click()
  await expect(page.getByText('Father and son, says the son.')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: `Undo: records ${oneId} and ${otherId}` }).click()
  await expect(page.getByText('Father and son, says the son.')).toBeHidden()
})
