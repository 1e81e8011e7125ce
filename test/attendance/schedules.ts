// Two tablets at one event: presses, walk-ins and takings at random with clocks up to an hour off,
// sent at random, with calls that do not arrive and answers that are lost. Of a walk-in only the
// tablet that registered them knows, until the server has told the other. In the end all is sent.

import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../domain/durations.ts'
import { attendanceOf } from '../../domain/office/attendance.ts'
import type { Day, DayAction } from '../../domain/office/day-schemas.ts'
import { generateSlots } from '../../domain/slots.ts'
import { ukInstant, ukTime } from '../../domain/uk-time.ts'
import { bookedId, consentingMembers } from '../app/bookings.ts'
import { type Random, seeded } from '../app/seeded.ts'
import { openTestApp } from '../app/test-app.ts'
import { newTube } from '../app/tubes.ts'
import { walkIn } from '../app/walk-ins.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { findActions, findMade, findTubes } from './schedules.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const PEOPLE = 3
const PRICE = 1500
const GROUPS = 8
const STEPS = 24

type Named = { appointment_id: number } | { walk_in: string }
type Device = {
  name: string
  ahead: number
  queue: DayAction[]
  sent: number
  /** Whom it may press about. */
  people: Named[]
}

/**
 * Runs `count` schedules; returns what broke, none when all is well. With `newIds` a tablet gives
 * a press another id each time it sends it.
 */
export async function runSchedules({
  count,
  seed,
  newIds = false,
}: {
  count: number
  seed: number
  newIds?: boolean
}): Promise<string[]> {
  const site = await openTestApp({ now: START })
  const random = seeded(seed)
  const broken: string[] = []
  try {
    for (let done = 0; done < count; done += GROUPS) {
      site.moveTo(START)
      const event = await site.event({ places: PEOPLE * GROUPS, pricePence: PRICE })
      const people = await consentingMembers(site, PEOPLE * Math.min(GROUPS, count - done), [event])
      const times = generateSlots(event).map(({ startsAt }) => ukTime(startsAt))
      const ids: number[] = []
      for (const [n, member] of people.entries())
        ids.push(await bookedId(site, member, event, times[n % times.length]))
      const now = ukInstant(event.event_date, '10:00')
      site.moveTo(now)
      const helper = () => site.staff(['venue'], { eventIds: [event.event_id] })
      let as = await helper()
      const url = `/api/office/days/${event.event_id}`
      const pressed: DayAction[] = []
      for (let group = 0; group < ids.length; group += PEOPLE) {
        // One helper registers five walk-ins an hour.
        as = await helper()
        const own = ids.slice(group, group + PEOPLE).map((id) => ({ appointment_id: id }))
        const devices = ['one', 'two'].map((name) => newDevice(name, random, own))
        const tubes = Array.from({ length: PEOPLE }, () => newTube())
        for (let step = 0; step < STEPS; step++) {
          const device = random.pick(devices)
          if (random.chance(0.6)) {
            const at = new Date(now.getTime() + step * 60_000 + device.ahead)
            const press = newPress(random, { device, at, tubes, pressed })
            device.queue.push(press)
            pressed.push(press)
          } else if (random.chance(0.2)) await read(devices)
          else await send(device, random.below(device.queue.length + 1))
        }
        for (const device of devices) await sendAll(device)
      }
      broken.push(...(await check(url, pressed)))

      async function send(device: Device, some: number): Promise<void> {
        const actions = device.queue.slice(0, some)
        if (actions.length === 0 || random.chance(0.2)) return
        const told = newIds ? actions.map((one) => ({ ...one, id: randomUUID() })) : actions
        const { status } = await site.ask('POST', `${url}/actions`, { as, body: { actions: told } })
        if (status !== 200) broken.push(`sending was answered ${status}`)
        // Otherwise the answer is lost, and the tablet sends all of it again.
        if (random.chance(0.7)) device.queue.splice(0, some)
      }

      /** Each tablet gets to know the walk-ins of the other. */
      async function read(devices: readonly Device[]): Promise<void> {
        const { body } = await site.ask('GET', url, { as })
        const registered = new Set(
          pressed
            .filter(
              ({ type, device }) =>
                type === 'walk_in' && devices.some((one) => one.name === device),
            )
            .map(({ id }) => id),
        )
        for (const { appointment_id, walk_in } of (body as Day).people)
          if (walk_in !== null && registered.has(walk_in))
            for (const { people } of devices) people.push({ appointment_id })
      }

      async function sendAll(device: Device): Promise<void> {
        while (device.queue.length > 0) await send(device, device.queue.length)
      }

      async function check(address: string, all: DayAction[]): Promise<string[]> {
        const { db } = site.deps.database
        const kept = await findActions(db, event.event_id)
        const wrong: string[] = []
        if (kept.length !== all.length)
          wrong.push(`${all.length} presses became ${kept.length} rows`)
        const { body } = await site.ask('GET', address, { as })
        const shown = (body as Day).people
        const appointments = shown.map(({ appointment_id }) => appointment_id)
        const owners = await findTubes(db, appointments)
        const walkIns = all.filter(({ type }) => type === 'walk_in')
        const made = await findMade(db, appointments)
        for (const { id } of walkIns) {
          const its = shown.filter(({ walk_in }) => walk_in === id)
          if (its.length !== 1) wrong.push(`a walk-in became ${its.length} people`)
        }
        const wanted = {
          appointments: ids.length + walkIns.length,
          members: ids.length + walkIns.length,
        }
        const { members, consents, places, charges } = made
        if (members !== wanted.members || shown.length !== wanted.appointments)
          wrong.push(`${wanted.members} people became ${members} members`)
        if (consents !== members || places !== members)
          wrong.push(`${members} members have ${consents} consents and ${places} places`)
        const isApplied = ({ status }: (typeof kept)[number]) => status !== 'refused'
        const undone = new Set(kept.filter(isApplied).flatMap(({ undoes }) => undoes ?? []))
        const takings = kept.filter((one) => String(one.type) === 'taking' && isApplied(one))
        if (charges.length !== takings.length)
          wrong.push(`${takings.length} takings became ${charges.length} charges`)
        const standing = takings.filter(({ id }) => !undone.has(id))
        const paid = new Set(standing.map(({ appointmentId }) => appointmentId))
        if (paid.size !== standing.length) wrong.push('somebody paid twice')
        const due = shown.filter(({ to_pay_pence: owed }) => owed === 0).length
        if (due !== paid.size) wrong.push(`${paid.size} who paid are ${due} who owe nothing`)
        // Extra places are where the walk-ins came.
        const isOther = (invariant: string) => !invariant.includes('spread evenly')
        wrong.push(...(await brokenInvariants(db, now)).filter(isOther))
        for (const person of shown) {
          const its = kept.filter(
            (one) => one.appointmentId === person.appointment_id && one.status !== 'refused',
          )
          const { state, tubes } = attendanceOf(its)
          if (state !== person.state) wrong.push(`${state} is shown as ${person.state}`)
          if (String(tubes) !== String(person.tubes)) wrong.push(`${tubes} are not the tubes shown`)
          const undone = new Set(its.flatMap(({ undoes }) => undoes ?? []))
          for (const press of person.presses ?? [])
            if (undone.has(press.id) === (press.undone === null))
              wrong.push(`a press is shown ${press.undone ? 'undone' : 'standing'} that is not`)
          for (const { tube } of its)
            if (tube !== null && owners.get(tube) !== person.appointment_id)
              wrong.push(`the tube ${tube} has another owner`)
        }
        if (newIds) return wrong
        const again = { as, body: { actions: all.slice(0, 200) } }
        const repeated = await site.ask('POST', `${address}/actions`, again)
        const isRepeated = repeated.body.results.every(
          ({ status }: { status: string }) => status === 'repeated',
        )
        if (!isRepeated) wrong.push('a press was done again')
        const later = await site.ask('GET', address, { as })
        if (JSON.stringify(later.body) !== JSON.stringify(body)) wrong.push('the day has changed')
        return wrong
      }
    }
    return broken
  } finally {
    await site.close()
  }
}

