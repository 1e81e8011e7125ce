import type { Page } from '@playwright/test'
import { proveMobile } from './calls.queries.ts'
import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './mailbox.ts'
import { bookThroughApi, eventIn, newMember } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

// The browser logs the refused calls.
test.use({ expectedErrors: [/status of 4(00|01|09|22)/] })

async function openBookedEvent(page: Page, checkPage: () => Promise<void>) {
  const eventId = await ownEvent()
  const member = await newMember()
  await bookThroughApi(member, eventId)
  await openEvent(page, { town: 'Leominster', eventId, checkPage })
  return { eventId, member }
}

async function openEvent(
  page: Page,
  { town, eventId, checkPage }: { town: string; eventId: number; checkPage: () => Promise<void> },
) {
  const staff = await newStaff(['office'])
  await openOffice(page, { staff, path: `/office/events/${eventId}`, checkPage })
  await expect(page.getByRole('heading', { level: 1, name: `${town} PSA screening` })).toBeVisible()
  await checkPage()
}

test('the time of an event changes: seen first, then every member booked gets one mail', async ({
  page,
  checkPage,
}) => {
  const { member } = await openBookedEvent(page, checkPage)
  await page.getByRole('link', { name: 'Change the time' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Change the time/ })).toBeVisible()
  await page.getByRole('button', { name: 'See what changes' }).click()
  await expect(page.getByRole('link', { name: 'This is already the event’s time.' })).toBeVisible()
  await checkPage()

  await page.getByLabel('First appointment starts').fill('14:00')
  await page.getByLabel('Last appointment ends').fill('18:00')
  await page.getByRole('button', { name: 'See what changes' }).click()
  const changes = page.getByRole('region', { name: 'What changes' })
  await expect(changes).toContainText('14:00 to 18:00')
  await checkPage()
  await changes.getByRole('button', { name: 'Change the time' }).click()
  await expect(
    changes.getByRole('link', { name: 'Choose whether they can cancel free of charge.' }),
  ).toBeVisible()
  await checkPage()
  await changes.getByLabel('Yes, for 7 days').check()
  await changes.getByLabel('Your message to the members').fill('The hall is let in the morning.')
  await changes.getByRole('button', { name: 'Change the time' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('will be moved')
  await question.getByRole('button', { name: 'Change the time' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()
  const isAboutIt = ({ text }: { text: string }) =>
    text.includes('let in the morning') && text.includes('cancel free of charge')
  await expect.poll(async () => (await mailsTo(member.email)).filter(isAboutIt)).toHaveLength(1)
})

test('a message goes to a ticked member, as it was shown, and stands on the event’s page', async ({
  page,
  checkPage,
}) => {
  const { member } = await openBookedEvent(page, checkPage)
  await page.getByRole('link', { name: 'Attendees' }).click()
  await expect(page.getByRole('link', { name: 'Message everybody on this tab' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name, email or reference' }).fill(member.email)
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('checkbox', { name: /^Tick / })
    .check()
  await checkPage()
  await page.getByRole('link', { name: 'Message the 1 ticked' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('link', { name: 'Enter a subject.' })).toBeVisible()
  await checkPage()
  const subject = `Parking ${member.email.slice(0, 8)}`
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByRole('textbox', { name: 'Message' }).fill('Use the <car park> behind the hall.')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'What they will get' })
  await expect(preview).toContainText('Use the <car park> behind the hall.')
  await checkPage()
  await preview.getByRole('button', { name: 'Send to 1 member' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()
  const isIt = (mail: { subject: string }) => mail.subject === subject
  await expect.poll(async () => (await mailsTo(member.email)).filter(isIt)).toHaveLength(1)
  await page.getByRole('link', { name: 'Leominster PSA screening' }).click()
  await expect(page.getByRole('region', { name: 'Sent to members' })).toContainText('car park')
  await checkPage()
})

test('a message goes by text to a ticked member whose number is confirmed', async ({
  page,
  checkPage,
}) => {
  const { member } = await openBookedEvent(page, checkPage)
  const mobile = await proveMobile(member.email)
  await page.getByRole('link', { name: 'Attendees' }).click()
  await page.getByRole('searchbox', { name: 'Name, email or reference' }).fill(member.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await checkPage()
  await page
    .getByRole('checkbox', { name: /^Tick / })
    .last()
    .check()
  await page.getByRole('link', { name: 'Message the 1 ticked' }).click()
  await page.getByRole('radio', { name: 'By text', exact: true }).check()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Message' }).fill('Please use the back door.')
  await checkPage()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'What they will get' })
  await expect(preview).toContainText('1 member will get it by text.')
  await expect(preview).toContainText('CHAPS: Please use the back door.')
  await checkPage()
  await preview.getByRole('button', { name: 'Send to 1 member' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()
  const isIt = ({ text }: { text: string }) => text.includes('Please use the back door.')
  const texts = async () => (await mailsTo(`${mobile}@sms.invalid`)).filter(isIt)
  await expect.poll(async () => (await texts()).length).toBe(1)
})

test('the ticked member is moved to another time, as the preview shows, and told once', async ({
  page,
  checkPage,
}) => {
  const { member } = await openBookedEvent(page, checkPage)
  await page.getByRole('link', { name: 'Attendees' }).click()
  await page.getByRole('searchbox', { name: 'Name, email or reference' }).fill(member.email)
  const row = page.getByRole('row').filter({ hasText: member.email })
  await expect(page.getByRole('row')).toHaveCount(2)
  await row.getByRole('checkbox', { name: /^Tick / }).check()
  await expect(page.getByRole('link', { name: 'Cancel the 1 ticked' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Move the 1 ticked' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('link', { name: 'Say why you are moving them.' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Why/ }).fill('Nobody to take blood in the morning')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'What will happen' })
  await expect(preview).toContainText('Will be moved')
  await checkPage()
  await preview.getByRole('button', { name: 'Move 1 appointment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()
  const isIt = ({ text }: { text: string }) => text.includes('new time')
  await expect.poll(async () => (await mailsTo(member.email)).filter(isIt)).toHaveLength(1)
})

test('a day that was cancelled by mistake is made a draft again, with the reason', async ({
  page,
  checkPage,
}) => {
  const eventId = await eventIn('Edinburgh')
  await openEvent(page, { town: 'Edinburgh', eventId, checkPage })
  await page.getByRole('link', { name: 'Cancel the event' }).click()
  await expect(page.getByRole('main')).toContainText('Appointments0')
  await checkPage()
  await page.getByRole('button', { name: 'Cancel the event' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel the event' }).click()
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Make it a draft again' }).click()
  await expect(page.getByRole('link', { name: 'Say why.' })).toBeVisible()
  await page.getByLabel('Why').fill('The hall is free after all.')
  await checkPage()
  await page.getByRole('button', { name: 'Make it a draft again' }).click()
  await expect(page.getByText('The event is a draft again.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Reversed.')
  await checkPage()
  const answer = await page.request.get(`/api/events/${eventId}`)
  expect(answer.status()).toBe(404)
})
