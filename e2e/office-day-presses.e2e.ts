// The presses of the day at the venue and of its letters, by the table of docs/presses.md.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { appointmentCodeOf } from '../domain/appointment-code.ts'
import { slipCodeOf } from '../domain/office/slips.ts'
import { tubeCodeOf } from '../domain/office/tube-code.ts'
import { addVenueDay, type VenueDay, wantSlips } from './day.queries.ts'
import { codeIsWritten, find, hasState, loadDay, nameOf, type Shown, UNDERSTOOD } from './door.ts'
import { expect, test } from './fixtures.ts'
import { type Hands, PressCounter, pressTable, scan } from './presses.ts'
import { addWaitingLetters } from './queries.ts'
import { newStaff, openOffice } from './staff.ts'

test.use({ viewport: { width: 768, height: 1024 } })

const ROUNDS = 3
/** Each is a new member, also when the test runs again: the screen asks about people who are alike. */
const WALK_INS = ['Walter', 'Peter', 'Colin'].map((first_name) => ({
  first_name,
  last_name: `Walkin${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`,
}))
type WalkIn = Shown & { birthYear: number }
type Booked = VenueDay['people'][number]

test('each press that was added has the hazard that needs it', () => {
  const log = readFileSync('docs/clinical-safety.md', 'utf8')
  const added = [...pressTable().values()].filter(({ before, now }) => now > before)
  expect(added.length).toBeGreaterThan(0)
  for (const { reason } of added) {
    const [hazard = reason] = /H\d+|(?<=‘).+(?=’)/.exec(reason) ?? []
    expect(log, reason).toContain(/^H/.test(hazard) ? `(${hazard})` : `| ${hazard} |`)
  }
})

