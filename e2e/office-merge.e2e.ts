import { expect, test } from './fixtures.ts'
import { bookThroughApi, eventIn, newMember, profileIdOf, signIn } from './member.ts'
import { SITE_URL } from './site.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(00|01|03|09)/] })

test('two records of one member are merged, and the appointment is in the portal of the one that stays', async ({
  page,
  browser,
  checkPage,
}) => {
  const [one, other] = [await newMember(), await newMember({ phoneNumber: '447700900733' })]
  const [keptId, mergedId] = [await profileIdOf(one), await profileIdOf(other)]
  await bookThroughApi(other, await eventIn('Plymouth'))
  const admin = await newStaff(['admin', 'office'])
  await openOffice(page, { staff: admin, path: '/office/doubles', checkPage })
  await expect(page.getByRole('heading', { level: 1, name: 'Doubles' })).toBeVisible()
  await checkPage()
  await page.goto(`/office/members/${keptId}/merges/${mergedId}`)
  const title = `Merge records ${mergedId} and ${keptId}`
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await checkPage()
  }
  const press = () => page.getByRole('button', { name: 'Merge the records' }).click()
  await press()
  await expect(
    page.getByRole('link', { name: 'Please choose the account that stays.' }),
  ).toBeVisible()
  await checkPage()
  await page.getByRole('group', { name: 'Telephone' }).getByLabel('447700900733').check()
  for (const group of await page.getByRole('group', { name: /name$/ }).all())
    await group.getByRole('radio').first().check()
  const account = page.getByRole('group', { name: 'Which account' })
  await account.getByLabel(`${one.email} (record ${keptId})`).check()
  await page.getByLabel('How you know').fill('He rang and told us both addresses.')
  await press()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('What moves: the upcoming appointment.')
  await checkPage()
  await question.getByRole('button', { name: 'Merge the records' }).click()
  await expect(page).toHaveURL('/office/doubles')

  await page.goto(`/office/members/${mergedId}`)
  const record = page.getByRole('main')
  await expect(record).toContainText(`Record ${mergedId} is part of this one`)
  await expect(record).toContainText('447700900733')
  await checkPage()
  await page.goto('/office/merged-results')
  await expect(page.getByRole('heading', { level: 1, name: 'Results of merged' })).toBeVisible()
  await checkPage()

  const portal = await browser.newContext()
  await signIn(portal, one)
  const members = await portal.newPage()
  await members.goto('/upcoming-events')
  await expect(members.getByRole('main')).toContainText('Plymouth PSA screening')
  await portal.close()
  const refused = await fetch(`${SITE_URL}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SITE_URL },
    body: JSON.stringify({ email: other.email, password: other.password }),
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('banned')
})
