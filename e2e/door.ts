import { expect, type Page } from '@playwright/test'

/** The answer of a walk-in, or of somebody on the telephone, who understands the test. */
export const UNDERSTOOD = 'Yes, they can say it in their own words'

/** Who stands at the door, as the screen names them. */
export type Shown = { first_name: string; last_name: string }

/** Loads the day that the page shows; returns its code once the day is kept on the tablet. */
export async function loadDay(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Load the day' }).click()
  await expect(page.getByRole('heading', { name: 'Write this code down' })).toBeVisible()
  const code = await page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/).innerText()
  await expect
    .poll(() => page.evaluate(async () => !!(await caches.match('/office/days/document'))))
    .toBe(true)
  return code
}

export async function codeIsWritten(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I have written it down' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
}

export const nameOf = (person: Shown) => `${person.first_name} ${person.last_name}`

export async function find(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text)
}

export async function checkIn(page: Page, person: Shown): Promise<void> {
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Check in ${nameOf(person)}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Check in' }).click()
  await hasState(page, person, 'Arrived')
}

export async function takeSample(page: Page, person: Shown, tube: string): Promise<void> {
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Sample of ${nameOf(person)}`, exact: true }).click()
  await page.getByLabel('Tube code').fill(tube)
  await page.getByRole('button', { name: 'Sample taken' }).click()
}

export async function noSample(page: Page, person: Shown, reason: string): Promise<void> {
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `No sample of ${nameOf(person)}` }).click()
  await page.getByRole('radio', { name: reason }).check()
  await page.getByRole('button', { name: 'No sample', exact: true }).click()
  await hasState(page, person, 'No sample')
}

export async function undo(page: Page, person: Shown, why: string): Promise<void> {
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Undo for ${nameOf(person)}` }).click()
  await page.getByLabel('Why?').fill(why)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** To the next step of a registration: two steps in a row have a button of the same name. */
export async function goOn(page: Page, button = 'Continue'): Promise<void> {
  const title = page.locator('main h2[tabindex="-1"]')
  const before = await title.innerText()
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect(title).not.toHaveText(before)
}

/** Somebody of sixty who has not booked; `pays` is the last button at a day that costs £25.00, paid in cash. */
export async function registerWalkIn(page: Page, person: Shown, pays?: string): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const choose = (question: RegExp, name: string | RegExp) =>
    page.getByRole('group', { name: question }).getByRole('radio', { name, exact: true }).check()
  await press('Register a walk-in')
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Last name').fill(person.last_name)
  await page.getByRole('textbox', { name: 'Day' }).fill('2')
  await page.getByRole('textbox', { name: 'Month' }).fill('3')
  await page.getByRole('textbox', { name: 'Year' }).fill(String(new Date().getFullYear() - 60))
  await goOn(page)
  await page.getByLabel('Phone (optional)').fill('07700 900118')
  await page.getByRole('radio', { name: 'By phone' }).check()
  await goOn(page)
  await goOn(page)
  await page.getByRole('radio', { name: UNDERSTOOD }).check()
  await goOn(page, 'They have the tablet')
  await page.getByRole('radio', { name: 'First', exact: true }).check()
  await choose(/in your family had prostate cancer/, 'No')
  await choose(/breast or ovarian cancer/, 'No')
  await choose(/any of these medicines/, /^None/)
  await goOn(page)
  for (const tick of [
    /^I have read and agree/,
    /^I consent to my blood/,
    /^I confirm that I am not/,
  ])
    await page.getByRole('checkbox', { name: tick }).check()
  await goOn(page, 'I give my consent')
  await goOn(page, 'I have the tablet back')
  if (pays) await page.getByRole('radio', { name: 'Cash' }).check()
  await goOn(page)
  await press(pays ?? 'Register them')
  await hasState(page, person, 'Arrived')
}

export async function hasState(page: Page, person: Shown, state: string): Promise<void> {
  await find(page, nameOf(person))
  await expect(page.getByRole('listitem').filter({ hasText: nameOf(person) })).toContainText(state)
  await find(page, '')
}

/** The network is back, which the page notices by itself. */
export async function sendNow(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.context().setOffline(false)
}

/** The state of everybody on the tablet, by name. */
export async function statesOn(page: Page): Promise<Record<string, string>> {
  await find(page, '')
  const all = page.getByRole('button', { name: /^All/ })
  await all.click()
  const rows = page.getByRole('list', { name: 'All' }).getByRole('listitem')
  await expect(rows).toHaveCount(Number((await all.innerText()).replace(/\D/g, '')))
  const states = await rows.evaluateAll((items) =>
    items.map((item): [string, string] => [
      item.querySelector('b')?.textContent ?? '',
      item.getAttribute('data-state') ?? '',
    ]),
  )
  return Object.fromEntries(states)
}
