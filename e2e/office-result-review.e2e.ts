// A hundred greens and five reds, by keyboard alone, from the review to a release.
import type { Page } from '@playwright/test'
import { BAND_COMMENTS } from '../domain/office/result-comments.ts'
import { expect, test } from './fixtures.ts'
import { importDay } from './import-day.ts'
import { onToNextResult } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

const GREENS = 100
const REDS = 5
/**
 * Somebody new looks at each number for a few seconds, and presses fewer keys than this. Steps past
 * the results of the demo and of other tests are not counted.
 */
const MOST_PRESSES = 200

type Person = { name: string; isRed: boolean }

test('a hundred greens and five reds are reviewed with the keyboard alone', async ({
  page,
  browser,
  checkPage,
}) => {
  test.setTimeout(600_000)
  const first = await newStaff(['clinician', 'office'])
  await openOffice(page, { staff: first, path: '/office/results', checkPage })
  const people = await importPeople(page)
  const greens = new Set(people.filter(({ isRed }) => !isRed).map(({ name }) => name))
  const reds = new Set(people.filter(({ isRed }) => isRed).map(({ name }) => name))
  await page.reload()
  let presses = 0
  const press = async (key: string, on = page) => {
    presses += 1
    await on.keyboard.press(key)
  }
  await checkPage()

  await press('?')
  await expect(page.getByRole('dialog')).toContainText('Confirm green results as a list')
  await checkPage()
  await press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press('l')
  await expect(title(page, 'Confirm green results as a list')).toBeVisible()
  for (let round = 0; greens.size > 0 && round < 8; round++) {
    const rows = page.getByRole('checkbox')
    await expect(rows.first()).toBeVisible()
    expect(await page.locator('input:checked').count()).toBe(0)
    if (round === 0) await checkPage()
    const names = await page.locator('ul b').allInnerTexts()
    const mine = names.map((text) => text.split(',')[0] ?? '').filter((name) => greens.has(name))
    if (mine.length > 0) await press('j')
    for (const text of mine.length > 0 ? names : []) {
      const name = text.split(',')[0] ?? ''
      if (mine.includes(name)) await press(' ')
      else if (reds.has(name)) await press('j')
      else await page.keyboard.press('j')
    }
    if (mine.length === 0) {
      await page.keyboard.press('n')
      await expect(page).toHaveURL(/after=/)
      continue
    }
    await press('2')
    await press('Enter')
    const [confirmed = ''] = mine
    await expect(page.locator('ul b', { hasText: `${confirmed},` })).toHaveCount(0)
    await expect(page.getByText(`${mine.length} confirmed as green`)).toBeVisible()
    for (const name of mine) greens.delete(name)
  }
  expect(greens.size).toBe(0)

  await page.goto('/office/results')
  await expect(page.getByRole('table')).toBeVisible()
  await press('n')
  await reviewReds(page, { press, reds, keys: ['r', 'f', 'Enter'], checkPage })
  expect(presses).toBeLessThan(MOST_PRESSES)
  test
    .info()
    .annotations.push({ type: 'presses of the first clinician', description: `${presses}` })

  presses = 0
  const second = await newStaff(['clinician'])
  const others = await browser.newPage()
  await openOffice(others, { staff: second, path: '/office/results?tab=second' })
  const pressThere = (key: string) => press(key, others)
  await expect(others.getByRole('table')).toBeVisible()
  await expect(others.getByRole('table')).not.toContainText(/\bRed\b/)
  await pressThere('n')
  const keys = ['r', 'Enter']
  await reviewReds(others, { press: pressThere, reds, keys, isSecond: true })
  await others.goto('/office/results?tab=calls')
  const [red = ''] = reds
  await others.getByRole('link', { name: red }).focus()
  await pressThere('Enter')
  await expect(others.getByRole('heading', { name: 'Call first' })).toBeVisible()
  await others.getByLabel('Yes, they know the result').focus()
  await pressThere(' ')
  await others.getByLabel('What happened').focus()
  await others.keyboard.type('He knows, and rings his surgery today.')
  await pressThere('Enter')
  await expect(title(others, red)).toBeHidden()
  await others.close()
})

/** Each red of ours is decided with these keys, and the next one opens by itself. */
async function reviewReds(
  page: Page,
  {
    press,
    reds,
    keys,
    isSecond = false,
    checkPage,
  }: {
    press: (key: string) => Promise<void>
    reds: ReadonlySet<string>
    keys: readonly string[]
    isSecond?: boolean
    checkPage?: () => Promise<void>
  },
) {
  const left = new Set(reds)
  for (let seen = 0; left.size > 0 && seen < 300; seen++) {
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(/, aged \d+$/)
    const shown = await heading.innerText()
    const name = shown.split(',')[0] ?? ''
    expect(await page.locator('input:checked').count()).toBe(0)
    if (isSecond) await expect(page.locator('#decide')).not.toContainText(BAND_COMMENTS.Red)
    await checkPage?.()
    await onToNextResult(page, async () => {
      if (!left.delete(name)) await page.keyboard.press('n')
      else for (const key of keys) await press(key)
    })
  }
  await checkPage?.()
  expect(left.size).toBe(0)
}

function title(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name })
}

async function importPeople(page: Page): Promise<Person[]> {
  const reds = new Set([7, 23, 41, 66, 99])
  const values = Array.from({ length: GREENS + REDS }, (_, n) => (reds.has(n) ? '11.4' : '0.8'))
  const { people } = await importDay(page, values)
  return people.map(({ first_name: first, last_name: last }, n) => ({
    name: `${first} ${last}`,
    isRed: reds.has(n),
  }))
}
