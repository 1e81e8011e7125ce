// Races of clerks with members about one appointment. Whichever comes first, what is stored is one
// of the answers: the appointment is cancelled once, refunded once and mailed once.
import type { CharityEvent } from '../../domain/contract.ts'
import { bookedId, consentingMembers, move } from '../app/bookings.ts'
import { consentFormFor } from '../app/consent-form.ts'
import { payByCard } from '../app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'

export type RaceOfClerks = keyof typeof races
export type Clerk = Awaited<ReturnType<TestApp['staff']>>
type Answer = Awaited<ReturnType<TestApp['ask']>>

const CLERKS = 4
const ROUNDS_ON_A_DATABASE = 50

/** What was untrue after `rounds` races; `cancelled` counts the cancellations that were done. */
export async function runRacesOfClerks(
  race: RaceOfClerks,
  { rounds, without = [] }: { rounds: number; without?: Protection[] },
): Promise<{ cancelled: number; broken: string[] }> {
  const score = { cancelled: 0, broken: [] as string[] }
  for (let first = 0; first < rounds; first += ROUNDS_ON_A_DATABASE) {
    const ground = await openGround(without)
    for (let n = first; n < Math.min(rounds, first + ROUNDS_ON_A_DATABASE); n++) {
      const { cancels, others, expected } = await races[race](ground)
      const done = cancels.filter(({ status }) => status === 200).length
      score.cancelled += done
      if (done !== 1) score.broken.push(`cancelled ${done} times`)
      for (const { status, body } of [...cancels, ...others]) {
        const answer = status === 200 ? 'done' : String(body?.code)
        if (!expected.includes(answer)) score.broken.push(`answered ${status} ${answer}`)
      }
      const { database, now } = ground.site.deps
      score.broken.push(...(await brokenInvariants(database.db, now())))
    }
    await ground.site.close()
  }
  return score
}

/** Every clerk and the treasurer, and the member whose appointment it is. */
type Ground = {
  site: TestApp
  clerks: Clerk[]
  treasurer: Clerk
  member: TestMember
  event: CharityEvent
  other: CharityEvent
  paid: CharityEvent
}
type Outcome = { cancels: Answer[]; others: Answer[]; expected: string[] }

const TIMES = ['10:20', '10:40', '11:00', '11:20']
const DONE = ['done', 'not_booked']

const races = {
  'clerks cancel, the member moves': async ({ site, clerks, member, event }) => {
    const id = await bookedId(site, member, event, '10:00')
    const moves = TIMES.map((time) => move(site, member, id, time))
    const cancels = clerks.map((clerk) => cancelOnBehalf(site, clerk, id))
    return { cancels: await all(cancels), others: await all(moves), expected: DONE }
  },
  'clerks move to another event, the member cancels': async (ground) => {
    const { site, clerks, member, event, other } = ground
    const id = await bookedId(site, member, event, '10:00')
    const moves = clerks.map((clerk, n) =>
      site.ask('PUT', `/api/office/appointments/${id}/move`, {
        as: clerk,
        body: { ...at(n % 2 ? event : other, TIMES[n] ?? '11:00'), reason: 'race' },
      }),
    )
    const atOnce = await all([1, 2, 3].map(() => cancel(site, member, id)))
    const others = await all(moves)
    // Once more, when nobody moves it any longer.
    const cancels = [...atOnce, await cancel(site, member, id)]
    // A clerk may read that the member is at the other event already, moved by a colleague.
    const expected = [...DONE, 'changed_meanwhile', 'duplicate']
    return { cancels, others, expected }
  },
  'a clerk, the treasurer and the member cancel what was paid': async (ground) => {
    const { site, clerks, treasurer, member, paid } = ground
    const id = await bookedId(site, member, paid, '10:00')
    await payByCard(site.deps.database.db, id, {
      capturedPence: 2500,
      feePence: 75,
      at: site.deps.now(),
    })
    const cancels = [
      ...clerks.map((clerk) => cancelOnBehalf(site, clerk, id)),
      cancelOnBehalf(site, treasurer, id, 'full'),
      cancel(site, member, id),
    ]
    return { cancels: await all(cancels), others: [], expected: DONE }
  },
} satisfies Record<string, (ground: Ground) => Promise<Outcome>>

export const RACES_OF_CLERKS = Object.keys(races).filter(
  (name): name is RaceOfClerks => name in races,
)

async function openGround(without: Protection[]): Promise<Ground> {
  const site = await openTestApp()
  const event = await site.event({ places: 30 })
  const other = await site.event({ places: 30 })
  const paid = await site.event({ places: 30, pricePence: 2500 })
  const [member] = await consentingMembers(site, 1, [event, other, paid])
  if (!member) throw new Error('no member was made')
  const treasurer = await site.staff(['office', 'treasurer'])
  const clerks = await staffMany(site, CLERKS)
  for (const protection of without) await dropProtection(site.owner, protection)
  return { site, clerks, treasurer, member, event, other, paid }
}

export function staffMany(site: TestApp, count: number): Promise<Clerk[]> {
  return Promise.all(Array.from({ length: count }, () => site.staff(['office'])))
}

/** Books for the member by telephone, with a consent taken now. */
export function bookByClerk(
  site: TestApp,
  {
    clerk,
    member,
    event,
    time,
  }: {
    clerk: Clerk
    member: { id: number }
    event: CharityEvent
    time: string
  },
): Promise<Answer> {
  const { eventId: _, psaTestDate: __, ...answers } = consentFormFor(event)
  const consent = { channel: 'telephone', answers }
  const body = { member_id: member.id, ...at(event, time), consent, payment: 'due' }
  return site.ask('POST', '/api/office/appointments', { as: clerk, body })
}

function cancelOnBehalf(site: TestApp, as: Clerk, id: number, refund = 'policy') {
  const body = { reason: 'race', refund }
  return site.ask('PUT', `/api/office/appointments/${id}/cancel`, { as, body })
}

function cancel(site: TestApp, as: TestMember, id: number) {
  return site.ask('PUT', `/api/appointments/${id}/cancel`, { as })
}

function at(event: CharityEvent, time: string) {
  return { event_id: event.event_id, date: event.event_date, time }
}

function all(asked: Promise<Answer>[]): Promise<Answer[]> {
  return Promise.all(asked)
}
