import { expect, test } from './fixtures.ts'
import { logIn } from './journey.ts'
import { press, type } from './keyboard.ts'
import { mailsTo } from './mailbox.ts'
import { DEMO_MEMBER, DEMO_NEWCOMER } from './member.ts'
import { ownSite } from './own-site.ts'

// A separate site that asks new devices for a code, as in production.
const { port: PORT, url: URL } = ownSite(16, { NEW_DEVICE_CODE: 'on', RATE_LIMIT_SCALE: '1' })
const SUBJECT = 'Your CHAPS code for a new device'
const TITLE = { level: 1, name: 'Is it you?' } as const

// The browser logs the refusals that these journeys provoke.
test.use({ expectedErrors: [/status of 4(01|03|29)/] })

test('a new device shows results after the mailed code, by keyboard on a small screen, and is known from then on', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${URL}/login?from=%2Fmedical-results`)
  await checkPage()
  await logIn(page, DEMO_MEMBER)
  await expect(page.getByRole('heading', TITLE)).toBeVisible()
  await checkPage()
  await page.goto(`${URL}/medical-results`)
  await expect(page.getByRole('heading', TITLE)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('asked.png'), fullPage: true })

  await press(page, page.getByRole('button', { name: 'Send the code' }), 'Enter')
  const box = page.getByLabel('Code', { exact: true })
  await expect(box).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('Please enter the code')).toBeVisible()
  await checkPage()
  const [code = ''] = await codesTo(DEMO_MEMBER.email, 1)
  await type(page, box, code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is not right, or its time is over.').first()).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('refused.png'), fullPage: true })
  await checkPage()
  await box.fill('')
  await type(page, box, code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${URL}/medical-results`)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(TITLE.name)
  await checkPage()

  await page.goto(`${URL}/new-device?from=%2Fportal`)
  await expect(page).toHaveURL(`${URL}/portal`)
  await checkPage()
  await page.getByRole('button', { name: 'Logout' }).click()
  await logIn(page, DEMO_MEMBER)
  await expect(page).toHaveURL(`${URL}/medical-results`)
})

test('another code replaces one whose time is over or that was tried too often', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${URL}/login?from=%2Fportal`)
  await checkPage()
  await logIn(page, DEMO_NEWCOMER)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const box = page.getByLabel('Code', { exact: true })
  const [late = ''] = await codesTo(DEMO_NEWCOMER.email, 1)
  // The cookie ends with the code.
  await page.context().clearCookies({ name: 'device-code' })
  await box.fill(late)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The code is not right, or its time is over.').first()).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Send another code' }), 'Enter')
  await expect(page.getByRole('status').filter({ hasText: 'another code' })).toBeVisible()
  await expect(box).toBeFocused()
  const codes = await codesTo(DEMO_NEWCOMER.email, 2)
  const wrong = codes.includes('000000') ? '000001' : '000000'
  for (let tries = 0; tries < 6; tries++) {
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()
    const answer = page.waitForResponse(`${URL}/api/new-device`)
    await box.fill(wrong)
    await box.press('Enter')
    expect((await answer).status()).toBe(tries < 5 ? 403 : 429)
  }
  await expect(page.getByText('This code was tried too often.').first()).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('tried.png'), fullPage: true })
  await checkPage()
  await page.getByRole('button', { name: 'Send another code' }).click()
  const fresh = (await codesTo(DEMO_NEWCOMER.email, 3)).find((code) => !codes.includes(code))
  await box.fill(fresh ?? '')
  await box.press('Enter')
  await expect(page).toHaveURL(`${URL}/portal`)
  await checkPage()
})

test('a session that ended meanwhile asks to sign in, and then goes on', async ({
  page,
  checkPage,
}) => {
  await page.goto(`${URL}/login?from=%2Fportal`)
  await logIn(page, DEMO_NEWCOMER)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const box = page.getByLabel('Code', { exact: true })
  await expect(box).toBeFocused()
  await page.request.post(`${URL}/auth/v1/logout?scope=local`, { headers: { origin: URL } })
  await box.fill('123456')
  await box.press('Enter')
  await expect(page).toHaveURL(`${URL}/login?from=%2Fportal`)
  await checkPage()
  await logIn(page, DEMO_NEWCOMER)
  await expect(page.getByRole('heading', TITLE)).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${URL}/login`)
})

async function codesTo(email: string, count: number): Promise<string[]> {
  const codes = async () =>
    (await mailsTo(email, { port: PORT }))
      .filter(({ subject }) => subject === SUBJECT)
      .map(({ text }) => /Your code is (\d{6})/.exec(text)?.[1] ?? '')
  await expect.poll(async () => (await codes()).length).toBe(count)
  return await codes()
}
