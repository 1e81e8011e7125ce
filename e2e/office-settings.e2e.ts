import { expect, test } from './fixtures.ts'
import { linkInMail, mailsTo } from './mailbox.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls before the sign-in. No other test reads the address of the charity.
test.use({ expectedErrors: [/status of 401/] })

const OLD = '12 Sample Street'
const NEW = '14–16 Market Place'

test('an admin changes the address, every page and mail has it, and it is put back', async ({
  page,
  context,
  checkPage,
}) => {
  const admin = await newStaff(['admin'])
  await openOffice(page, { staff: admin, path: '/office/settings', checkPage })
  await checkPage()
  await page.getByRole('link', { name: 'Change of Postal address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Postal address')
  await page.getByLabel('House and street').fill('')
  await page.getByLabel('Postcode').fill('Colchester')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: /^House and street: / })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Postcode: / })).toBeVisible()
  await checkPage()
  await page.getByLabel('House and street').fill(NEW)
  await page.getByLabel('Postcode').fill('co1 0ab')
  await expect(page.getByRole('region', { name: 'How it reads' })).toContainText(
    `CHAPS, ${NEW}, Colchester, CO1 0AB`,
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Postal address' })).toContainText(admin.name)
  await checkPage()

  const visitor = await context.newPage()
  const foot = visitor.getByRole('contentinfo')
  await visitor.goto('/')
  await expect(foot).toContainText(NEW)
  await expect(foot).not.toContainText(OLD)
  const email = `reader-${Date.now()}@example.org`
  await foot.page().getByRole('region', { name: 'Stay In Touch' }).getByLabel('Name').fill('Ann')
  await visitor.getByRole('region', { name: 'Stay In Touch' }).getByLabel('Email').fill(email)
  await visitor.getByRole('button', { name: 'Subscribe' }).click()
  await linkInMail(email, /confirm/)
  expect((await mailsTo(email))[0]?.text).toContain(`CHAPS, ${NEW}, Colchester, CO1 0AB`)

  await page.getByRole('link', { name: 'Change of Postal address' }).click()
  await page
    .getByRole('row', { name: /Came with the program/ })
    .getByRole('button', { name: 'Use again' })
    .click()
  await expect(page.getByRole('row').nth(1)).toContainText(OLD)
  await expect(page.getByRole('row').nth(1)).toContainText('In force now')
  await checkPage()
  await visitor.reload()
  await expect(foot).toContainText(OLD)
})

test('a clinician changes the medical line alone', async ({ page, checkPage }) => {
  const clinician = await newStaff(['clinician'])
  await openOffice(page, { staff: clinician, path: '/office/settings', checkPage })
  await checkPage()
  await expect(page.getByRole('link', { name: 'Change of Medical line' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Change of / })).toHaveCount(1)
  await page.getByRole('link', { name: 'History of Booking helpline' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking helpline')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await checkPage()
})

test('an admin sets a limit within its bounds, and the rules say it', async ({
  page,
  checkPage,
}) => {
  const admin = await newStaff(['admin'])
  await openOffice(page, { staff: admin, path: '/office/settings/two_people', checkPage })
  await page.getByLabel('Amount refunded by one person').fill('6000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('link', { name: /^Amount refunded by one person: .*to £5,000\.00/ }),
  ).toBeVisible()
  await checkPage()
  await page.getByLabel('Amount refunded by one person').fill('£1,200')
  await page.getByRole('button', { name: 'Save' }).click()
  const group = page.getByRole('region', { name: 'When two people decide' }).first()
  await expect(group).toContainText('£1,200.00')
  await checkPage()
  await page.goto('/office/rules')
  await expect(group).toContainText('£1,200.00')
  await checkPage()
  await group.getByRole('link', { name: /In Settings/ }).click()
  await page
    .getByRole('row', { name: /Came with the program/ })
    .getByRole('button', { name: 'Use again' })
    .click()
  await expect(page.getByRole('row').nth(1)).toContainText('£1,000.00')
})
