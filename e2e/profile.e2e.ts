import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '../test/app/read-pdf.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { press, type } from './keyboard.ts'
import { expectMail } from './mailbox.ts'
import { bookThroughApi, DEMO_MEMBER, type Member, newMember, signIn } from './member.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function atProfile(page: Page): Promise<Member> {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto('/portal')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeVisible()
  return member
}

test('a changed NHS number is typed twice, and then counts as confirmed', async ({
  page,
  checkPage,
}) => {
  const member = await atProfile(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const again = page.getByLabel('Confirm NHS number')
  await expect(again).toHaveCount(0)
  await page.getByLabel(/^NHS number/).fill('9990000042')
  await again.evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '9990000042')
    box.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByText('Pasting is switched off in this field.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await again.fill('9990000026')
  await save.click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toContainText('NHS numbers do not match!')
  await checkPage()
  await again.fill('9990000042')
  await save.click()
  await expect(page.getByText('Your profile has been saved.')).toBeVisible()
  const data = await member.ask('GET /api/my-data')
  expect(data.profile).toMatchObject({
    nhs_number: '9990000042',
    nhs_number_confirmed_at: expect.stringMatching(/^\d{4}-/),
  })
})

test('a message leaves after eight seconds unless it is pointed at, and at the next page', async ({
  page,
  checkPage,
}) => {
  await page.clock.install()
  await atProfile(page)
  const saved = page.getByText('Your profile has been saved.')
  const save = async (phone: string) => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(saved).toBeVisible()
  }
  await save('447700900121')
  await saved.hover()
  await page.clock.fastForward(8_000)
  await expect(saved).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.fastForward(8_000)
  await expect(saved).toBeHidden()
  await checkPage()
  await save('447700900122')
  await page.clock.fastForward(2_000)
  await page.getByRole('link', { name: 'All my data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All my data' })).toBeVisible()
  await expect(saved).toBeHidden()
  await checkPage()
})

test('a first edit needs no billing address, and the hint about changing the email address is right', async ({
  page,
  checkPage,
}) => {
  const member = await atProfile(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Change email address/)
  await checkPage()
  await page.getByLabel('Phone number').fill('447700900120')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Your profile has been saved.')).toBeVisible()
  const { profile } = await member.ask('GET /api/my-data')
  const home_address = '14 Sample Street, CO1 1AA'
  expect(profile).toMatchObject({ home_address, billing_address: home_address })
  await expect(page.getByRole('button', { name: 'Change email address' })).toBeVisible()
})

test('a member says how to be reached and what helps', async ({ page, checkPage }) => {
  const member = await newMember()
  await page.goto('/login?from=/portal')
  await checkPage()
  await logIn(page, member)
  const section = page.getByRole('region', { name: 'How we contact you and your support needs' })
  await expect(section).toContainText('We contact you')
  await section.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('By text message').check()
  await page.getByLabel('Hearing loop').check()
  await page.getByLabel('Tell us more').fill('left ear')
  await checkPage()
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section).toContainText('We contact you by text message')
  await expect(section).toContainText('Your support needs: Hearing loop: left ear.')
  await checkPage()
})

test('a member reads all their data on a page, and the same in the file', async ({
  page,
  checkPage,
}) => {
  const member = await atProfile(page)
  await checkPage()
  await page.getByRole('link', { name: 'See and download all my data' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All my data' })).toBeVisible()
  await expect(section(page, 'Your details')).toContainText(member.email)
  await expect(section(page, 'Devices where you are signed in').locator('dl')).toHaveCount(1)
  await expect(section(page, 'Your account')).toContainText('What you entered at sign-up')
  await expect(section(page, 'Changes to your account and sign-ins')).toContainText('login')
  await checkPage()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download for another program (JSON)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^chaps-\d+-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile).toMatchObject({ email: member.email, first_name: 'James' })
  expect(data.sign_ins).toHaveLength(1)
  const drawing = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download to read or print (PDF)' }).click()
  const pages = await readPdf(await readFile(await (await drawing).path()))
  expect(pages.flat().map(({ text }) => text)).toContain('First name: James')
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  expect(stored).not.toMatch(/1968-05|05\/1968|May 1968|Sample Street|447700900118/)
})

test.describe('an erasure request', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('is refused while an appointment is upcoming, then made, then taken back', async ({
    page,
    checkPage,
  }) => {
    const member = await atProfile(page)
    const erase = section(page, 'Erase my data')
    await expect(erase).toContainText('8 years after your last appointment')
    const { id } = await bookThroughApi(member, await ownEvent())
    await ask(page)
    const notYet = page.getByRole('alertdialog', { name: 'You cannot do this yet' })
    await expect(notYet).toContainText('Please cancel it in Upcoming Events')
    await checkPage()
    await notYet.getByRole('button', { name: 'OK' }).click()
    await member.ask(`PUT /api/appointments/${id}/cancel`)

    await ask(page)
    await expect(erase).toContainText('You have asked us to erase your data')
    await checkPage()
    await page.reload()
    await expect(erase).toContainText('We will answer by email within one month.')
    await expectMail(member.email, 'You asked us to erase your data')
    await erase.getByRole('button', { name: 'Withdraw my request' }).click()
    await expect(page.getByText('Your request has been withdrawn.')).toBeVisible()
    await expect(erase.getByRole('button', { name: 'Ask us to erase my data' })).toBeVisible()
  })
})

