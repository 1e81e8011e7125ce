import { buildApp } from '../server/app.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { makeMembers } from '../test/app/crowd.ts'
import { createTestSignIn } from '../test/app/sign-in.ts'
import { type Cost, countRoundTrips } from '../test/database/round-trips.ts'
import type { Bench } from './bench.ts'
import { addEvent } from './crowd.ts'
import { openDeps } from './deps.ts'
import type { Line } from './line.ts'

const AT_MOST: Cost = { roundTrips: 2, durableCommits: 1 }

/** Round trips and durable commits of a hold and a booking, as the driver sends them (docs/decisions, 71). */
export async function benchRoundTrips(bench: Bench): Promise<Line[]> {
  const { deps, close } = await openDeps(bench)
  const event = await addEvent(deps.database, { places: 20 })
  const [member] = await makeMembers(deps.database.db, 1, [event])
  const { auth, signIn } = await createTestSignIn({ now: deps.now, confirmEmail: false })
  if (!member?.userId || !member.email) throw new Error('the member has no account')
  const cookie = await signIn(member.userId, member.email)
  const database = openDatabase(bench.databaseUrl, { max: 1 })
  const counter = countRoundTrips(database.pool)
  const mail = { send: async () => undefined }
  const app = await buildApp(
    { ...deps, database, auth, mail },
    { servePages: async () => undefined },
  )

  const lines: Line[] = []
  const holds = `/api/events/${event.event_id}/holds`
  await measure('hold', 'POST', holds, { slot: '08:20' })
  const wanted = { eventId: event.event_id, appointmentStartTime: '08:20' }
  await measure('booking', 'POST', '/api/appointments', wanted)
  await app.close()
  await database.close()
  await close()
  return lines

  async function measure(what: string, method: 'POST', url: string, payload: object) {
    const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': `bench-${what}`, cookie }
    counter.reset()
    const answer = await app.inject({ method, url, headers, payload })
    const cost = counter.cost()
    if (answer.statusCode > 201) throw new Error(`${url} was answered ${answer.body}`)
    lines.push(costLine(`${what}: round trips and commits`, cost))
  }
}

function costLine(what: string, { roundTrips, durableCommits }: Cost): Line {
  const isHeld = roundTrips <= AT_MOST.roundTrips && durableCommits <= AT_MOST.durableCommits
  return {
    what,
    measured: `${roundTrips} and ${durableCommits}`,
    budget: `at most ${AT_MOST.roundTrips} and ${AT_MOST.durableCommits}`,
    held: isHeld ? 'yes' : 'NO',
    seen: 'a read and a write; the check of the session apart, which a rush shares',
  }
}
