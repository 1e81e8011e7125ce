import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectMail, linkInMail, mailsTo } from './mailbox.ts'
import { beginNewsletter } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls before the sign-in.
test.use({ expectedErrors: [/status of 401/] })

const RUN_MS = 30_000

async function subscribe(page: Page, email: string): Promise<void> {
  await page.goto('/')
  const block = page.getByRole('region', { name: 'Stay In Touch' })
  await block.getByLabel('Name').fill('James')
  await block.getByLabel('Email').fill(email)
  await block.getByRole('button').click()
  await page.goto(await linkInMail(email, /confirm/))
  await page.getByRole('button', { name: 'Yes, send me the newsletter' }).click()
  await expect(page).toHaveURL('/newsletter/confirmed')
}

test('a newsletter is written, tested, taken back, sent, read on the website and left', async ({
  page,
  context,
  checkPage,
}) => {
  test.setTimeout(120_000)
  const email = `reads-${Date.now()}@example.org`
  const subject = `News of ${Date.now()}`
  const visitor = await context.newPage()
  await subscribe(visitor, email)
  const clerk = await newStaff(['office'])
  await openOffice(page, { staff: clerk, path: '/office/newsletters', checkPage })
  await checkPage()

  await page.getByRole('link', { name: 'New newsletter' }).click()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByRole('link', { name: 'Enter the subject.' })).toBeVisible()
  await checkPage()
  await page.getByLabel('Subject').fill(subject)
  const text = page.getByLabel('Newsletter', { exact: true })
  await text.click()
  await page.getByRole('button', { name: 'Heading' }).click()
  await page.keyboard.type('Thank you')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Read about ')
  await page.getByRole('button', { name: 'Link' }).click()
  await page.keyboard.type('our events')
  await expect(text).toHaveValue('## Thank you\n\nRead about [our events](https://)')
  await text.fill('## Thank you\n\nRead about [our events](/book-event-main).')
  await page.getByRole('button', { name: 'Show how it reads' }).click()
  const preview = page.getByRole('region', { name: 'How it reads' })
  await expect(preview.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Save the draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(subject)
  await checkPage()

  await expect(page.getByRole('button', { name: /^Send it to/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expectMail(clerk.email, `Test: ${subject}`)
  const send = async () => {
    await page.getByRole('button', { name: /^Send it to/ }).click()
    await page.getByRole('button', { name: 'Send it', exact: true }).click()
    await expect(page.getByText(/^The first email leaves at/)).toBeVisible()
  }
  await send()
  await checkPage()
  await page.getByRole('button', { name: 'Make it a draft again' }).click()
  await expect(page.getByRole('heading', { name: 'Send it' })).toBeVisible()
  await send()
  await visitor.goto('/newsletters')
  await expect(visitor.getByRole('link', { name: subject })).toHaveCount(0)

  await beginNewsletter(subject)
  await expect
    .poll(async () => (await mailsTo(email)).filter((mail) => mail.subject === subject).length, {
      timeout: RUN_MS,
    })
    .toBe(1)
  await page.reload()
  await expect(page.getByRole('status').getByText(/^Sent to \d+ (person|people), /)).toBeVisible({
    timeout: RUN_MS,
  })
  await checkPage()

  await visitor.goto('/news')
  await visitor.getByRole('link', { name: 'Read our past newsletters' }).click()
  await visitor.getByRole('link', { name: subject }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await visitor.getByRole('main').getByRole('link', { name: 'our events' }).click()
  await expect(visitor).toHaveURL('/book-event-main')
  await page.getByRole('button', { name: 'Take it off the website' }).click()
  await expect(page.getByRole('button', { name: 'Show it on the website' })).toBeVisible()
  await expect(async () => {
    await visitor.goto('/newsletters')
    await expect(visitor.getByRole('link', { name: subject })).toHaveCount(0)
  }).toPass()

  const mail = (await mailsTo(email)).find((one) => one.subject === subject)
  const leave = /http:\S+unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await visitor.goto(leave)
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('You have unsubscribed')
})

test.describe('past newsletters', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('one that is not there is said to be missing', async ({ page, checkPage }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto('/newsletters')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Past newsletters')
    await checkPage()
    for (const id of ['999999999', 'x']) {
      const answer = await page.goto(`/newsletters/${id}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await checkPage()
    }
  })
})
