import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { press, type } from './keyboard.ts'
import { bookThroughApi, newMember } from './member.ts'
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
