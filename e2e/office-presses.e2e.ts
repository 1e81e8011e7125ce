// The presses of a small day's results, by the table of docs/presses.md: thirty green, three amber, two red.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { importDay } from './import-day.ts'
import { onToNextResult } from './office-results.ts'
import { type Hands, PressCounter } from './presses.ts'
import { newStaff, openOffice } from './staff.ts'

const VALUES = [...Array(30).fill('0.8'), ...Array(3).fill('4.4'), ...Array(2).fill('11.4')]
test('thirty-five results are decided and released with few presses', async ({ page, browser }) => {
  test.setTimeout(300_000)
  await openOffice(page, {
    staff: await newStaff(['clinician', 'office']),
    path: '/office/results',
  })
  const { people } = await importDay(page, VALUES)
  const names = people.map(({ first_name: first, last_name: last }) => `${first} ${last}`)
  const [greens, ambers, reds] = [names.slice(0, 30), names.slice(30, 33), names.slice(33)]
  const counter = new PressCounter()

  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  await counter.act('review 30 green', async ({ key: press }) => {
    await press(page, 'l')
    const left = new Set(greens)
    for (let list = 0; left.size > 0 && list < 8; list++) {
      await expect(page.getByRole('checkbox').first()).toBeVisible()
      const shown = await page.locator('ul b').allInnerTexts()
      const mine = shown.filter((text) => left.has(text.split(',')[0] ?? ''))
      // Another list is there only for the results of the demo and of other tests.
      const pressHere = left.size === greens.length ? press : uncounted
      if (mine.length > 0) await pressHere(page, 'j')
      for (const text of mine.length > 0 ? shown : []) {
        if (mine.includes(text)) await press(page, ' ')
        // Past amber and red, and past the results of others.
        else await (names.includes(text.split(',')[0] ?? '') ? press : uncounted)(page, 'j')
      }
      for (const text of mine) left.delete(text.split(',')[0] ?? '')
      await (mine.length > 0
        ? confirmGreens(page, pressHere, mine.length)
        : page.keyboard.press('n'))
    }
    expect(left.size).toBe(0)
  })
  await page.goto('/office/results')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('n')
  await counter.act('review 3 amber', ({ key: press }) =>
    decide(page, ambers, (key) => press(page, key), ['a', '4', 'Enter']),
  )
  await page.goto('/office/results')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('n')
  await counter.act('review 2 red', ({ key: press }) =>
    decide(page, reds, (key) => press(page, key), ['r', 'f', 'Enter']),
  )

  const second = await browser.newPage()
  await openOffice(second, {
    staff: await newStaff(['clinician']),
    path: '/office/results?tab=second',
  })
  await expect(second.getByRole('table')).toBeVisible()
  await second.keyboard.press('n')
  await counter.act('second review of 2 red', ({ key: press }) =>
    decide(second, reds, (key) => press(second, key), ['r', 'Enter']),
  )
  await counter.act('2 calls', async ({ key: press }) => {
    for (const red of reds) {
      await second.goto('/office/results?tab=calls')
      await second.getByRole('link', { name: red }).focus()
      await press(second, 'Enter')
      await second.getByLabel('Yes, they know the result').focus()
      await press(second, ' ')
      await press(second, 'Tab')
      await second.keyboard.type('Knows it, and rings the surgery today.')
      await press(second, 'Enter')
      await expect(second.getByRole('heading', { level: 1, name: red })).toBeHidden()
    }
  })
  await counter.act('release all 35', async ({ key: press }) => {
    await second.goto('/office/results?tab=ready')
    await expect(second.getByRole('table')).toBeVisible()
    await press(second, 'p')
    await releaseBand(second, greens, (key) => press(second, key))
    await second.getByRole('radio', { name: /^Green/ }).focus()
    await press(second, 'ArrowDown')
    await releaseBand(second, ambers, (key) => press(second, key))
    for (const red of reds) {
      await second.goto('/office/results?tab=ready')
      await second.getByRole('link', { name: red }).focus()
      await press(second, 'Enter')
      const submit = second.getByRole('button', { name: /^Release/ })
      await expect(submit).toBeVisible()
      await writeReason(second)
      await submit.focus()
      await press(second, 'Enter')
      await expect(second.getByText(`Released: ${red}.`).first()).toBeVisible()
    }
  })
  await second.close()
  counter.compare()
})

type Press = Hands['key']

const uncounted: Press = (page, key) => page.keyboard.press(key)

async function confirmGreens(page: Page, press: Press, count: number): Promise<void> {
  await press(page, '2')
  await press(page, 'Enter')
  await expect(page.getByText(`${count} confirmed as green`)).toBeVisible()
}

/** Each of these is decided with the keys; the next one opens by itself. */
async function decide(
  page: Page,
  names: readonly string[],
  press: (key: string) => Promise<void>,
  keys: readonly string[],
): Promise<void> {
  const left = new Set(names)
  for (let seen = 0; left.size > 0 && seen < 300; seen++) {
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(/, aged \d+$/)
    const shown = await heading.innerText()
    await onToNextResult(page, async () => {
      if (left.delete(shown.split(',')[0] ?? '')) for (const key of keys) await press(key)
      else await page.keyboard.press('n')
    })
  }
  expect(left.size).toBe(0)
}

/** Ticks all of the band, and takes the ticks of the demo and of other tests away. */
async function releaseBand(
  page: Page,
  names: readonly string[],
  press: (key: string) => Promise<void>,
): Promise<void> {
  await expect(page.getByText(/^Tick all/)).toBeVisible()
  await press('t')
  for (const box of await page
    .getByRole('group', { name: 'Results' })
    .getByRole('checkbox')
    .all()) {
    const label = await box.evaluate(
      (input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '',
    )
    if (!names.some((name) => label.includes(name))) await box.uncheck()
  }
  const sure = page.getByRole('checkbox', { name: /^Yes, / })
  if (await sure.isVisible()) {
    await sure.focus()
    await press(' ')
  }
  await writeReason(page)
  await page.getByRole('button', { name: `Release ${names.length} (Enter)` }).focus()
  await press('Enter')
  await expect(page.getByText(`${names.length} released`).first()).toBeVisible()
}

/** Amber and red late in the week; the words are not counted, as the notes of the calls. */
async function writeReason(page: Page): Promise<void> {
  const reason = page.getByLabel('Why can this amber or red result not wait until Monday?')
  if (await reason.isVisible()) await reason.fill('They were rung.')
}
