import { expect, test } from './fixtures.ts'
import { chooseFirstTime } from './journey.ts'
import { newMember, signIn } from './member.ts'

const TITLE = 'Three questions before you book'
const GP = { name: 'See your GP first' }
const TEST = { name: 'What the test can and cannot tell' }

test('the card has two sides that follow the answers, and nothing leaves the page', async ({
  page,
  checkPage,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/before-you-book')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() !== 'font') sent.push(`${request.method()} ${request.url()}`)
  })
  const gp = page.getByRole('region', GP)
  await expect(gp.getByRole('listitem')).toHaveCount(9)
  await page.getByLabel('50 to 80').check()
  await page.getByRole('group', { name: 'any of these symptoms' }).getByLabel('No').check()
  await expect(gp).toContainText('free PSA test')
  await expect(gp).not.toContainText('If you are over 80')
  await expect(page.getByRole('region', TEST)).toContainText('about 1 in 7')
  await checkPage()
  await page.getByRole('group', { name: 'any of these symptoms' }).getByLabel('Yes').check()
  await expect(page.getByRole('status').first()).toHaveText(/see your GP or your clinic first/)
  expect(sent).toEqual([])
  const stored = () => [localStorage.length, Object.keys(sessionStorage).join(), document.cookie]
  expect(JSON.stringify(await page.evaluate(stored))).not.toMatch(/symptoms|50 to 80/)
  await page.reload()
  await expect(page.getByLabel('50 to 80')).not.toBeChecked()
})

test('ticked answers are in the consent form of the booking', async ({ page, checkPage }) => {
  await signIn(page.context(), await newMember())
  await page.goto('/before-you-book')
  for (const [question, answer] of [
    [/had prostate cancer/, 'Yes'],
    [/breast or ovarian cancer/, 'No'],
    [/any of these medicines/, 'None'],
  ] as const) {
    await page.getByRole('group', { name: question }).getByLabel(answer, { exact: true }).check()
  }
  await page.getByLabel('Fill in the consent form with these answers').check()
  await checkPage()
  await page.getByRole('link', { name: 'Find an event' }).click()
  await expect(page.getByRole('heading', { name: 'Find a screening event' })).toBeVisible()
  await checkPage()
  await page.getByRole('link', { name: 'Newcastle PSA screening' }).click()
  await checkPage()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await chooseFirstTime(page)
  await page.getByRole('button', { name: 'Proceed to Consent Form' }).click()
  const group = page.getByRole('group', { name: /had prostate cancer\?/ }).first()
  await expect(group.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'None', exact: true })).toBeChecked()
  await checkPage()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the card says all that could concern the visitor', async ({ page }) => {
    await page.goto('/before-you-book')
    await expect(page.getByRole('region', GP).getByRole('listitem')).toHaveCount(9)
    await expect(page.getByRole('region', TEST)).toContainText('not a diagnosis')
    await expect(page.getByRole('link', { name: 'Find an event' })).toBeVisible()
  })
})
