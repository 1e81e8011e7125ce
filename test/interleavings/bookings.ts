// Random concurrent bookings: a few members at two small events, each in one or two tabs, while
// holds may expire. A seed fixes the actions and their start, not the database's timing, so it
// repeats a schedule but not always its outcome.

import { randomUUID } from 'node:crypto'
import type { CharityEvent } from '../../domain/contract.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { generateSlots } from '../../domain/slots.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import type { AccountHolderRow } from '../../server/members/members.queries.ts'
import { book, hold, move } from '../app/bookings.ts'
import { giveConsents, makeMembers } from '../app/crowd.ts'
import { type Played, playSchedules, turn } from '../app/schedules.ts'
import { type Random, seeded } from '../app/seeded.ts'
import { copyEvent } from '../app/test-app.queries.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
  whatIsStored,
} from '../invariants/booking-invariants.queries.ts'
import { contradictions, type Done } from './booking-oracle.ts'

const MEMBERS = 5
/** Mostly before, sometimes exactly at the expiry of a hold. */
const CLOCK_MOVES = [5 * MINUTE_MS, 15 * MINUTE_MS, 16 * MINUTE_MS]

export function playInterleavings({
  count,
  seed,
  without = [],
}: {
  count: number
  seed: number
  without?: Protection[]
}): Promise<Played> {
  return playSchedules(
    { count, seed },
    {
      perDatabase: 250,
      setStages,
      play,
      async dropProtections({ owner }) {
        for (const protection of without) await dropProtection(owner, protection)
      },
    },
  )
}

type Stage = { members: AccountHolderRow[]; events: CharityEvent[] }

/** Creates members and events for each interleaving in a few statements. */
async function setStages(site: TestApp, count: number): Promise<Stage[]> {
  const models = [await smallEvent(site, 3), await smallEvent(site, 2)]
  const { db } = site.deps.database
  const members = await makeMembers(db, count * MEMBERS, [])
  const memberIds = members.map(({ id }) => id)
  const stages: Stage[] = Array.from({ length: count }, (_, n) => ({
    members: members.slice(n * MEMBERS, (n + 1) * MEMBERS),
    events: [],
  }))
  for (const model of models) {
    const copies = await copyEvent(db, model.event_id, count)
    for (const [n, id] of copies.entries()) stages[n]?.events.push({ ...model, event_id: id })
    const whose = memberIds.map((memberId, n) => ({
      memberId,
      eventId: copies[Math.floor(n / MEMBERS)] ?? 0,
    }))
    await giveConsents(db, whose, { event: model, now: site.deps.now() })
  }
  return stages
}

/** Two slots of twenty minutes, two weeks from now, with `places` places between them. */
function smallEvent(site: TestApp, places: number): Promise<CharityEvent> {
  const day = addDays(ukDate(site.deps.now()), 14)
  const [startsAt, endsAt] = [ukInstant(day, '10:00'), ukInstant(day, '10:40')]
  return site.event({ places, startsAt, endsAt })
}

async function play(
  site: TestApp,
  stage: Stage,
  { random, answers }: { random: Random; answers: Played['answers'] },
): Promise<{ broken: string[]; actions: string[] }> {
  const { database, now } = site.deps
  const begun = now()
  const members = await Promise.all(
    stage.members
      .slice(0, 2 + random.below(MEMBERS - 1))
      .map(async (row) => ({ ...row, cookie: await site.signIn(row.userId, row.email) })),
  )
  const done: Done[] = []
  const tabs = members.flatMap((member) => {
    const own: Actor = { member, appointments: [], holds: [] }
    return Array.from({ length: random.chance(0.4) ? 2 : 1 }, () =>
      actInTurn(site, own, { stage, random: seeded(random.below(2 ** 31)), done }),
    )
  })
  const clock = random.chance(0.4) ? random.pick(CLOCK_MOVES) : 0
  const turns = random.below(40)
  const clockMoves = turn(turns).then(() => site.moveTo(new Date(begun.getTime() + clock)))
  await Promise.all([...tabs, clockMoves])

  for (const { deed, code } of done) {
    answers[`${deed} ${code}`] = (answers[`${deed} ${code}`] ?? 0) + 1
  }
  const eventIds = stage.events.map(({ event_id }) => event_id)
  const stored = await whatIsStored(database.db, eventIds)
  const broken = [
    ...(await brokenInvariants(database.db, now())),
    ...contradictions(stored, { done, events: stage.events, isLater: clock > 0 }),
  ]
  site.moveTo(begun)
  const actions = done.map(
    ({ member, deed, eventId, startsAt, id, code }) =>
      `member ${member}: ${deed}, event ${eventId}, ${new Date(startsAt).toISOString()}: ${code}, appointment ${id}`,
  )
  return { broken, actions }
}

type Actor = {
  member: TestMember
  appointments: { id: number; event: CharityEvent }[]
  holds: { id: string; event: CharityEvent }[]
}
type Scene = { stage: Stage; random: Random; done: Done[] }

async function actInTurn(site: TestApp, own: Actor, scene: Scene): Promise<void> {
  const { random } = scene
  for (let deeds = 1 + random.below(4); deeds > 0; deeds--) {
    await turn(random.below(30))
    await act(site, own, scene)
  }
}

async function act(site: TestApp, own: Actor, { stage, random, done }: Scene): Promise<void> {
  const choice = random.below(100)
  const event = random.pick(stage.events)
  const slot = random.pick(generateSlots(event))
  const { member } = own
  const note = (deed: Done['deed'], answer: Answer, about: Partial<Done> = {}) => {
    const { status, body } = answer
    const code = status < 300 ? 'done' : String(body?.code ?? status)
    const id = body?.appointment?.appointment_id ?? null
    const holdId = body?.hold_id ?? null
    const where = { eventId: event.event_id, startsAt: slot.startsAt.getTime() }
    done.push({ deed, member: member.id, status, code, id, holdId, key: null, ...where, ...about })
    return status < 300
  }

  if (choice < 30) {
    const clicks = Array.from({ length: random.chance(0.3) ? 2 : 1 }, () =>
      hold(site, member, event, slot.time),
    )
    for (const answer of await Promise.all(clicks))
      if (note('hold', answer)) own.holds.push({ id: answer.body.hold_id, event })
  } else if (choice < 40 && own.holds.length > 0) {
    const { id, event } = random.pick(own.holds)
    const answer = await site.ask('DELETE', `/api/holds/${id}`, { as: member })
    note('release', answer, { holdId: id, eventId: event.event_id })
  } else if (choice < 55 && own.appointments.length > 0) {
    const { id, event } = random.pick(own.appointments)
    const answer = await site.ask('PUT', `/api/appointments/${id}/cancel`, { as: member })
    note('cancel', answer, { id, eventId: event.event_id })
  } else if (choice < 75 && own.appointments.length > 0) {
    const { id, event } = random.pick(own.appointments)
    const answer = await move(site, member, id, slot.time)
    note('move', answer, { id, eventId: event.event_id })
  } else if (choice < 85) {
    // A retry after a lost response, here at the same moment.
    const key = randomUUID()
    const twins = [1, 2].map(() => book(site, member, event, slot.time, key))
    for (const answer of await Promise.all(twins))
      if (note('book', answer, { key })) addAppointment(own, answer, event)
  } else {
    const answer = await book(site, member, event, slot.time)
    if (note('book', answer)) addAppointment(own, answer, event)
  }
}

type Answer = Awaited<ReturnType<TestApp['ask']>>

function addAppointment(own: Actor, { body }: Answer, event: CharityEvent): void {
  own.appointments.push({ id: body.appointment.appointment_id, event })
}
