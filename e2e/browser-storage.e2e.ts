import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { consent, giveConsentAndBook } from './journey.ts'
import { chooseTime, eventIn, newMember, signIn } from './member.ts'

test('the browser stores who is signed in and the held time, and nothing about health', async ({
  page,
  checkPage,
}) => {
  const member = await newMember()
  await signIn(page.context(), member)
  await page.goto(`/book-event?event=${await eventIn('Glasgow')}`)
  await chooseTime(page, '18:10')
  await consent(page)
  await page
    .getByRole('group', { name: /prostate cancer\?/ })
    .getByRole('radio', { name: 'Yes', exact: true })
    .check()
  await page.getByLabel('Additional details').fill('My father was 61.')
  await checkPage()
  expect(Object.keys(await keptIn(page)).sort()).toEqual(['hold', 'user'])
  expect(Object.keys(JSON.parse((await keptIn(page)).hold ?? '')).sort()).toEqual([
    'expiresAt',
    'owner',
    'time',
    'until',
  ])

  await giveConsentAndBook(page)
  await checkPage()
  const { user, ...rest } = await keptIn(page)
  expect(rest).toEqual({})
  expect(JSON.parse(user ?? '')).toEqual({
    profileId: expect.any(Number),
    firstName: member.firstName,
    lastName: member.lastName,
    email: member.email,
  })
  expect(await page.evaluate(() => document.cookie)).toBe('signed_in=1')
})

function keptIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const stored = { ...localStorage, ...sessionStorage }
    const own = Object.entries(stored).filter(([key]) => !key.startsWith('react-router-scroll'))
    return Object.fromEntries(own)
  })
}