function newDevice(name: string, random: Random, own: readonly Named[]): Device {
  const ahead = random.below(2 * HOUR_MS) - HOUR_MS
  return { name: `${name} ${randomUUID()}`, ahead, queue: [], sent: 0, people: [...own] }
}

function newPress(
  random: Random,
  of: {
    device: Device
    at: Date
    tubes: readonly string[]
    pressed: readonly DayAction[]
  },
): DayAction {
  const { device } = of
  device.sent += 1
  const press = {
    id: randomUUID(),
    device: device.name,
    sequence: device.sent,
    at: of.at.toISOString(),
  }
  if (random.chance(0.12)) {
    device.people.push({ walk_in: press.id })
    return {
      ...press,
      type: 'walk_in',
      registration: walkIn({ payment: 'at_venue', extra_place: true }),
    }
  }
  const person = random.pick(device.people)
  const earlier = of.pressed.filter(
    (one) =>
      one.device === device.name &&
      ('walk_in' in person
        ? one.walk_in === person.walk_in
        : one.appointment_id === person.appointment_id),
  )
  const undoes = earlier.at(-1)?.id
  const more = random.pick([
    { type: 'arrive' as const },
    { type: 'sample' as const, tube: random.pick(of.tubes) },
    { type: 'not_sampled' as const, reason: 'unwell' },
    { type: 'taking' as const, how: 'cash' as const, pence: random.chance(0.8) ? PRICE : 1 },
    { type: 'undo' as const, reason: 'mistake', ...(undoes && { undoes }) },
  ])
  return { ...press, ...more, ...person }
}
