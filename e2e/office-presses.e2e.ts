// The presses of a small day: thirty green results, three amber and two red take about 72 keys.
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { importDay } from './import-day.ts'
import { onToNextResult } from './office-results.ts'
import { newStaff, openOffice } from './staff.ts'

const VALUES = [...Array(30).fill('0.8'), ...Array(3).fill('4.4'), ...Array(2).fill('11.4')]
/**
 * The keys of each step. More than one for each decision needs a hazard: a band is released by itself,
 * amber is confirmed by its count, and each red by itself, so that no tick releases what nobody looked at.
 */
const MOST = { greens: 35, ambers: 10, reds: 7, 'second review': 5, calls: 8, release: 16 }
type Step = keyof typeof MOST

test('thirty-five results are decided and released with few presses', async ({ page, browser }) => {
  test.setTimeout(300_000)
  await openOffice(page, {
    staff: await newStaff(['clinician', 'office']),
    path: '/office/results',
  })
  const { people } = await importDay(page, VALUES)
  const names = people.map(({ first_name: first, last_name: last }) => `${first} ${last}`)
  const [greens, ambers, reds] = [names.slice(0, 30), names.slice(30, 33), names.slice(33)]
  const counter = countPresses()

  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  await counter.step('greens', async (press) => {
    await press(page, 'l')
    const left = new Set(greens)
    for (let list = 0; left.size > 0 && list < 8; list++) {
      await expect(page.getByRole('checkbox').first()).toBeVisible()
      const shown = await page.locator('ul b').allInnerTexts()
      const mine = shown.filter((text) => left.has(text.split(',')[0] ?? ''))
      if (mine.length > 0) await press(page, 'j')
      for (const text of mine.length > 0 ? shown : []) {
        if (mine.includes(text)) await press(page, ' ')
        // Past the other bands, and past the results of the demo and of other tests.
        else await page.keyboard.press('j')
      }
      for (const text of mine) left.delete(text.split(',')[0] ?? '')
      await (mine.length > 0 ? confirmGreens(page, press, mine.length) : page.keyboard.press('n'))
    }
    expect(left.size).toBe(0)
  })
  await page.goto('/office/results')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('n')
  await counter.step('ambers', (press) =>
    decide(page, ambers, (key) => press(page, key), ['a', '4', 'Enter']),
  )
  await page.goto('/office/results')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('n')
  await counter.step('reds', (press) =>
    decide(page, reds, (key) => press(page, key), ['r', 'f', 'Enter']),
  )

  const second = await browser.newPage()
  await openOffice(second, {
    staff: await newStaff(['clinician']),
    path: '/office/results?tab=second',
  })
  await expect(second.getByRole('table')).toBeVisible()
  await second.keyboard.press('n')
  await counter.step('second review', (press) =>
    decide(second, reds, (key) => press(second, key), ['r', 'Enter']),
  )
  await counter.step('calls', async (press) => {
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
  await counter.step('release', async (press) => {
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
  for (const [step, { keys, seconds }] of Object.entries(counter.table))
    console.log(`${step}: ${keys} keys, ${seconds} s`)
  for (const [step, most] of Object.entries(MOST))
    expect.soft(counter.table[step as Step]?.keys, step).toBeLessThanOrEqual(most)
})

type Press = (page: Page, key: string) => Promise<void>

function countPresses() {
  const table: Partial<Record<Step, { keys: number; seconds: number }>> = {}
  return {
    table,
    async step(name: Step, work: (press: Press) => Promise<void>): Promise<void> {
      const begun = performance.now()
      let keys = 0
      await work(async (page, key) => {
        keys += 1
        await page.keyboard.press(key)
      })
      table[name] = { keys, seconds: Math.round((performance.now() - begun) / 1_000) }
    },
  }
}

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
