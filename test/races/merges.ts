// A merge against the bookings of the record that goes, and against other merges. Of what is asked
// one is done, and nothing to come is left with the record that goes.
import { book } from '../app/bookings.ts'
import { confirmByAnother } from '../app/merges.ts'
import { openTestApp, type TestApp, type TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'

export type RaceOfMerges = keyof typeof races
type Admin = Awaited<ReturnType<TestApp['staff']>>
type Ground = { site: TestApp; admin: Admin; second: Admin }

const ROUNDS_ON_A_DATABASE = 50

/** What was untrue after `rounds` races; `answers` are the codes that were seen, with counts. */
export async function runRacesOfMerges(
  race: RaceOfMerges,
  { rounds, without = [] }: { rounds: number; without?: Protection[] },
): Promise<{ answers: Map<string, number>; broken: string[] }> {
  const score = { answers: new Map<string, number>(), broken: [] as string[] }
  for (let first = 0; first < rounds; first += ROUNDS_ON_A_DATABASE) {
    const site = await openTestApp()
    const [admin, second] = [await site.staff(['admin']), await site.staff(['admin'])]
    const ground = { site, admin, second }
    for (const protection of without) await dropProtection(site.owner, protection)
    for (let n = first; n < Math.min(rounds, first + ROUNDS_ON_A_DATABASE); n++) {
      const { answers, broken } = await races[race](ground, n)
      for (const one of answers) score.answers.set(one, (score.answers.get(one) ?? 0) + 1)
      const { database, now } = site.deps
      score.broken.push(...broken, ...(await brokenInvariants(database.db, now())))
    }
    await site.close()
  }
  return score
}

type Outcome = { answers: string[]; broken: string[] }

const races = {
  'a record is merged while it books': async (ground, round) => {
    const { site } = ground
    const event = await site.event({ places: 12 })
    const [kept, merged] = [await site.member(), await site.member()]
    await site.consent(merged, event)
    const bookings = ['10:00', '10:20', '10:40'].map((time) => book(site, merged, event, time))
    // In every second round it begins when the first booking is answered.
    if (round % 2 === 1) await Promise.race(bookings)
    await merge(ground, [kept, merged])
    const booked = await Promise.all(bookings)
    const acknowledged = booked.filter(({ status }) => status === 201).length
    const stored = await upcomingOf(site, kept)
    const broken = []
    if (acknowledged > 1) broken.push(`${acknowledged} bookings of one member`)
    if (stored !== acknowledged)
      broken.push(`${acknowledged} booked, ${stored} with the kept record`)
    return { answers: booked.map(codeOf), broken }
  },
  'two records are merged in both directions': async (ground) => {
    const { site } = ground
    const [one, other] = [await site.member(), await site.member()]
    const asked = [1, 2, 3].flatMap(() => [
      merge(ground, [one, other]),
      merge(ground, [other, one]),
    ])
    const answers = (await Promise.all(asked)).map(codeOf)
    const { rows } = await site.deps.database.pool.query(
      'select merged_into from members where id in ($1, $2) and merged_into is not null',
      [one.id, other.id],
    )
    const done = answers.filter((answer) => answer === 'done').length
    const unlikely = answers.filter((answer) => !MERGED.includes(answer))
    const broken = unlikely.map((answer) => `answered ${answer}`)
    if (done !== 1 || rows.length !== 1) broken.push(`${done} done, ${rows.length} merged`)
    return { answers, broken }
  },
} satisfies Record<string, (ground: Ground, round: number) => Promise<Outcome>>

// 'busy': the record was merged between reading it and writing; asked again, the answer is another.
const MERGED = ['done', 'already_merged', 'changed_meanwhile', 'not_open', 'busy']

export const RACES_OF_MERGES = Object.keys(races).filter(
  (name): name is RaceOfMerges => name in races,
)

function codeOf({ status, body }: Awaited<ReturnType<TestApp['ask']>>): string {
  return status < 300 ? 'done' : String(body.code)
}

/**
 * Proposed and confirmed by two admins. The account of the record that goes stays, so that its
 * bookings are not signed out.
 */
async function merge(
  { site, admin: as, second }: Ground,
  [kept, merged]: [TestMember, TestMember],
) {
  const answer = await site.ask('POST', `/api/office/members/${kept.id}/merges`, {
    as,
    body: {
      member_id: merged.id,
      kept_version: 1,
      merged_version: 1,
      fields: {},
      account: 'merged',
      reason: 'race',
    },
  })
  return answer.status === 202 ? confirmByAnother(site, answer.body.request_id, second) : answer
}

async function upcomingOf(site: TestApp, { id }: TestMember): Promise<number> {
  const { rows } = await site.deps.database.pool.query(
    `select 1 from upcoming_appointments where member_id = $1`,
    [id],
  )
  return rows.length
}
