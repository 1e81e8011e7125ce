import { expect, test } from './fixtures.ts'
import { checkAnswers, consent, giveConsentAndBook } from './journey.ts'
import { chooseTime, eventIn, newMember, signIn } from './member.ts'

// One place at each time (at Canterbury, at its last four): a place that one member takes is
// lost to another.
const TOWN = 'London'
const WATCHED_TOWN = 'Canterbury'

test.describe('a time that another member takes', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('during consent loses the time and none of the answers', { tag: '@core' }, async ({
    page,
    checkPage,
  }) => {
    const [member, rival] = await Promise.all([newMember(), newMember()])
    const eventId = await eventIn(TOWN)
    await signIn(page.context(), member)
    await page.goto(`/book-event?event=${eventId}`)
    const held = page.waitForResponse(/\/holds$/)
    await chooseTime(page, '22:20')
    await consent(page)
    const { hold_id: holdId } = await (await held).json()
    await member.ask(`DELETE /api/holds/${holdId}`)
    await rival.ask(`POST /api/events/${eventId}/holds`, { slot: '22:20' })

    await checkAnswers(page)
    await page.getByRole('button', { name: 'Give consent and book' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a time' })).toBeVisible()
    const alert = page.getByRole('alert').filter({ hasText: 'The nearest free times' })
    await expect(alert).toContainText(
      'Sorry, that time has just been taken. Please choose another.',
    )
    await expect(page.getByRole('radio', { name: /22:20/ })).toBeDisabled()
    await expect(page.getByLabel('Hide taken times')).toBeVisible()
    await checkPage()
    const nearest = alert.getByRole('button').first()
    const time = await nearest.innerText()
    await nearest.click()
    await expect(page.getByText(`${time} is held for you`)).toBeVisible()
    await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
    await expect(page.getByRole('radio', { name: 'First', exact: true })).toBeChecked()
    await expect(page.locator('input[name="disclaimer"]')).toBeChecked()
    await giveConsentAndBook(page)
    await expect(page.getByRole('main')).toContainText(time)
    await checkPage()
  })
})

test('times leave the picker as other members take them', async ({ page, checkPage }) => {
  const [member, first, second] = await Promise.all([newMember(), newMember(), newMember()])
  const eventId = await eventIn(WATCHED_TOWN)
  await signIn(page.context(), member)
  await page.clock.install()
  await page.goto(`/book-event?event=${eventId}`)
  await expect(page.getByRole('radio', { name: '12:20' })).toBeEnabled()
  await checkPage()

  await first.ask(`POST /api/events/${eventId}/holds`, { slot: '12:20' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('radio', { name: /12:20/ })).toBeDisabled()
  await expect(page.getByText(/12:20.* just been taken\. \d+ times left\./)).toBeVisible()

  await second.ask(`POST /api/events/${eventId}/holds`, { slot: '12:40' })
  await page.clock.fastForward('00:31')
  await expect(page.getByRole('radio', { name: /12:40/ })).toBeDisabled()
})

test('a hold counts down to its end, and another time is chosen without losing answers', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.clock.install()
  await page.goto(`/book-event?event=${await eventIn(TOWN)}`)
  await chooseTime(page, '23:00')
  await consent(page)
  await expect(page.getByText(/1[45] minutes from now/)).toBeVisible()
  await page.clock.fastForward('14:10')
  await expect(page.getByText('less than a minute')).toBeVisible()
  await expect(page.getByText('We will hold your time for 1 more minute.')).toBeAttached()
  await page.clock.fastForward('01:00')
  const over = page.getByRole('alert').filter({ hasText: 'We have kept your answers.' })
  await expect(over).toContainText(
    'We held your time for 15 minutes, and it has now been released. Please choose again.',
  )
  await checkPage()

  await over.getByRole('link', { name: 'Choose again' }).click()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await chooseTime(page, '23:10')
  await expect(page.getByRole('radio', { name: 'First', exact: true })).toBeChecked()
  await giveConsentAndBook(page)
  await expect(page.getByRole('main')).toContainText('23:10')
  await checkPage()
})
