// A random life: a few members at two days of one laboratory, and everybody who works for the charity.
// Acts come in any order, forwards and backwards; those that the site refuses leave nothing behind.
import { randomUUID } from 'node:crypto'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Role } from '../../domain/office/permissions.ts'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { type CardShop, openCardShop } from '../app/card-shop.ts'
import { openLaboratory } from '../app/laboratory.ts'
import { type Random, seeded } from '../app/seeded.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'
import { type Claimed, type Code, type Held, holdRecord, type Word } from './held.ts'

type Person = { userId: string; email: string; cookie: string }
export type Staff = Awaited<ReturnType<TestApp['staff']>>

type StaffName =
  | 'office'
  | 'clinician'
  | 'second'
  | 'venue'
  | 'admin'
  | 'otherAdmin'
  | 'treasurer'
  | 'otherTreasurer'

/** What the world knows of a blood sample: the tube, and whose blood is said to be in it. */
export type Blood = { tube: string; value: string; memberId: number; appointmentId: number }

export type Life = {
  shelf: Shelf
  site: TestApp
  /** The site with the payment provider's stand-in behind it. */
  shop: CardShop
  labId: number
  members: TestMember[]
  events: CharityEvent[]
  staff: Record<StaffName, Staff>
  /** Every press of a sample, undone or not. */
  bloods: Blood[]
  /** Records that the office made, the codes of letters, who claimed, and who decided it. */
  held: Held[]
  codes: Code[]
  claimed: Claimed[]
  words: Word[]
  imports: number[]
  batches: number[]
  /** By appointment: whose it was at first. A merge and its parting move it to and fro. */
  owners: Map<number, number>
  /** Appointments that the office cancelled with the promise of all money back. */
  fullRefunds: Set<number>
  /** What papers and messages said that is not true, in plain sentences. */
  untrue: string[]
  /** How many of the site's mails and SMS were looked at. */
  looked: { mails: number; smses: number }
  /** Draws which requests are sent twice, as after a lost answer. */
  twice: Random
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
/** Pence. */
export const PRICE = 2500

/** A site with a laboratory and staff, for `LIVES_OF_A_SITE` lives. */
export async function openShelf() {
  const shop = await openCardShop({ now: ukInstant(FIRST_DAY, '09:00') })
  const { site } = shop
  const { labId } = await openLaboratory(site)
  const person = (...roles: Role[]) => site.staff(roles)
  const staff = {
    office: await person('office'),
    clinician: await person('clinician'),
    second: await person('clinician'),
    admin: await person('admin', 'office'),
    otherAdmin: await person('admin'),
    treasurer: await person('treasurer'),
    otherTreasurer: await person('treasurer'),
  }
  return { shop, site, labId, staff, lives: 0, numbers: 0 }
}

/** Members who have agreed to both days, before either. */
export async function beginLife(shelf: Shelf, random: Random): Promise<Life> {
  const { shop, site, labId } = shelf
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
        pricePence: random.pick([0, PRICE, PRICE]),
        paymentRequired: random.chance(0.5),
      }),
    )
  const count = 3 + random.below(4)
  const members: TestMember[] = []
  for (let n = 0; n < count; n++) {
    const isTwin = n > 0 && random.chance(0.3)
    const before = members[n - 1]
    const number = nextNumber(shelf)
    const name = isTwin && before ? before.lastName : `Family${number}`
    const born =
      isTwin && before ? before.dateOfBirth : `195${random.below(9)}-0${1 + random.below(9)}-11`
    const member = await site.member({
      firstName: `Man${number}`,
      lastName: name,
      dateOfBirth: born,
      email: `life-${number}@example.org`,
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
  const held: Held[] = []
  if (random.chance(0.6)) {
    const clerk = shelf.staff.office
    clerk.cookie = await site.signIn(clerk.userId, clerk.email, 'aal2')
    const { held: one, member } = await holdRecord(site, {
      random,
      clerk,
      number: nextNumber(shelf),
    })
    for (const event of events) await site.consent(member, event)
    held.push(one)
    members.push(member)
  }
  const ids = events.map(({ event_id: id }) => id)
  const venue = await site.staff(['venue'], { eventIds: ids, leads: ids })
  const life: Life = {
    shelf,
    shop,
    site,
    labId,
    members,
    events,
    staff: { ...shelf.staff, venue },
    bloods: [],
    held,
    codes: [],
    claimed: [],
    words: [],
    imports: [],
    batches: [],
    owners: new Map(),
    fullRefunds: new Set(),
    untrue: [],
    looked: { mails: site.mails.length, smses: site.smses.length },
    twice: seeded(random.below(2 ** 31)),
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

async function signInAll({ site, staff, members, held }: Life): Promise<void> {
  for (const one of Object.values<Person>(staff))
    one.cookie = await site.signIn(one.userId, one.email, 'aal2')
  const accounts = held.flatMap((one) => one.accounts)
  for (const one of [...members, ...accounts]) one.cookie = await site.signIn(one.userId, one.email)
}

/** Of a member, tube or value; on a site of its own, so that a seed tells the same story each time. */
export function nextNumber(shelf: Shelf): number {
  shelf.numbers += 1
  return shelf.numbers
}

export function newTube({ shelf }: Life): string {
  return tubeCodeOf(nextNumber(shelf))
}

/** A number that no other sample has, and no price. */
export function newValue({ shelf }: Pick<Life, 'shelf'>): string {
  const number = nextNumber(shelf)
  return number % 100 === 0 ? newValue({ shelf }) : (number / 100).toFixed(2)
}

export function nameOf({ members }: Life, memberId: number): string {
  return members.find(({ id }) => id === memberId)?.firstName ?? `member ${memberId}`
}

/** Whether the member gave this blood, by the door or by the appointment that was theirs at first. */
export function isTheirs({ owners }: Life, blood: Blood, memberId: number): boolean {
  return blood.memberId === memberId || owners.get(blood.appointmentId) === memberId
}

export function dayOf({ site }: Life): string {
  return ukDate(site.deps.now())
}

/**
 * Sends a request, and sometimes again with the same key as after a lost answer: the second answer
 * is the same, or a refusal.
 */
export async function send(
  life: Life,
  method: 'POST' | 'PUT',
  url: string,
  { as, body }: { as: { cookie: string }; body?: object },
) {
  const headers = { 'idempotency-key': randomUUID() }
  const request = { as, headers, ...(body && { body }) }
  const first = await life.site.ask(method, url, request)
  if (!life.twice.chance(SENT_TWICE)) return first
  const again = await life.site.ask(method, url, request)
  if (again.status !== first.status && again.status < 400)
    life.untrue.push(
      `${method} ${url} was answered ${first.status}, and sent again ${again.status}`,
    )
  return first
}

const SENT_TWICE = 0.12
