// A random life: a few members at two days of one laboratory, and everybody who works for the charity.
// Acts come in any order, forwards and backwards; those that the site refuses leave nothing behind.
import type { CharityEvent } from '../../domain/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { openLaboratory } from '../app/laboratory.ts'
import type { Random } from '../app/seeded.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'

type Person = { userId: string; email: string; cookie: string }
export type Staff = Awaited<ReturnType<TestApp['staff']>>

/** What the world knows of a blood sample: the tube, and whose blood is said to be in it. */
export type Blood = { tube: string; value: string; memberId: number; appointmentId: number }

export type Life = {
  site: TestApp
  labId: number
  members: TestMember[]
  events: CharityEvent[]
  staff: Record<'office' | 'clinician' | 'second' | 'venue' | 'admin' | 'otherAdmin', Staff>
  /** Every press of a sample, undone or not. */
  bloods: Blood[]
  imports: number[]
  /** Mails and SMS to a member when the death was recorded. */
  sentBefore: Map<number, number>
  /** What happened so far, in plain sentences. */
  story: string[]
  /** Which of the moments of the life it is. */
  moment: number
  moments: Date[]
}

export type Shelf = Awaited<ReturnType<typeof openShelf>>
const FIRST_DAY = '2027-01-04'
const DAYS_OF_A_LIFE = 60
/** Lives that share one database: the members grow older meanwhile. */
export const LIVES_OF_A_SITE = 12
const PLACES = 12
let numbers = 0

/** A site with a laboratory and staff, for `LIVES_OF_A_SITE` lives. */
export async function openShelf() {
  const site = await openTestApp({ now: ukInstant(FIRST_DAY, '09:00') })
  const { labId } = await openLaboratory(site)
  const person = (...roles: Role[]) => site.staff(roles)
  const staff = {
    office: await person('office'),
    clinician: await person('clinician'),
    second: await person('clinician'),
    admin: await person('admin', 'office'),
    otherAdmin: await person('admin'),
  }
  return { site, labId, staff, lives: 0 }
}

/** Members who have agreed to both days, before either. */
export async function beginLife(shelf: Shelf, random: Random): Promise<Life> {
  const { site, labId } = shelf
  const day = addDays(FIRST_DAY, shelf.lives * DAYS_OF_A_LIFE)
  shelf.lives += 1
  site.moveTo(ukInstant(day, '09:00'))
  const dates = [addDays(day, 14), addDays(day, 28)]
  const events: CharityEvent[] = []
  for (const date of dates)
    events.push(
      await site.event({
        labId,
        places: PLACES,
        startsAt: ukInstant(date, '10:00'),
        endsAt: ukInstant(date, '12:00'),
      }),
    )
  const count = 3 + random.below(4)
  const members: TestMember[] = []
  for (let n = 0; n < count; n++) {
    const isTwin = n > 0 && random.chance(0.3)
    const before = members[n - 1]
    const name = isTwin && before ? before.lastName : `Family${numbers}`
    const born =
      isTwin && before ? before.dateOfBirth : `195${random.below(9)}-0${1 + random.below(9)}-11`
    numbers += 1
    const member = await site.member({
      firstName: `Man${numbers}`,
      lastName: name,
      dateOfBirth: born,
      email: `life-${numbers}@example.org`,
      ...(random.chance(0.4) && {
        contactBy: 'post' as const,
        addressLines: ['1 High Street'],
        town: 'Diss',
        postcode: 'IP22 4AA',
      }),
    })
    const gpSurgery = random.chance(0.5)
      ? { name: 'Mill Road Surgery', town: 'Diss', email: null }
      : null
    for (const event of events) await site.consent(member, event, { gpSurgery })
    members.push(member)
  }
  const ids = events.map(({ event_id: id }) => id)
  const venue = await site.staff(['venue'], { eventIds: ids, leads: ids })
  const life: Life = {
    site,
    labId,
    members,
    events,
    staff: { ...shelf.staff, venue },
    bloods: [],
    imports: [],
    sentBefore: new Map(),
    story: [],
    moment: 0,
    moments: [
      ukInstant(day, '09:00'),
      ...dates.flatMap((date) => [
        ukInstant(date, '10:05'),
        ukInstant(date, '11:10'),
        ukInstant(addDays(date, 3), '10:00'),
        ukInstant(addDays(date, 6), '10:00'),
      ]),
      ukInstant(addDays(dates[1] ?? day, 20), '10:00'),
    ],
  }
  await signInAll(life)
  return life
}

/** To the life's next moment; false at its end. */
export async function goOn(life: Life): Promise<boolean> {
  const next = life.moments[life.moment + 1]
  if (!next) return false
  life.moment += 1
  life.site.moveTo(next)
  await signInAll(life)
  return true
}

async function signInAll({ site, staff, members }: Life): Promise<void> {
  for (const one of Object.values<Person>(staff))
    one.cookie = await site.signIn(one.userId, one.email, 'aal2')
  for (const one of members) one.cookie = await site.signIn(one.userId, one.email)
}

export function newTube(): string {
  numbers += 1
  return tubeCodeOf(numbers)
}

/** A number that no other sample has. */
export function newValue(): string {
  numbers += 1
  return `${(numbers / 100).toFixed(2)}`
}

export function nameOf({ members }: Life, memberId: number): string {
  return members.find(({ id }) => id === memberId)?.firstName ?? `member ${memberId}`
}

export function dayOf({ site }: Life): string {
  return ukDate(site.deps.now())
}
