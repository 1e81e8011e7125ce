// Random concurrent actions at a full event with two places: cancel, move, hold, book, join and
// leave the waiting list, while holds and offers expire and rounds advance the list. A seed
// fixes the actions and their start, not the database's timing, so it repeats a schedule but not
// always its outcome.

import type { CharityEvent } from '../../domain/contract.ts'
import { HOUR_MS, MINUTE_MS } from '../../domain/durations.ts'
import { generateSlots } from '../../domain/slots.ts'
import { addDays, ukDate, ukInstant } from '../../domain/uk-time.ts'
import { advanceWaitingList } from '../../server/bookings/waiting-list/advance-waiting-lists.ts'
import type { AccountHolderRow } from '../../server/members/members.queries.ts'
import { book, hold, move } from '../app/bookings.ts'
import { giveConsents, makeMembers } from '../app/crowd.ts'
import { type Played, playSchedules, turn } from '../app/schedules.ts'
import { type Random, seeded } from '../app/seeded.ts'
import { copyEvent } from '../app/test-app.queries.ts'
import type { TestApp, TestMember } from '../app/test-app.ts'
import { join, leave } from '../app/waiting.ts'
import {
  brokenInvariants,
  dropProtection,
  type Protection,
} from '../invariants/booking-invariants.queries.ts'
import {
  brokenWaitingListInvariants,
  dropWaitingProtection,
  isWaitingProtection,
  type WaitingProtection,
  waitsStored,
} from '../invariants/waiting-list-invariants.queries.ts'
import { type Deed, waitingContradictions } from './waiting-list-oracle.ts'

const MEMBERS = 6
const CLOCK_MOVES = [
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  16 * MINUTE_MS,
  12 * HOUR_MS,
  12 * HOUR_MS + 20 * MINUTE_MS,
]

export function playWaiting({
  count,
  seed,
  without = [],
}: {
  count: number
  seed: number
  without?: (Protection | WaitingProtection)[]
}): Promise<Played> {
  return playSchedules(
    { count, seed },
    {
      perDatabase: 60,
      setStages,
      play,
      async dropProtections(site) {
        for (const protection of without) await drop(site, protection)
      },
    },
  )
}

function drop({ owner }: TestApp, protection: Protection | WaitingProtection): Promise<void> {
  return isWaitingProtection(protection)
    ? dropWaitingProtection(owner, protection)
    : dropProtection(owner, protection)
}

/** `full` has two places, one in each of two slots; `roomy` has places for all. */
type Stage = { members: AccountHolderRow[]; full: CharityEvent; roomy: CharityEvent }

async function setStages(site: TestApp, count: number): Promise<Stage[]> {
  const { database, now } = site.deps
  const day = addDays(ukDate(now()), 14)
  const times = { startsAt: ukInstant(day, '10:00'), endsAt: ukInstant(day, '10:40') }
  const model = await site.event({ places: 2, ...times })
  const roomy = await site.event({ places: 6 * count, ...times })
  const copies = await copyEvent(database.db, model.event_id, count)
  const members = await makeMembers(database.db, count * MEMBERS, [roomy], now())
  const whose = members.map(({ id }, n) => ({
    memberId: id,
    eventId: copies[Math.floor(n / MEMBERS)] ?? 0,
  }))
  await giveConsents(database.db, whose, { event: model, now: now() })
  return copies.map((id, n) => ({
    members: members.slice(n * MEMBERS, (n + 1) * MEMBERS),
    full: { ...model, event_id: id },
    roomy,
  }))
}

type Actor = { member: TestMember; appointments: number[]; holds: string[] }
type Scene = { stage: Stage; random: Random; deeds: Deed[]; tick: () => number }

