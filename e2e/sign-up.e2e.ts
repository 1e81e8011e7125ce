import { expect, test } from './fixtures.ts'
import { closeAgeNotice, nextStep, signUp } from './journey.ts'
import { newVisitor } from './visitor.ts'

test('what was typed into the form for a new account is there again after a reload and after Back', async ({
  page,
  checkPage,
}) => {
  const visitor = newVisitor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact-us')
  await checkPage()
  await page.goto('/book-event-main?location=co4%203sq')
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0)
  await checkPage()
  await page.goto('/login')
  await checkPage()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary.getByRole('link')).toHaveText([
    'Enter your first name.',
    'Enter your last name.',
    'Enter your date of birth.',
    'Choose your gender.',
    'Choose your ethnicity. You can choose ‘Not stated’.',
  ])
  await page.getByLabel('First name').fill(visitor.firstName)
  await page.getByLabel('Last name').fill(visitor.lastName)
  await page.getByRole('radio', { name: 'Male', exact: true }).check()
  await page.getByLabel('NHS number').fill('9990000018')
  await page.getByLabel('Ethnicity').selectOption(visitor.ethnicity)
  await page.getByLabel('Day').click()
  await closeAgeNotice(page)
  await page.getByLabel('Day').fill('3')
  await page.getByLabel('Month').fill('4')
  await page.getByLabel('Year').fill('58')
  await checkPage()
  await nextStep(page, STEP_2)
  await page.getByLabel('Address line 1').fill(visitor.address1)
  await page.getByLabel('Town').fill('Colchester')
  // It was searched for before.
  await expect(page.getByLabel('Postcode')).toHaveValue('CO4 3SQ')
  await page.getByLabel('Postcode').fill('D02 X285')
  await page.getByLabel('Phone number').fill(visitor.phoneNumber)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('alert').getByText('This is an Eircode.')).toBeVisible()
  await checkPage()
  await page.getByLabel('Postcode').fill('co43sq')
  await nextStep(page, STEP_3)
  await page.getByLabel('Password', { exact: true }).fill(visitor.password)
  await checkPage()

  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: STEP_2 })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: STEP_1 })).toBeFocused()
  await expect(page.getByLabel('NHS number')).toHaveValue('999 000 0018')
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(visitor.password)

  const expectTyped = async () => {
    await expect(page.getByRole('heading', { name: STEP_1 })).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue(visitor.firstName)
    await expect(page.getByRole('radio', { name: 'Male', exact: true })).toBeChecked()
    await expect(page.getByLabel('Year')).toHaveValue('1958')
    await expect(page.getByLabel('NHS number')).toHaveValue('')
    await expect(page.getByLabel('Town')).toHaveValue('Colchester')
    await expect(page.getByLabel('Postcode')).toHaveValue('co43sq')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  }
  await page.reload()
  await expectTyped()
  await page.goto('/contact-us')
  await page.goBack()
  await expectTyped()
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(stored).not.toContain('9990000018')
  expect(stored).not.toContain(visitor.password)

  await signUp(page, { ...visitor, postCode: 'co43sq' })
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Create an account')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('sign-up-typed')
  await checkPage()
  await page.goto('/portal')
  await expect(
    page.getByText('14 Sample Street, Colchester, CO4 3SQ, United Kingdom'),
  ).toBeVisible()
  await checkPage()
})

test('a man under 40 reads when to come back, and a man over 80 whom to ask', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/signup')
  await page.getByLabel('Day').click()
  await closeAgeNotice(page)
  const year = new Date().getFullYear()
  for (const [born, words] of [
    [year - 30, `You can book from 1 January ${year + 10}`],
    [year - 90, 'PSA testing for men over 80'],
  ] as const) {
    await page.getByLabel('Day').fill('1')
    await page.getByLabel('Month').fill('1')
    await page.getByLabel('Year').fill(String(born))
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page
      .getByRole('alertdialog', { name: 'Age Restriction Error' })
      .getByRole('button', { name: 'OK' })
      .click()
    await expect(page.getByText(words)).toBeVisible()
    await checkPage()
  }
})

const STEP_1 = 'Step 1 of 3: About you'
const STEP_2 = 'Step 2 of 3: How to reach you'
const STEP_3 = 'Step 3 of 3: Your sign-in details'
