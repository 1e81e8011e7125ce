// Races that can run a thousand times: the same fifty members request what only one may get, and
// the winner releases it. Requests use real routes and tokens, in process; the storms go over
// HTTP (test/storms).
import type { CharityEvent } from '../../domain/contract.ts'
import { book, consentingMembers, hold, move } from '../app/bookings.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'
import { bookByClerk, type Clerk, staffMany } from './clerks.ts'

export type RaceOfFifty = keyof typeof races
export type Score = { won: number; refused: number; broken: string[] }

const FIFTY = 50
// Checks read whole tables, and fifty members can hold one slot a hundred times, twice each; so
// the races restart on an empty database after this many rounds.
const ROUNDS_ON_A_DATABASE = 50
const LOSERS = new Set(['slot_taken', 'held_before', 'duplicate', 'existing_booking'])

/** Runs `rounds` races of fifty requests and checks every invariant after each. */
export async function runRaces(
  race: RaceOfFifty,
  { rounds, without = [] }: { rounds: number; without?: Protection[] },
): Promise<Score> {
  const score: Score = { won: 0, refused: 0, broken: [] }
  for (let first = 0; first < rounds; first += ROUNDS_ON_A_DATABASE) {
    const ground = await openGround(without)
    for (let n = first; n < Math.min(rounds, first + ROUNDS_ON_A_DATABASE); n++) {
      const run: Race = races[race]
      const { answers, had = [] } = await run(ground, n)
      judge(answers, score)
      const { database, now } = ground.site.deps
      score.broken.push(...(await brokenInvariants(database.db, now())))
      await releasePlaces(ground.site, [...answers, ...had])
    }
    await ground.site.close()
  }
  return score
}

type Ground = {
  site: TestApp
  members: TestMember[]
  clerks: Clerk[]
  last: CharityEvent
  pair: CharityEvent
  roomy: CharityEvent[]
}
type Answered = { member: TestMember; answer: Awaited<ReturnType<TestApp['ask']>> }
type Race = (ground: Ground, n: number) => Promise<{ answers: Answered[]; had?: Answered[] }>

const races = {
  'book a last place': async ({ site, members, last }) => ({
    answers: await atOnce(members, (member) => book(site, member, last, '10:00')),
  }),
  'book a last place, half of the members by a clerk': async ({ site, members, clerks, last }) => ({
    answers: await Promise.all(
      members.map(async (member, n) => {
        const clerk = clerks[n % (2 * clerks.length)]
        const answer = clerk
          ? await bookByClerk(site, { clerk, member, event: last, time: '10:00' })
          : await book(site, member, last, '10:00')
        return { member, answer }
      }),
    ),
  }),
  'hold a last place': async ({ site, members, last }) => ({
    answers: await atOnce(members, (member) => hold(site, member, last, '10:00')),
  }),
  'book in fifty tabs of one member': async ({ site, members, roomy }, n) => {
    const member = members[n % members.length]
    const tabs = members.map((_, tab) => ({ member, event: roomy[tab % roomy.length] }))
    const asked = tabs.map(({ member, event }) => {
      if (!member || !event) throw new Error('no member was given')
      return book(site, member, event, '10:00').then((answer) => ({ member, answer }))
    })
    return { answers: await Promise.all(asked) }
  },
  'book a last place while one moves to it': async ({ site, members, pair }, n) => {
    const mover = members[n % members.length]
    if (!mover) throw new Error('no member was given')
    const before = await book(site, mover, pair, '10:20')
    const id = Number(before.body.appointment.appointment_id)
    const answers = await atOnce(members, (member) =>
      member === mover ? move(site, member, id, '10:00') : book(site, member, pair, '10:00'),
    )
    return { answers, had: [{ member: mover, answer: before }] }
  },
} satisfies Record<string, Race>

export const RACES_OF_FIFTY = Object.keys(races).filter(isRace)

function isRace(name: string): name is RaceOfFifty {
  return name in races
}

async function openGround(without: Protection[]): Promise<Ground> {
  const site = await openTestApp()
  const last = await site.event({ places: 1 })
  const pair = await site.event({ places: 2 })
  const roomy = [await site.event({ places: 60 }), await site.event({ places: 60 })]
  const members = await consentingMembers(site, FIFTY, [last, pair, ...roomy])
  const clerks = await staffMany(site, 5)
  for (const protection of without) await dropProtection(site.owner, protection)
  return { site, members, clerks, last, pair, roomy }
}

function atOnce(members: TestMember[], ask: (member: TestMember) => Promise<Answered['answer']>) {
  return Promise.all(members.map(async (member) => ({ member, answer: await ask(member) })))
}

function judge(answers: Answered[], score: Score): void {
  const won = answers.filter(({ answer }) => answer.status < 300).length
  const lost = answers.filter(({ answer }) => LOSERS.has(answer.body?.code))
  score.won += won
  score.refused += lost.length
  if (won !== 1) score.broken.push(`${won} winners`)
  for (const { answer } of answers) {
    if (answer.status >= 300 && !LOSERS.has(answer.body?.code))
      score.broken.push(`answered ${answer.status} ${answer.body?.code}`)
  }
}

async function releasePlaces(site: TestApp, answers: Answered[]): Promise<void> {
  for (const { member, answer } of answers) {
    const { appointment, hold_id: holdId } = answer.body
    if (answer.status >= 300) continue
    const id = appointment?.appointment_id
    if (id) await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    if (holdId) await site.ask('DELETE', `/api/holds/${holdId}`, { as: member })
  }
}