async function play(
  site: TestApp,
  stage: Stage,
  { random, answers }: { random: Random; answers: Played['answers'] },
): Promise<{ broken: string[]; actions: string[] }> {
  const { db } = site.deps.database
  const begun = site.deps.now()
  const { event_id: eventId } = stage.full
  let ticks = 0
  const scene = { stage, deeds: [] as Deed[], tick: () => ++ticks }
  const members: Actor[] = await Promise.all(
    stage.members.map(async (row) => ({
      member: { ...row, cookie: await site.signIn(row.userId, row.email) },
      appointments: [],
      holds: [],
    })),
  )
  const [one, two, ...others] = members
  if (one) await act(site, one, { ...scene, random }, { what: 'book', time: '10:00' })
  if (two) await act(site, two, { ...scene, random }, { what: 'book', time: '10:20' })
  for (const member of others.slice(0, random.below(4)))
    await act(site, member, { ...scene, random }, { what: 'join' })

  const waiters = others.filter(({ member }) =>
    scene.deeds.some((deed) => deed.member === member.id),
  )
  const [first, second] = waiters
  const hasRelease = first !== undefined && second !== undefined && random.chance(0.4)
  // A released place stays reserved for the waiting list until the next round.
  if (one && hasRelease) {
    await act(site, one, { ...scene, random }, { what: 'cancel' })
    await act(site, first, { ...scene, random }, { what: 'book elsewhere' })
  }
  const clock = random.chance(0.5) ? random.pick(CLOCK_MOVES) : 0
  const tabs = members.flatMap((member) =>
    Array.from({ length: random.chance(0.3) ? 2 : 1 }, () =>
      actInTurn(site, member, { ...scene, random: seeded(random.below(2 ** 31)) }),
    ),
  )
  const clockMoves = turn(random.below(40)).then(() =>
    site.moveTo(new Date(begun.getTime() + clock)),
  )
  const rounds = Array.from({ length: 1 + random.below(3) }, () =>
    turn(random.below(60)).then(() => advanceWaitingList(site.deps, eventId)),
  )
  await Promise.all([...tabs, clockMoves, ...rounds])

  for (const { what, code } of scene.deeds) {
    answers[`${what} ${code}`] = (answers[`${what} ${code}`] ?? 0) + 1
  }
  await advanceWaitingList(site.deps, eventId)
  const now = site.deps.now()
  const broken = [
    ...(await brokenInvariants(db, now)),
    ...(await brokenWaitingListInvariants(db, { eventId, now })),
    ...waitingContradictions(await waitsStored(db, eventId), scene.deeds),
  ]
  site.moveTo(begun)
  const actions = scene.deeds.map(
    ({ member, what, time, code, begun, answered }) =>
      `member ${member}: ${what}, ${time}: ${code}, from step ${begun} to ${answered}`,
  )
  return { broken, actions }
}

async function actInTurn(site: TestApp, own: Actor, scene: Scene): Promise<void> {
  const { random } = scene
  for (let deeds = 1 + random.below(3); deeds > 0; deeds--) {
    await turn(random.below(30))
    const time = random.pick(generateSlots(scene.stage.full)).time
    await act(site, own, scene, { what: chooseDeed(own, random.below(100)), time })
  }
}

function chooseDeed({ appointments, holds }: Actor, chance: number): Deed['what'] {
  if (appointments.length > 0 && chance < 75) return chance < 50 ? 'cancel' : 'move'
  if (holds.length > 0 && chance < 15) return 'release'
  if (chance < 30) return 'join'
  if (chance < 45) return 'leave'
  if (chance < 65) return 'hold'
  return chance < 90 ? 'book' : 'book elsewhere'
}

async function act(
  site: TestApp,
  own: Actor,
  { stage, random, deeds, tick }: Scene,
  { what, time = '10:00' }: { what: Deed['what']; time?: string },
): Promise<void> {
  const { member, appointments, holds } = own
  const { full, roomy } = stage
  const begun = tick()
  const ask = (): ReturnType<TestApp['ask']> => {
    switch (what) {
      case 'join':
        return join(site, member, full)
      case 'leave':
        return leave(site, member, full)
      case 'hold':
        return hold(site, member, full, time)
      case 'release':
        return site.ask('DELETE', `/api/holds/${random.pick(holds)}`, { as: member })
      case 'book':
        return book(site, member, full, time)
      case 'book elsewhere':
        return book(site, member, roomy, time)
      case 'cancel':
        return site.ask('PUT', `/api/appointments/${random.pick(appointments)}/cancel`, {
          as: member,
        })
      case 'move':
        return move(site, member, random.pick(appointments), time)
    }
  }
  const { status, body } = await ask()
  const code = status < 300 ? 'done' : String(body?.code ?? status)
  const standing = what === 'join' ? (body?.wait?.status ?? null) : null
  deeds.push({ what, member: member.id, time, code, standing, begun, answered: tick() })
  if (code !== 'done') return
  if (what === 'book') appointments.push(body.appointment.appointment_id)
  if (what === 'hold') holds.push(body.hold_id)
}
