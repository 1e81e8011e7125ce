import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { newMember, signIn } from './member.ts'

test('a member who chose text messages confirms the number by its code', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto('/portal/contact')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel(/^By text message/).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Until then, we email you\./)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('to-confirm.png'), fullPage: true })
  await page.getByRole('button', { name: 'Send a code to this number' }).click()
  const box = page.getByLabel('Code from our text message')
  await expect(box).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Confirm my number' }).click()
  await expect(page.getByText('Enter the code from our text message.')).toBeVisible()

  const digits = `44${(await page.getByText(/We have sent a code to/).innerText())
    .replace(/It works.*$/, '')
    .replace(/\D/g, '')
    .replace(/^(44|0)/, '')}`
  let code: string | undefined
  await expect
    .poll(async () => {
      const [sms] = await mailsTo(`${digits}@sms.invalid`)
      code = /\d{6}/.exec(sms?.text ?? '')?.[0]
      return code
    })
    .toBeDefined()
  await box.fill(code === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Confirm my number' }).click()
  await expect(page.getByText(/This code is not right/)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('wrong-code.png'), fullPage: true })
  await box.fill(code ?? '')
  await box.press('Enter')
  await expect(page.getByText(/You have confirmed .* We send our texts there\./)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('confirmed.png'), fullPage: true })
})
