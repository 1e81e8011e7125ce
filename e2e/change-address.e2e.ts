import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { linkInMail, mailsTo, typeAddress } from './mailbox.ts'
import { newMember } from './member.ts'
import { SITE_URL } from './site.ts'

test('a new address is confirmed by a button in both mails, and signs in from then on', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const email = `new-${member.email}`
  const back = encodeURIComponent(`${SITE_URL}/login`)
  await member.ask(`PUT /auth/v1/user?redirect_to=${back}`, { email })

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(await linkInMail(email, /^Confirm your new email/))
  await checkPage()
  await typeAddress(page, member.email)
  const confirm = page.getByRole('button', { name: 'Confirm the change' })
  await confirm.click()
  await expect(page.getByRole('status').getByText('One more email to open')).toBeVisible()
  await checkPage()

  await page.goto(await linkInMail(member.email, /^Confirm your new email/))
  await typeAddress(page, member.email)
  await confirm.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/medical-results')
  await checkPage()
  await linkInMail(member.email, /has been changed$/)
  const notices = (await mailsTo(member.email)).filter(({ subject }) => /changed$/.test(subject))
  expect(notices).toHaveLength(1)

  await page.context().clearCookies()
  await page.goto('/login')
  await logIn(page, { ...member, email })
  await expect(page).toHaveURL('/medical-results')
  await page.goto('/portal')
  await expect(page.getByText(email).first()).toBeVisible()
  await checkPage()
})
