import type { Page } from '@playwright/test'
import type { CharityEvent } from '../domain/contract.ts'
import { expect, test } from './fixtures.ts'
import { bookFirstTime, signUp } from './journey.ts'
import { newVisitor, type Visitor } from './visitor.ts'

test.describe('a profile', () => {
  test.use({ expectedErrors: [/500|status of 400/] })

  test('is read, edited, unchanged in the form after a failed save, and saved', async ({
    page,
    checkPage,
  }) => {
    const visitor = newVisitor()
    await page.goto('/signup?from=/portal')
    await checkPage()
    await signUp(page, visitor)
    await expect(page).toHaveURL('/portal')
    const fact = (term: string) =>
      page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })
    await expect(fact('Name')).toContainText('James Carter')
    await expect(fact('Date of birth')).toContainText('14 May 1968')
    await expect(fact('Home address')).toContainText('14 Sample Street, CO1 1AA, United Kingdom')
    await expect(fact('Billing address')).toContainText('Not given')
    await checkPage()

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Edit your details' })).toBeFocused()
    await expect(page.getByLabel('Email')).toBeDisabled()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      /close this form and choose ‘Change email address’/,
    )
    const sameAddress = page.getByLabel(/same as my home address/)
    await expect(sameAddress).toBeChecked()
    await expect(page.getByLabel('Billing address', { exact: true })).toBeHidden()
    await sameAddress.uncheck()
    await checkPage()

    const save = page.getByRole('button', { name: 'Save', exact: true })
    await page.getByLabel('Last name').fill(' ')
    await page.getByLabel('Year').fill('1998')
    await save.click()
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(summary).toContainText('Last name: This field is required.')
    await expect(summary).toContainText('Billing address: This field is required.')
    const birth = page.getByRole('group', { name: 'Date of birth' })
    await expect(birth).toContainText('You must be between 40 and 80 years old to register.')
    await checkPage()

    await page.getByLabel('Last name').fill('Carter-Smith')
    await page.getByLabel('Year').fill('1969')
    await page.getByLabel(/^NHS number/).fill('9990000034')
    await page.getByLabel('Confirm NHS number').fill('9990000034')
    await sameAddress.check()
    await page.route('**/api/auth/profile?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'x', code: 'unexpected' } }),
    )
    const sent = page.waitForRequest('**/api/logs/error')
    await save.click()
    await expect(page.getByText('Your changes could not be saved.')).toBeVisible()
    expect((await sent).postDataJSON()).toMatchObject({ errorMessage: 'Failed to update profile' })
    await expect(page.getByLabel('Last name')).toHaveValue('Carter-Smith')
    await checkPage()

    await page.unroute('**/api/auth/profile?*')
    await save.click()
    await expect(page.getByText('Your profile has been saved.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
    await expect(fact('Name')).toContainText('James Carter-Smith')
    await expect(fact('Date of birth')).toContainText('14 May 1969')
    await expect(fact('Billing address')).toContainText('14 Sample Street, CO1 1AA')
    await expect(fact('NHS number')).toContainText('999 000 0034')
    await expect(page.getByRole('navigation', { name: 'Portal' })).toContainText('Carter-Smith')
    await checkPage()

    await page.reload()
    await expect(fact('Name')).toContainText('James Carter-Smith')
  })

  test('is not changed by Cancel, and shows the server’s age refusal', async ({
    page,
    checkPage,
  }) => {
    await page.goto('/signup?from=/portal')
    await checkPage()
    await signUp(page, newVisitor())
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    await page.getByLabel('First name').fill('Someone')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(page.locator('dl')).toContainText('James Carter')

    await edit.click()
    await page.getByLabel('Occupation').fill('Baker')
    await page.route('**/api/auth/profile?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'x', code: 'age_out_of_range' } }),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Date of birth' })).toContainText(
      'You must be between 40 and 80 years old to register.',
    )
    await checkPage()
  })
})

