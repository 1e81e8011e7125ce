import { addComingDay, bringForward } from './coming-day.queries.ts'
import { expect, test } from './fixtures.ts'
import { linkInMail } from './mailbox.ts'
import { bookThroughApi, newMember } from './member.ts'

// Rounds look for checks that are due once a minute.
const NEXT_ROUND = { timeout: 150_000 }
const ASKED = /^Four questions before your CHAPS appointment/

test('a yes before the test moves the appointment inside 48 hours, without signing in', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  const eventId = await addComingDay({ name: 'Leominster preparation day', days: 20 })
  await bookThroughApi(member, eventId)
  await bringForward(eventId, 40)
  let link = ''
  await expect(async () => {
    link = await linkInMail(member.email, ASKED)
  }).toPass(NEXT_ROUND)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Four questions before your test' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('group')).toHaveCount(4)
  await checkPage()
  await page.getByRole('button', { name: 'Send my answers' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Infection: please choose yes or no.')
  await checkPage()
  for (const question of [/urine infection/, /catheter/, /ejaculated/])
    await page.getByRole('group', { name: question }).getByLabel('No').check()
  await page
    .getByRole('group', { name: /hard exercise/ })
    .getByLabel('Yes')
    .check()
  await page.getByRole('button', { name: 'Send my answers' }).click()

  await expect(page.getByRole('heading', { name: 'Please choose a later time' })).toBeVisible()
  await checkPage()
  // Exercise waits 48 hours from now, so the day itself is too early and another day is offered.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Please choose a later time' })).toBeVisible()
  const later = page.getByRole('button', { name: /^Move to/ }).first()
  const named = (await later.getAttribute('aria-label')) ?? ''
  await later.click()
  await expect(page.getByRole('heading', { name: 'Your new time' })).toBeVisible()
  await expect(page.getByText('There is nothing to pay.')).toBeVisible()
  const [, newTime = ''] = /^Move to (\d\d:\d\d)/.exec(named) ?? []
  await expect(page.getByRole('main')).toContainText(newTime)
  await checkPage()
})

test.describe('a link that nobody sent', () => {
  test.use({ expectedErrors: [/status of 404/] })

  test('says so', async ({ page, checkPage }) => {
    await page.goto(`/by-link#prepare=${'A'.repeat(22)}`)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await checkPage()
  })
})
