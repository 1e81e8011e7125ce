import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'

const FORM = '**/forms/p/charity/f/contact'
const THANKS = 'Thank you for reaching out! We will get back to you soon.'
const FIELDS = ['First name', 'Last name', 'Email', 'Phone number', 'Message'] as const
const send = (page: Page) => page.getByRole('button', { name: 'Send enquiry' })
const main = (page: Page) => page.getByRole('main')

async function fillIn(page: Page, about: string) {
  const typed = ['James', 'Marlow', 'james@example.org', '07700 900118', about]
  for (const [n, label] of FIELDS.entries()) {
    await main(page)
      .getByLabel(label)
      .fill(typed[n] ?? '')
  }
}

const officeMail = async (about: string) =>
  (await mailsTo('office@example.org')).find(({ text }) => text.includes(about))

test('a question reaches the office, by keyboard alone', async ({ page, checkPage }) => {
  await page.goto('/contact-us')
  await main(page).getByLabel('First name').focus()
  const typed = ['James', 'Marlow', 'james@example.org', '07700 900118']
  for (const text of typed) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('By keyboard: is there parking?')
  await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('status').filter({ hasText: THANKS })).toBeFocused()
  await checkPage()
  await expect
    .poll(() => officeMail('By keyboard'))
    .toMatchObject({
      subject: expect.stringMatching(/nquiry from James Marlow$/),
      replyTo: ['james@example.org'],
    })
})

test('missing fields are named under each field and above them all', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/contact-us')
  await main(page).getByLabel('Email').fill('james')
  await send(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required',
    'Last name is required',
    'Email must be an email address, like name@example.org',
    'Phone number is required',
    'Message is required',
  ])
  await expect(main(page).getByLabel('Message')).toHaveAccessibleDescription(
    'Error: Message is required',
  )
  await checkPage()
  await summary.getByRole('link', { name: 'Phone number is required' }).click()
  await expect(main(page).getByLabel('Phone number')).toBeFocused()
  await expect(main(page).getByLabel('Email')).toHaveValue('james')
})

test('the button waits while the form is sent', async ({ page, checkPage }) => {
  await page.goto('/contact-us')
  await fillIn(page, 'Once only, please')
  let sent = 0
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(FORM, async (route) => {
    sent += 1
    await answered
    await route.continue()
  })
  await send(page).click()
  await expect(send(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  answer()
  await expect(page.getByText(THANKS)).toBeVisible()
  expect(sent).toBe(1)
  await checkPage()
})

// What any form service may answer; the client reads the body and not the status.
const ANSWERS: [code: string, body: object, words: string | RegExp][] = [
  [
    'BLOCKED',
    { errors: [{ code: 'BLOCKED', message: 'blocked' }] },
    /^We could not accept your message/,
  ],
  ['EMPTY', { errors: [{ code: 'EMPTY', message: 'empty' }] }, /^Please fill in the form/],
  ['FILES_TOO_BIG', { errors: [{ code: 'FILES_TOO_BIG', message: 'big' }] }, /is too long/],
  [
    'FORM_NOT_FOUND',
    { errors: [{ code: 'FORM_NOT_FOUND', message: 'no' }] },
    /not working at the moment/,
  ],
  ['INACTIVE', { errors: [{ code: 'INACTIVE', message: 'no' }] }, /not working at the moment/],
  [
    'PROJECT_NOT_FOUND',
    { errors: [{ code: 'PROJECT_NOT_FOUND', message: 'no' }] },
    /not working at the moment/,
  ],
  [
    'NO_FILE_UPLOADS',
    { errors: [{ code: 'NO_FILE_UPLOADS', message: 'no' }] },
    /cannot attach files/,
  ],
  [
    'TOO_MANY_FILES',
    { errors: [{ code: 'TOO_MANY_FILES', message: 'no' }] },
    /cannot attach files/,
  ],
  ['UNSPECIFIED', { errors: [{ code: 'NEW_CODE', message: 'Try on Monday.' }] }, 'Try on Monday.'],
  ['a lone error', { error: 'Too many requests. Please wait.' }, 'Too many requests. Please wait.'],
  ['another shape', { success: 'yes' }, 'Unexpected response format'],
]
test('each error code of the service has a sentence, and typed text stays', async ({
  page,
  checkPage,
}) => {
  await page.goto('/contact-us')
  await fillIn(page, 'Kept whatever happens')
  let body: object = {}
  await page.route(FORM, (route) => route.fulfill({ json: body }))
  for (const [code, answer, words] of ANSWERS) {
    body = answer
    await send(page).click()
    await expect(main(page).getByRole('alert'), code).toHaveText(words)
  }
  await checkPage()
  body = {
    error: 'Validation errors',
    errors: [
      { field: 'email', code: 'TYPE_EMAIL', message: 'should be an email' },
      { field: 'email', code: 'SOMETHING', message: 'is not known' },
      { field: 'message', code: 'TYPE_TEXT', message: 'is odd' },
    ],
  }
  await send(page).click()
  await expect(main(page).getByLabel('Email')).toHaveAccessibleDescription(
    'Error: Email should be an email, is not known',
  )
  await expect(main(page).getByLabel('Message')).toHaveValue('Kept whatever happens')
})

test.describe('while the server cannot be reached', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the form says so and typed text stays', async ({ page, checkPage }) => {
    await page.goto('/about-us')
    await fillIn(page, 'Typed on a train')
    await page.route(FORM, (route) => route.abort())
    await send(page).click()
    await expect(main(page).getByRole('alert')).toHaveText(
      'An unexpected error occurred. Please try again.',
    )
    await checkPage()
    await page.unroute(FORM)
    await send(page).click()
    await expect(page.getByText(THANKS)).toBeVisible()
  })
})

