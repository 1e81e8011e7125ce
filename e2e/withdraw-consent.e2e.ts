import { ownEvent } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { expectMail } from './mailbox.ts'
import { bookThroughApi, eventIn, newMember, signIn } from './member.ts'

test('a member withdraws a consent, which cancels the appointment', async ({ page, checkPage }) => {
  const member = await bookedMember(await ownEvent())
  await signIn(page.context(), member)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/portal')
  await checkPage()
  await page.getByRole('main').getByRole('link', { name: 'Consents' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consents')
  await expect(page.getByText('Consent given')).toBeVisible()
  await checkPage()

  await page.getByRole('button', { name: /^Withdraw consent for Leominster/ }).click()
  await expect(page.getByRole('heading', { name: /^Withdraw your consent for/ })).toBeFocused()
  await expect(page.getByText('Your appointment will be cancelled')).toBeVisible()
  await expect(
    page.getByText('Withdrawing does not make anything we did before it unlawful.'),
  ).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'No, keep it' }).click()
  await expect(page.getByText('Consent given')).toBeVisible()

  await page.getByRole('button', { name: /^Withdraw consent/ }).click()
  await page.getByRole('button', { name: 'Yes, withdraw my consent' }).click()
  await expect(
    page.getByText('Your consent has been withdrawn and your appointment has been'),
  ).toBeVisible()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await checkPage()
  await expectMail(member.email, 'You have withdrawn your consent')
  await page.goto('/upcoming-events')
  await expect(page.getByText('This appointment has been cancelled')).toBeVisible()
  await checkPage()
})

test('within 48 hours the appointment stays in the list, marked, until consent is given again', async ({
  page,
  checkPage,
}) => {
  const member = await bookedMember(await eventIn('Reading'))
  await signIn(page.context(), member)
  await page.goto('/portal/consents')
  await page.getByRole('button', { name: /^Withdraw consent/ }).click()
  await expect(page.getByText('which is too soon to cancel online')).toBeVisible()
  await checkPage()
  await page.getByRole('button', { name: 'Yes, withdraw my consent' }).click()
  await expect(page.getByText('We have told our office.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Give consent again/ })).toBeVisible()
  await checkPage()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/upcoming-events')
  await expect(page.getByText('No consent', { exact: true })).toBeVisible()
  await expect(page.getByText('so we cannot test you')).toBeVisible()
  await checkPage()
})

async function bookedMember(eventId: number) {
  const member = await newMember()
  await bookThroughApi(member, eventId)
  return member
}
