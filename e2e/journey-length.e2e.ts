import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  chooseFirstTime,
  consent,
  expectConsentFor,
  giveConsentAndBook,
  signUp,
} from './journey.ts'
import { newVisitor } from './visitor.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('from home to booked, a new visitor presses at most 22 times and fills at most 12 fields', async ({
  page,
}, { annotations }) => {
  const { taps, fields } = await countOn(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Book an event' }).first().click()
  await expect(page).toHaveURL('/book-event-main')
  await page.getByRole('link', { name: 'Cardiff PSA screening' }).click()
  await page.getByRole('link', { name: 'BOOK', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeVisible()
  const time = await chooseFirstTime(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('link', { name: 'No, create an account' }).click()
  await signUp(page, newVisitor())
  await expectConsentFor(page, time)
  await consent(page)
  await giveConsentAndBook(page)

  const count = `${taps.length} taps and ${fields.size} fields from home to booked`
  console.log(count)
  annotations.push({ type: 'journey', description: count })
  expect(taps.length, 'taps are counted').toBeGreaterThan(10)
  expect(taps.length, taps.join(', ')).toBeLessThanOrEqual(22)
  expect(fields.size, [...fields].join(', ')).toBeLessThanOrEqual(12)
})

/** A tap is a press of a link, button or choice; a field is typed into or chosen from a list. */
async function countOn(page: Page) {
  const taps: string[] = []
  const fields = new Set<string>()
  await page.exposeFunction('countTap', (what: string) => taps.push(what))
  await page.exposeFunction('countField', (name: string) => fields.add(name))
  await page.addInitScript(() => {
    const call = (name: string, value: string) => Reflect.get(window, name)(value)
    const isTyped = 'input:not([type="radio"], [type="checkbox"]), select, textarea'
    addEventListener('pointerdown', ({ target }) => {
      const pressed = target instanceof Element ? target.closest('a, button, label, input') : null
      if (pressed && !pressed.matches(isTyped)) call('countTap', pressed.textContent ?? '')
    })
    addEventListener('input', ({ target }) => {
      if (target instanceof Element && target.matches(isTyped)) {
        call('countField', target.getAttribute('name') ?? target.id)
      }
    })
  })
  return { taps, fields }
}
