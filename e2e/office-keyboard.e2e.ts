import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { press, type } from './keyboard.ts'
import { bookThroughApi, newMember, profileIdOf } from './member.ts'
import { newStaff, openOffice } from './staff.ts'

for (const width of [320, 1280])
  test(`a clerk finds a member, changes the telephone number and cancels the appointment with the keyboard only, at ${width} px`, async ({
    page,
    checkPage,
  }) => {
    const member = await newMember({ lastName: width === 320 ? 'Keysmall' : 'Keywide' })
    await bookThroughApi(member, await ownEvent())
    const name = `${member.firstName} ${member.lastName}`
    const staff = await newStaff(['office'])
    await page.setViewportSize({ width, height: 800 })
    await openOffice(page, { staff, path: '/office/today', checkPage })
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    await checkPage()

    await page.keyboard.press('/')
    await page.keyboard.type(member.lastName)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    await checkPage()

    await press(page, page.getByRole('link', { name: 'Change contact details' }), 'Enter')
    const title = page.getByRole('heading', { level: 1, name: 'Change contact details' })
    await expect(title).toBeFocused()
    await checkPage()
    const phone = page.getByRole('textbox', { name: 'Phone' })
    await type(page, phone, '447700900766')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${name}’s contact details have been saved.`)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('447700900766')
    await checkPage()

    await press(page, page.getByRole('link', { name: /^Cancel/ }), 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Cancel/ })).toBeFocused()
    await checkPage()
    await type(page, page.getByLabel('Why are you cancelling it?'), 'rang us')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await checkPage()
    await press(page, question.getByRole('button', { name: 'Cancel the appointment' }), 'Enter')
    await expect(page.getByText(`${name}’s appointment has been cancelled.`)).toBeVisible()
    await checkPage()
  })

test('a clerk writes to ticked attendees, notes a call and writes a draft, with the keyboard only', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 1280, height: 1400 })
  const member = await newMember({ lastName: 'Keytick' })
  const event = await ownEvent()
  await bookThroughApi(member, event)
  const path = `/office/events/${event}/attendees`
  await openOffice(page, { staff: await newStaff(['office']), path, checkPage })
  await checkPage()
  await press(page, page.getByRole('checkbox', { name: /^Tick .*Keytick/ }), 'Space')
  await press(page, page.getByRole('link', { name: 'Message the 1 ticked' }), 'Enter')
  await type(page, page.getByRole('textbox', { name: 'Subject' }), 'Where to park')
  await type(page, page.getByRole('textbox', { name: 'Message' }), 'Behind the hall, please.')
  await checkPage()
  await press(page, page.getByRole('button', { name: 'Preview' }), 'Enter')
  const preview = page.getByRole('region', { name: 'What they will get' })
  await expect(preview).toContainText('Behind the hall, please.')
  await press(page, preview.getByRole('button', { name: 'Send to 1 member' }), 'Enter')
  const question = page.getByRole('alertdialog')
  await press(page, question.getByRole('button', { name: 'Send' }), 'Enter')
  await expect(page.getByText('Finished.')).toBeVisible()
  await checkPage()

  await page.goto(`/office/members/${await profileIdOf(member)}/notes`)
  await type(page, page.getByRole('textbox', { name: 'Note' }), 'Rang about parking.')
  await checkPage()
  await press(page, page.getByRole('button', { name: 'Add the note' }), 'Enter')
  await expect(page.getByRole('main')).toContainText('Rang about parking.')
  await checkPage()

  await page.goto('/office/newsletters/new')
  await type(page, page.getByLabel('Subject'), 'Spring')
  await type(page, page.getByRole('textbox', { name: 'Newsletter' }), 'Thank you.')
  await checkPage()
  await press(page, page.getByRole('button', { name: 'Save the draft' }), 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeFocused()
  await checkPage()
})
