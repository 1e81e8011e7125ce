// A whole day at the venue, on a site of its own that is killed meanwhile.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  chromium,
  expect,
  type Page,
  type Route,
  test,
} from '@playwright/test'
import type { Day } from '../domain/office/day-schemas.ts'
import { browserLaunch } from '../scripts/browser-launch.ts'
import { openRushSite, type RushSite } from '../test/storms/rush-site.ts'
import { untilReady } from '../test/storms/test-site.ts'
import { addVenueDay, holdDay, storedPresses, type VenueDay } from './day.queries.ts'
import {
  checkIn,
  codeIsWritten,
  find,
  hasState,
  loadDay,
  nameOf,
  noSample,
  registerWalkIn,
  sendNow,
  statesOn,
  takeSample,
  undo,
} from './door.ts'
import { typeDayCode } from './tablet.ts'

const READY_MS = 60_000
/** Late enough for the site to let the appointment be cancelled. */
const CANCELS = 55
const WALKED_IN = {
  hall: { first_name: 'Walter', last_name: 'Withoutnetwork' },
  door: { first_name: 'Wilfred', last_name: 'Withnetwork' },
}
const SENT = { timeout: 60_000 }

let site: RushSite
let day: VenueDay
let profile: string
test.beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'tablet-'))
  site = await openRushSite()
  await site.start()
  day = await addVenueDay({ count: 60, free: 2, url: site.database().url })
})
test.afterAll(async () => {
  await site.close()
  await rm(profile, { recursive: true, force: true })
})

