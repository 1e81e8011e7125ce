import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { press, type } from './keyboard.ts'
import { linkInMail } from './mailbox.ts'
import { newMember } from './member.ts'

test.use({ expectedErrors: [/status of 40[013]/] })

test('a member sees every session, and signs out everywhere else, then everywhere', async ({
  page,
  checkPage,
  browser,
}) => {
  const member = await newMember()
  await member.ask('POST /auth/v1/logout?scope=global')
  const open = async () => {
    const tab = await (await browser.newContext({ userAgent: PHONE })).newPage()
    await tab.goto('/login?from=%2Fportal')
    await logIn(tab, member)
    await expect(tab.getByRole('heading', { name: 'Your details' })).toBeVisible()
    return tab
  }
  const phone = await open()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/login?from=%2Fportal%2Fdevices')
  await checkPage()
  await logIn(page, member)
  const section = page.getByRole('region', { name: 'Devices where you are signed in' })
  const places = section.getByRole('listitem')
  await expect(places).toHaveCount(2)
  await expect(places.first()).toContainText('(this device)')
  await expect(places.last()).toContainText('Safari on iPhone')
  await checkPage()
  await press(page, section.getByRole('button', { name: 'Sign out everywhere else' }), 'Enter')
  await expect(places).toHaveCount(1)
  await expect(section.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await phone.goto('/medical-results')
  await expect(phone).toHaveURL('/login?from=%2Fmedical-results')

  const again = await open()
  await press(page, section.getByRole('button', { name: 'Sign out everywhere' }), 'Enter')
  await expect(page).toHaveURL('/login')
  await checkPage()
  await again.goto('/medical-results')
  await expect(again).toHaveURL('/login?from=%2Fmedical-results')
})

test('a member changes the address with the password and a press in both mails', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const email = `new-${member.email}`
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/login?from=%2Fportal%2Fsign-in')
  await checkPage()
  await logIn(page, member)
  const section = page.getByRole('region', { name: 'Your email address' })
  await expect(section.getByText(/^Can you no longer open the emails/)).toBeVisible()
  const open = section.getByRole('button', { name: 'Change email address' })
  await press(page, open, 'Enter')
  const address = section.getByLabel('New email address')
  const password = section.getByLabel('Your password', { exact: true })
  await expect(address).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('link', { name: /for example name@example\.org/ })).toBeVisible()
  await checkPage()
  await type(page, address, email)
  await type(page, password, 'not-the-password')
  await page.keyboard.press('Enter')
  await expect(section.getByRole('link', { name: 'This is not your password.' })).toBeVisible()
  await password.fill(member.password)
  await password.press('Enter')
  await expect(section.getByRole('status')).toContainText(`We have sent emails to ${email}`)
  await expect(open).toBeFocused()
  await checkPage()

  for (const to of [email, member.email]) {
    await page.goto(await linkInMail(to, /^Confirm your new email/))
    await page.getByRole('button', { name: 'Confirm the change' }).click()
    await expect(page.getByRole('button', { name: 'Confirm the change' })).toHaveCount(0)
    await checkPage()
  }
  await page.goto('/portal')
  await expect(page.getByRole('main')).toContainText(email)
  await checkPage()
})

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
