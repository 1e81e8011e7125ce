import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { newMember, signIn } from './member.ts'

test.use({ expectedErrors: [/403 .*\/api\/my-phone\/confirmations/] })

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
  await page.getByRole('button', { name: 'Send a code to this number' }).click()
  const box = page.getByLabel('Code from our text message')
  await expect(box).toBeVisible()
  await checkPage()
  const confirm = page.getByRole('button', { name: 'Confirm my number' })
  await confirm.click()
  await expect(page.getByText('Enter the code from our text message.')).toBeVisible()

  const sentence = await page.getByText(/We have sent a code to/).innerText()
  const digits = /sent a code to (\d+)\./.exec(sentence)?.[1]
  let code: string | undefined
  await expect
    .poll(async () => {
      const texts = await mailsTo(`${digits}@sms.invalid`)
      code = /your code is (\d{6})/.exec(texts.map(({ text }) => text).join())?.[1]
      return code
    })
    .toBeDefined()
  await box.fill(code === '000000' ? '000001' : '000000')
  await confirm.click()
  await expect(page.getByText(/This code is not right/)).toBeVisible()
  await box.fill(code ?? '')
  await box.press('Enter')
  await expect(page.getByText(/You have confirmed .* We send our texts there\./)).toBeVisible()
})