test('the day at the venue takes few presses', async ({ page }) => {
  const counter = new PressCounter()
  const { people, tubes } = await openDayOf(page, 20)
  const next = () => people.shift() as Booked
  const tube = () => tubes.shift() as string
  for (let round = 0; round < ROUNDS; round++) {
    const [scanned, named, unwell] = [next(), next(), next()]
    await counter.act('check in, by scan', async (hands) => {
      await checkInByScan(page, scanned, hands)
      await isDone(page, `${nameOf(scanned)} is in.`)
    })
    await counter.act('check in, by name', async (hands) => {
      await checkInByName(page, named, hands)
      await isDone(page, `${nameOf(named)} is in.`)
    })
    await counter.act('sample, by hand', async ({ tap }) => {
      await find(page, named.last_name.slice(0, 5))
      await tap(page.getByRole('button', { name: `Sample of ${nameOf(named)}`, exact: true }))
      await page.getByLabel('Tube code').fill(tube())
      await tap(page.getByRole('button', { name: /^Sample taken/ }))
      await isDone(page, 'Tube ')
    })
    await counter.act('undo the last action', async ({ tap }) => {
      await tap(page.getByRole('button', { name: /^Undo: Tube/ }))
      await page.getByLabel('Why?').fill('Another member')
      await tap(page.getByRole('button', { name: 'Undo', exact: true }))
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await checkInByName(page, unwell, uncounted(page))
    await counter.act('no sample', async ({ tap }) => {
      await find(page, unwell.last_name.slice(0, 5))
      await tap(page.getByRole('button', { name: `No sample of ${nameOf(unwell)}` }))
      await tap(page.getByRole('radio', { name: 'Felt unwell' }))
      await tap(page.getByRole('button', { name: 'No sample', exact: true }))
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await hasState(page, unwell, 'No sample')
    const walkedIn = { ...WALK_INS[round % WALK_INS.length], birthYear: 1950 + round * 4 } as WalkIn
    await counter.act('register a walk-in, free of charge', (hands) =>
      registerByHand(page, walkedIn, hands),
    )
    await hasState(page, walkedIn, 'Arrived')
    // Last, as a code that is read again within three seconds is taken once.
    await counter.act('sample, by scan', async ({ scan }) => {
      await scan(page, appointmentCodeOf(scanned.reference))
      await expect(page.getByLabel('Tube code')).toBeVisible()
      await scan(page, tube())
      await isDone(page, 'Tube ')
    })
    await untilNextMember(page)
  }
  await undoOneOfTwo(page, counter, { person: next(), tubes: [tube(), tube()] })
  await counter.act('close the day', async ({ tap }) => {
    await tap(page.getByRole('button', { name: 'Close the day' }))
    await tap(page.getByRole('alertdialog').getByRole('button', { name: /^Close / }))
    await expect(page.getByText('This day is closed.')).toBeVisible()
  })
  counter.compare()
})

test('with slips each member and each sample takes one scan more', async ({ page }) => {
  const counter = new PressCounter()
  const { people, tubes } = await openDayOf(page, ROUNDS, wantSlips)
  for (const [n, person] of people.entries())
    await counter.act('check in with a slip, by scan', async (hands) => {
      await checkInByScan(page, person, hands)
      await expect(page.getByLabel('Code of the slip')).toBeVisible()
      await hands.scan(page, slipCodeOf(tubes[n] ?? ''))
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  for (const [n, person] of people.entries()) {
    const tube = tubes[n] ?? ''
    await counter.act('sample with a slip, by scan', async ({ scan }) => {
      await scan(page, appointmentCodeOf(person.reference))
      await expect(page.getByLabel('Code of the slip')).toBeVisible()
      await scan(page, slipCodeOf(tube))
      await expect(page.getByLabel('Tube code')).toBeFocused()
      await scan(page, tube)
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await hasState(page, person, 'Sample taken')
    await untilNextMember(page)
  }
  counter.compare()
})

test('a code that was refused is replaced by the next scan', async ({ page }) => {
  const { people, tubes } = await openDayOf(page, 2, wantSlips)
  const [person, other] = people
  const [tube = '', neighbours = ''] = tubes
  if (!person || !other) throw new Error('two people are needed')
  await checkInByScan(page, person, uncounted(page))
  const slip = page.getByLabel('Code of the slip')
  await expect(slip).toBeVisible()
  await scan(page, tube)
  await expect(page.getByRole('dialog')).toContainText('This is the label of a tube')
  await scan(page, slipCodeOf(tube))
  await expect(page.getByRole('dialog')).toBeHidden()
  await checkInByScan(page, other, uncounted(page))
  await expect(slip).toBeVisible()
  await scan(page, slipCodeOf(neighbours))
  await expect(page.getByRole('dialog')).toBeHidden()
  await scan(page, appointmentCodeOf(person.reference))
  await expect(slip).toBeFocused()
  await scan(page, slipCodeOf(tube))
  await expect(page.getByLabel('Tube code')).toBeFocused()
  await scan(page, neighbours)
  await expect(page.getByRole('dialog')).toContainText('Stop. This is tube')
  await scan(page, tube)
  await expect(page.getByRole('dialog')).toBeHidden()
  await hasState(page, person, 'Sample taken')
})

test('letters are printed, counted and posted with four presses', async ({ page }) => {
  const counter = new PressCounter()
  await openOffice(page, { staff: await newStaff(['clinician']), path: '/office/letters' })
  for (let round = 0; round < ROUNDS; round++) {
    await addWaitingLetters(1)
    await page.goto('/office/letters')
    await counter.act('print and post a batch of letters', async ({ tap }) => {
      await tap(page.getByRole('button', { name: 'Make a batch' }))
      const saved = page.waitForEvent('download')
      await tap(page.getByRole('button', { name: 'Letters (PDF)', exact: true }))
      await saved
      const letters = await page
        .getByText(/^\d+ letters?$/)
        .first()
        .innerText()
      for (const step of ['All are printed', 'All are posted']) {
        const button = page.getByRole('button', { name: step })
        await expect(button).toBeVisible()
        await page.getByLabel('Envelopes counted').fill(letters.replace(/\D/g, ''))
        await tap(button)
        await expect(button).toBeHidden()
      }
      await expect(page.getByText(/^Posted /)).toBeVisible()
    })
  }
  counter.compare()
})

/** A day of its own, loaded; tubes of it that nobody has. */
async function openDayOf(
  page: Page,
  count: number,
  change: (event: number) => Promise<void> = async () => undefined,
): Promise<{ people: Booked[]; tubes: string[] }> {
  const [staff, day] = await Promise.all([
    newStaff(['office']),
    addVenueDay({ count, free: ROUNDS }),
  ])
  await change(day.id)
  await openOffice(page, { staff, path: '/office/days' })
  await page.goto(`/office/days/${day.id}`)
  await loadDay(page)
  await codeIsWritten(page)
  const first = 6_000_000 + (day.id % 100_000) * 20
  return { people: [...day.people], tubes: [...Array(20).keys()].map((n) => tubeCodeOf(first + n)) }
}

/** A scan within a second of a sample is refused, as too quick to be of the next member. */
async function untilNextMember(page: Page): Promise<void> {
  await expect(async () => {
    await scan(page, appointmentCodeOf('ZZZZ-2222'))
    await expect(page.getByRole('alert')).toContainText('This code is not for today', {
      timeout: 500,
    })
  }).toPass()
}

/** Between acts. */
function uncounted(page: Page): Hands {
  return {
    tap: (control) => control.click(),
    key: () => page.keyboard.press('Enter'),
    scan,
  }
}

async function isDone(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

async function checkInByScan(page: Page, person: Booked, { scan, tap }: Hands): Promise<void> {
  await scan(page, appointmentCodeOf(person.reference))
  await tap(page.getByRole('button', { name: `Check in: ${nameOf(person)}` }))
}

async function checkInByName(page: Page, person: Booked, { tap }: Hands): Promise<void> {
  await find(page, person.last_name.slice(0, 5))
  await tap(page.getByRole('button', { name: `Check in ${nameOf(person)}` }))
  await tap(page.getByRole('button', { name: `Check in: ${nameOf(person)}` }))
  await isDone(page, `${nameOf(person)} is in.`)
}

/** A member with two tubes, one of which is a neighbour's. */
async function undoOneOfTwo(
  page: Page,
  counter: PressCounter,
  { person, tubes }: { person: Booked; tubes: string[] },
): Promise<void> {
  const [own = '', other = ''] = tubes
  await checkInByName(page, person, uncounted(page))
  await find(page, nameOf(person))
  await page.getByRole('button', { name: `Sample of ${nameOf(person)}`, exact: true }).click()
  await page.getByLabel('Tube code').fill(own)
  await page.getByRole('button', { name: /^Sample taken/ }).click()
  await isDone(page, 'Tube ')
  await sampleElsewhere(page, person, other)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: /^Please look 1/ })).toBeVisible()
  await counter.act('undo one of two samples', async ({ tap }) => {
    await find(page, person.last_name.slice(0, 5))
    await tap(page.getByRole('button', { name: `Undo for ${nameOf(person)}` }))
    await tap(page.getByRole('radio', { name: new RegExp(other.slice(-4)) }))
    await page.getByLabel('Why?').fill('The tube of the neighbour')
    await tap(page.getByRole('button', { name: 'Undo', exact: true }))
    await expect(page.getByRole('dialog')).toBeHidden()
  })
}

/** Of another tablet. */
async function sampleElsewhere(page: Page, person: Booked, tube: string): Promise<void> {
  const [eventId] = page.url().match(/\d+$/) ?? []
  const action = {
    id: crypto.randomUUID(),
    device: 'another tablet',
    sequence: 1,
    at: new Date().toISOString(),
    appointment_id: person.id,
    type: 'sample',
    tube,
  }
  const status = await page.evaluate(
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(path, { method: 'POST', headers, body })).status
    },
    { path: `/api/office/days/${eventId}/actions`, body: JSON.stringify({ actions: [action] }) },
  )
  expect(status).toBe(200)
}

async function registerByHand(page: Page, person: WalkIn, { tap }: Hands): Promise<void> {
  const title = page.locator('main h2[tabindex="-1"]')
  const goOn = async (name: string, to: string | RegExp) => {
    await tap(page.getByRole('button', { name, exact: true }))
    await expect(title).toHaveText(to)
  }
  const choose = (question: RegExp, name: string | RegExp) =>
    tap(page.getByRole('group', { name: question }).getByRole('radio', { name, exact: true }))
  await goOn('Register a walk-in', 'Who is the walk-in?')
  await page.getByLabel('First name').fill(person.first_name)
  await page.getByLabel('Last name').fill(person.last_name)
  const born = { Day: '2', Month: '3', Year: String(person.birthYear) }
  for (const [name, value] of Object.entries(born))
    await page.getByRole('textbox', { name }).fill(value)
  await goOn('Continue', 'How can we contact them?')
  await page.getByLabel('Phone (optional)').fill('07700 900118')
  await tap(page.getByRole('radio', { name: 'By phone' }))
  await goOn('Continue', 'Do they need support today?')
  await goOn('Continue', 'Before the consent')
  await tap(page.getByRole('radio', { name: UNDERSTOOD }))
  await goOn('They have the tablet', /^Hello /)
  await tap(page.getByRole('radio', { name: 'First', exact: true }))
  await choose(/in your family had prostate cancer/, 'No')
  await choose(/breast or ovarian cancer/, 'No')
  await choose(/any of these medicines/, /^None/)
  await goOn('Continue', 'Do you want the test?')
  for (const tick of [
    /^I have read and agree/,
    /^I consent to my blood/,
    /^I confirm that I am not/,
  ])
    await tap(page.getByRole('checkbox', { name: tick }))
  await goOn('I give my consent', /Please hand the tablet back$/)
  await goOn('I have the tablet back', 'Place')
  await goOn('Continue', 'Is everything right?')
  await tap(page.getByRole('button', { name: 'Register them' }))
  await expect(page.getByRole('searchbox')).toBeVisible()
}