test('sixty people, two tablets, one without a network all day, and a server that dies lose nothing', async ({
  browser,
}) => {
  const people = day.people
  const at = (n: number) => {
    const person = people[n]
    if (!person) throw new Error(`there is no person ${n}`)
    return person
  }
  const pressed: [type: string, appointment: number][] = []
  const press = async (type: string, n: number, work: Promise<void>) => {
    await work
    pressed.push([type, at(n).id])
  }
  const [lead, helper] = await Promise.all([site.clerk(), site.clerk()])

  let hall = await openTablet(lead.cookie)
  await hall.goto(dayAddress())
  const code = await loadDay(hall)
  await codeIsWritten(hall)
  await hall.context().setOffline(true)

  const door = await (await browser.newContext({ baseURL: origin() })).newPage()
  await giveCookies(door.context(), helper.cookie)
  await door.goto(dayAddress())
  await loadDay(door)
  await codeIsWritten(door)

  await test.step('one cancels meanwhile', async () => {
    const cancelled = await fetch(`${origin()}/api/office/appointments/${at(CANCELS).id}/cancel`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie: lead.cookie, origin: origin() },
      body: JSON.stringify({ reason: 'rang us', refund: 'none' }),
    })
    expect(cancelled.status).toBe(200)
  })

  await test.step('both tablets work at once, a few people at both', async () => {
    const without = async () => {
      const came = [...Array(14).keys(), CANCELS, 15, 16, 17]
      for (const n of came) await press('arrive', n, checkIn(hall, at(n)))
      for (let n = 0; n < 5; n++) await press('sample', n, takeSample(hall, at(n), `LAB 00${n}`))
      await press('not_sampled', 5, noSample(hall, at(5), 'Felt unwell'))
      await press('not_sampled', 6, noSample(hall, at(6), 'Changed their mind'))
      await press('undo', 7, undo(hall, at(7), 'pressed the wrong name'))
      await registerWalkIn(hall, WALKED_IN.hall)
    }
    const withIt = async () => {
      for (let n = 15; n < 32; n++) await press('arrive', n, checkIn(door, at(n)))
      for (let n = 20; n < 25; n++) await press('sample', n, takeSample(door, at(n), `LAB 0${n}`))
      // The tube that the other tablet has for another person, which nobody here can know.
      await press('sample', 25, takeSample(door, at(25), 'LAB 004'))
      await press('not_sampled', 26, noSample(door, at(26), 'No blood could be drawn'))
      await registerWalkIn(door, WALKED_IN.door)
    }
    await Promise.all([without(), withIt()])
  })

  await test.step('a tube that the tablet knows, and a reference of elsewhere, are shown at once', async () => {
    await takeSample(hall, at(8), 'lab000')
    await expect(hall.getByText(`This tube belongs to ${nameOf(at(0))}`)).toBeVisible()
    await hall.getByLabel('Tube code').fill('LAB 008')
    await press('sample', 8, hall.getByRole('button', { name: 'Sample taken' }).click())
    await find(hall, 'RELSEWHERE')
    await expect(hall.getByText('Nobody on today’s list matches.')).toBeVisible()
    await find(hall, at(30).reference.toLowerCase())
    await expect(hall.getByRole('listitem').filter({ hasText: nameOf(at(30)) })).toBeVisible()
  })

  await test.step('the tablet is switched off hard, and opens again without a network', async () => {
    await expect(hall.getByText('No connection: 28 actions waiting to send')).toBeVisible()
    await crash(hall)
    hall = await openTablet(lead.cookie)
    await hall.context().setOffline(true)
    await hall.goto(dayAddress())
    await expect(hall.getByText(/28 actions waiting to be sent/)).toBeVisible()
    await typeDayCode(hall, code)
    await expect(hall.getByText('No connection: 28 actions waiting to send')).toBeVisible()
    await hasState(hall, at(4), 'Sample taken')
    await press('arrive', 50, checkIn(hall, at(50)))
  })

  await test.step('the server dies after it has stored a press, before it answers', async () => {
    await everythingIsSent(door)
    const { died } = await dieBeforeAnswering(door)
    await press('arrive', 45, checkIn(door, at(45)))
    await died
    await expect(door.getByText('No connection: 1 action waiting to send')).toBeVisible()
    expect(await rowsOf(45)).toHaveLength(1)
    await untilReady(site.port, READY_MS)
    await sendNow(door)
    await everythingIsSent(door)
    expect(await rowsOf(45)).toHaveLength(1)
  })

  await test.step('the server dies before it has stored a press', async () => {
    const held = await holdDay(day.id, site.database().url)
    await press('arrive', 46, checkIn(door, at(46)))
    await held.untilAwaited()
    killServers()
    await held.release()
    await expect(door.getByText('No connection: 1 action waiting to send')).toBeVisible()
    expect(await rowsOf(46)).toHaveLength(0)
    await untilReady(site.port, READY_MS)
    await sendNow(door)
    await everythingIsSent(door)
    expect(await rowsOf(46)).toHaveLength(1)
  })

  await test.step('the other tablet has a network at last, while the server dies once more', async () => {
    const { died } = await dieBeforeAnswering(hall)
    await hall.context().setOffline(false)
    await died
    await expect(hall.getByText('No connection: 29 actions waiting to send')).toBeVisible()
    await untilReady(site.port, READY_MS)
    await sendNow(hall)
    await everythingIsSent(hall)
  })

  await test.step('what needs a look is shown', async () => {
    await hall.getByRole('button', { name: /Please look/ }).click()
    const shown = hall.getByRole('region', { name: 'Please look at these' })
    for (const n of [15, 16, 17])
      await expect(shown).toContainText(`${nameOf(at(n))} was checked in twice`)
    await expect(shown).toContainText(`${nameOf(at(CANCELS))} cancelled this appointment`)
    await expect(shown).toContainText(`${nameOf(at(4))} has no sample recorded`)
  })

  await test.step('the day is closed, and all agree', async () => {
    await door.getByRole('button', { name: 'Close the day' }).click()
    // What was flagged during the day is listed, and nobody has dealt with it.
    const question = door.getByRole('alertdialog')
    await expect(question).toContainText('Please look')
    await question.getByRole('button', { name: 'Close it all the same' }).click()
    await expect(door.getByText('This day is closed.')).toBeVisible()
    await sendNow(hall)
    await expect(hall.getByText('This day is closed.')).toBeVisible(SENT)
    const stored = await serverStates(lead.cookie)
    expect(await statesOn(door)).toEqual(stored)
    expect(await statesOn(hall)).toEqual(stored)
    // Those whose time is not over yet follow by themselves.
    const { expected = 0, did_not_attend: missed = 0, ...come } = counted(Object.values(stored))
    expect(come).toEqual({ arrived: 22, not_sampled: 3, sampled: 11 })
    expect(expected + missed).toBe(26)
  })

  await test.step('each press is stored once, with nothing left out', async () => {
    const rows = await storedPresses(day.id, site.database().url)
    const byPerson = rows.filter(({ type }) => type !== 'did_not_attend')
    const [walkIns, others] = [
      byPerson.filter(({ type }) => type === 'walk_in'),
      byPerson.filter(({ type }) => type !== 'walk_in'),
    ]
    expect(walkIns).toHaveLength(2)
    const inOrder = (all: [string, number | null][]) => all.map((one) => one.join(' ')).toSorted()
    expect(inOrder(others.map(({ type, appointment }) => [type, appointment]))).toEqual(
      inOrder(pressed),
    )
    for (const device of new Set(byPerson.map((row) => row.device))) {
      const own = byPerson.filter((row) => row.device === device)
      expect(own.map(({ sequence }) => sequence)).toEqual(own.map((_, n) => n + 1))
    }
    expect(counted(byPerson.map(({ code, status }) => code ?? status))).toEqual({
      applied: byPerson.length - 5,
      already_arrived: 3,
      cancelled_meanwhile: 1,
      tube_taken: 1,
    })
  })
})