test.describe('a password', () => {
  test.use({ expectedErrors: [/status of (400|422)/] })

  test('is changed with the current one; the old one then no longer signs in', async ({
    page,
    checkPage,
  }) => {
    const member = await atProfile(page)
    const password = section(page, 'Your password')
    await password.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
    await checkPage()
    const change = async (current: string, wanted: string, again = wanted) => {
      await page.getByLabel('Current password', { exact: true }).fill(current)
      await page.getByLabel('New password', { exact: true }).fill(wanted)
      await page.getByLabel('Confirm new password', { exact: true }).fill(again)
      await page.getByRole('button', { name: 'Save new password' }).click()
    }
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await change(member.password, 'heron-weir-barn', 'heron')
    await expect(summary).toContainText('Passwords do not match.')
    await change(member.password, 'Password1')
    await expect(summary).toContainText('Please choose a password that is harder to guess.')
    await change(member.password, 'short')
    await expect(summary).toContainText('Please use a longer password.')
    await change('not-his-password', 'heron-weir-barn')
    await expect(summary).toContainText('This is not your current password.')
    await checkPage()
    await change(member.password, 'heron-weir-barn')
    await expect(page.getByText('Your password has been changed.')).toBeVisible()
    await expect(password.getByRole('button', { name: 'Change password' })).toBeFocused()
    await expectMail(member.email, 'Your password for CHAPS has been changed')

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await checkPage()
    await logIn(page, member)
    await expect(page.getByText('Invalid login credentials')).toBeVisible()
    await logIn(page, { ...member, password: 'heron-weir-barn' })
    await expect(page).toHaveURL('/medical-results')
    await checkPage()
  })
})

test('the page lists who has looked at the results, at first nobody', async ({
  page,
  checkPage,
}) => {
  await atProfile(page)
  const looked = section(page, 'Who has looked at my results')
  await expect(looked).toContainText('Nobody has looked at your results yet.')
  await page.context().clearCookies()
  await page.goto('/login?from=/medical-results')
  await checkPage()
  await logIn(page, DEMO_MEMBER)
  await expect(page.getByRole('heading', { level: 1, name: 'Medical results' })).toBeVisible()
  await checkPage()
  await page.getByRole('navigation', { name: 'Portal' }).getByText('Profile').click()
  await expect(looked.getByRole('listitem').first()).toContainText(/^You\d+ results/)
  await checkPage()
})

test.describe('on a phone and with the keyboard alone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('a member changes the telephone number and opens all their data', async ({
    page,
    checkPage,
  }) => {
    await atProfile(page)
    await checkPage()
    await press(page, page.getByRole('button', { name: 'Edit', exact: true }), 'Enter')
    await press(page, page.getByLabel('Phone number'), 'ControlOrMeta+A')
    await page.keyboard.type('447700900119')
    await press(page, page.getByLabel(/same as my home address/), 'Space')
    await type(page, page.getByLabel('Billing address', { exact: true }), '1 New Street')
    await press(page, page.getByRole('button', { name: 'Save', exact: true }), 'Enter')
    await expect(page.getByText('Your profile has been saved.')).toBeVisible()
    await press(page, page.getByRole('link', { name: 'All my data' }), 'Enter')
    await expect(section(page, 'Your details')).toContainText('447700900119')
    await checkPage()
    await press(page, page.getByRole('link', { name: 'Back to your profile' }), 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await press(page, page.getByRole('link', { name: 'Erase my data' }), 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Erase my data' })).toBeVisible()
    await checkPage()
    await press(page, page.getByRole('button', { name: 'Ask us to erase my data' }), 'Enter')
    const question = page.getByRole('alertdialog', { name: 'Ask us to erase your data?' })
    await expect(question.getByRole('button', { name: 'No, keep my data' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
  })
})

async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask us to erase my data' }).click()
  await page.getByRole('button', { name: 'Yes, ask for it' }).click()
}