test.describe('an appointment', () => {
  test.use({ expectedErrors: [/500|status of 409/] })

  test('is moved to another time of its event', { tag: '@core' }, async ({ page, checkPage }) => {
    const visitor = newVisitor()
    const booked = await book(page, checkPage, { visitor, event: 'Plymouth PSA screening' })
    const appointment = page.getByRole('main').getByRole('listitem').filter({ hasText: booked })
    await appointment.getByRole('button', { name: /^Reschedule/ }).click()
    const window = page.getByRole('dialog', { name: 'Edit Appointment' })
    await expect(window.getByRole('radio', { name: booked })).toBeChecked()
    await checkPage()

    const confirm = window.getByRole('button', { name: 'Confirm New Time' })
    await confirm.click()
    await expect(window.getByRole('alert').filter({ hasText: 'problem' })).toContainText(
      'Choose a new time first.',
    )

    const updates = '**/api/appointments/*/update'
    const [wanted = '', taken = ''] = await lastFreeTimes(page)
    await page.route(updates, (route) =>
      route.fulfill({ status: 409, json: { error: 'x', code: 'slot_taken' } }),
    )
    await window.getByRole('radio', { name: taken }).check()
    await confirm.click()
    await expect(window).toContainText(
      'Sorry, that time has just been taken. Please choose another.',
    )
    await expect(window).toContainText('The nearest free times:')
    await checkPage()

    await page.unroute(updates)
    await page.route(updates, (route) =>
      route.fulfill({ status: 500, json: { error: 'x', code: 'unexpected' } }),
    )
    await window.getByRole('button', { name: wanted, exact: true }).click()
    await expect(window.getByRole('radio', { name: wanted })).toBeChecked()
    await confirm.click()
    await expect(window).toContainText('Failed to update appointment.')

    await page.unroute(updates)
    await confirm.click()
    await expect(page.getByText('Appointment time updated successfully.')).toBeVisible()
    await expect(window).toBeHidden()
    const moved = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `${wanted} to` })
    await expect(moved).toContainText('Plymouth PSA screening')
    await expect(moved.getByRole('button', { name: /^Reschedule/ })).toBeFocused()
    await checkPage()

    await moved.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await expect(page.getByText('Your appointment has been cancelled')).toBeVisible()
    await expect(moved.getByRole('button', { name: /^Reschedule/ })).toBeDisabled()
  })

  test('less than 48 hours away cannot be moved, and says so', async ({ page, checkPage }) => {
    await book(page, checkPage, { visitor: newVisitor(), event: 'Reading PSA screening' })
    await page.getByRole('button', { name: /^Reschedule/ }).click()
    const alert = page.getByRole('alertdialog', { name: 'Cannot modify' })
    await expect(alert).toContainText(
      'Appointments cannot be rescheduled within 48 hours of the scheduled time.',
    )
    await checkPage()
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(alert).toBeHidden()
  })
})

async function book(
  page: Page,
  checkPage: () => Promise<void>,
  { visitor, event }: { visitor: Visitor; event: string },
): Promise<string> {
  const { events } = await (await page.request.get('/api/events')).json()
  const { event_id } = events.find(({ event_name }: CharityEvent) => event_name === event)
  await page.goto(`/signup?from=${encodeURIComponent(`/book-event?event=${event_id}`)}`)
  await checkPage()
  await signUp(page, visitor)
  const time = await bookFirstTime(page, checkPage)
  await page.goto('/upcoming-events')
  await expect(page.getByRole('listitem').filter({ hasText: `${time} to` })).toContainText(event)
  return time
}

async function lastFreeTimes(page: Page): Promise<string[]> {
  const free = page.getByRole('radio', { disabled: false })
  return free.evaluateAll((radios) =>
    radios.slice(-2).map((radio) => (radio instanceof HTMLInputElement ? radio.value : '')),
  )
}