const origin = () => `http://localhost:${site.port}`
const dayAddress = () => `/office/days/${day.id}`
const rowsOf = async (n: number) =>
  (await storedPresses(day.id, site.database().url)).filter(
    ({ appointment }) => appointment === day.people[n]?.id,
  )
const everythingIsSent = (page: Page) =>
  expect(page.getByText('Everything has been sent')).toBeVisible(SENT)

function killServers(): void {
  for (const pid of site.servers()) process.kill(pid, 'SIGKILL')
}

/** The next call that sends presses is stored, but its answer is lost; `died` is then. */
async function dieBeforeAnswering(page: Page): Promise<{ died: Promise<void> }> {
  const { promise: died, resolve, reject } = Promise.withResolvers<void>()
  const loseAnswer = async (route: Route) => {
    const answer = await route.fetch()
    expect(answer.status()).toBe(200)
    killServers()
    await route.abort()
  }
  await page.route('**/actions', (route) => loseAnswer(route).then(resolve, reject), { times: 1 })
  return { died }
}

async function openTablet(cookie: string): Promise<Page> {
  const tablet = await chromium.launchPersistentContext(profile, {
    ...browserLaunch(),
    baseURL: origin(),
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  await giveCookies(tablet, cookie)
  return tablet.pages()[0] ?? tablet.newPage()
}

async function giveCookies(context: BrowserContext, header: string): Promise<void> {
  const cookies = header.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    return { name, value, url: origin(), httpOnly: name !== 'signed_in' }
  })
  await context.addCookies(cookies)
}

/** As when the tablet's power goes: the browser writes nothing more. */
async function crash(page: Page): Promise<void> {
  const context = page.context()
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()))
  const devtools = await context.newCDPSession(page)
  await devtools.send('Browser.crash').catch(() => undefined)
  await closed
}

async function serverStates(cookie: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin()}/api/office${dayAddress().slice('/office'.length)}`, {
    headers: { cookie },
  })
  const { people }: Day = await answer.json()
  return Object.fromEntries(people.map((person) => [nameOf(person), person.state]))
}

function counted(all: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const one of all) counts[one] = (counts[one] ?? 0) + 1
  return counts
}