test('the form service’s client loads only once the visitor types', async ({ page, checkPage }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/contact-us', { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => url.includes('send-contact'))).toEqual([])
  await main(page).getByLabel('First name').focus()
  await expect.poll(() => scripts.filter((url) => url.includes('send-contact')).length).toBe(1)
  await checkPage()
})

test('the form for complaints about data says what happens next, also in a narrow window', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/contact-us')
  await main(page).getByRole('link', { name: 'form for complaints about data' }).click()
  await expect(page).toHaveURL('/contact-us?about=data')
  await expect(main(page)).toContainText('within 30 days')
  await expect(page.getByRole('button', { name: 'Send complaint' })).toBeVisible()
  await checkPage()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 422/] })

  test('a question reaches the office', async ({ page }) => {
    await page.goto('/about-us')
    await fillIn(page, 'Without a script')
    await send(page).click()
    await expect(page).toHaveURL('/contact-us?sent=1')
    await expect(page.getByText(THANKS)).toBeVisible()
    await expect
      .poll(() => officeMail('Without a script'))
      .toMatchObject({
        subject: 'Enquiry from James Marlow',
      })
  })

  test('a complaint about data stays one after an error, and reaches the office', async ({
    page,
  }) => {
    await page.goto('/privacy-policy')
    await page.getByRole('link', { name: 'form for complaints about data' }).click()
    await expect(
      page.getByRole('heading', { name: 'Complain about how we use your data' }),
    ).toBeVisible()
    await fillIn(page, 'A letter went to my old address')
    await main(page).getByLabel('Email').fill('james at home')
    const sendComplaint = page.getByRole('button', { name: 'Send complaint' })
    await sendComplaint.click()
    await expect(page).toHaveTitle(/^Error: /)
    await main(page).getByLabel('Email').fill('james@example.org')
    await sendComplaint.click()
    await expect(page.getByText(THANKS)).toBeVisible()
    await expect
      .poll(() => officeMail('my old address'))
      .toMatchObject({ subject: 'Complaint about data from James Marlow' })
  })

  test('errors are shown on the page and typed text stays', async ({ page }) => {
    await page.goto('/contact-us')
    await fillIn(page, 'A long question <b>with</b> "signs" & more')
    await main(page).getByLabel('Email').fill('james at home')
    await send(page).click()
    await expect(page).toHaveTitle(/^Error: /)
    const email = main(page).getByLabel('Email')
    const words = 'Email must be an email address, like name@example.org'
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([words])
    await expect(email).toHaveAccessibleDescription(`Error: ${words}`)
    await expect(email).toHaveValue('james at home')
    await expect(main(page).getByLabel('Message')).toHaveValue(
      'A long question <b>with</b> "signs" & more',
    )
    await email.fill('james@example.org')
    await send(page).click()
    await expect(page.getByText(THANKS)).toBeVisible()
  })
})
