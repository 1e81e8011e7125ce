// Acts about bookings, the door and money.
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import type { Random } from '../../app/seeded.ts'
import { pickFrom } from '../choose.ts'
import { of, said } from './choose.ts'
import { press } from './door.ts'
import { book, cancel, move, refundInPart, takeAtTheDoor } from './office.ts'
import { type Appointment, manOf, type World } from './state.ts'

export function books(world: World, random: Random): string | null {
  const one = book(world, random)
  return one && `${of(world, one)} is booked on day ${one.event + 1}.`
}

export function cancels(world: World, random: Random, one: Appointment): string | null {
  return said(cancel(world, one, random.pick(['full', 'policy'])), `${of(world, one)} is cancelled`)
}

export function moves(world: World, random: Random, one: Appointment): string | null {
  return said(move(world, one, random), `${of(world, one)} is moved to day ${one.event + 1}`)
}

export function givesBlood(world: World, random: Random, one: Appointment): string | null {
  const before = random.chance(0.15) ? pickFrom(random, world.bloods) : null
  world.numbers += 1
  const tube = before?.tube ?? tubeCodeOf(world.numbers)
  const reason = before && random.chance(0.6) ? 'The tube is used again' : null
  if (!press(world, one, { type: 'sample', tube, reason })) return null
  const date = world.events.find(({ id }) => id === one.event)?.date ?? ''
  if (before?.member !== one.member) {
    const value = (world.numbers / 100).toFixed(2)
    world.bloods.push({ tube, value, member: one.member, date })
  }
  return `${of(world, one)} gives blood in tube ${tube}.`
}

export function givesNone(world: World, random: Random, one: Appointment): string | null {
  const reason = random.pick(['declined', 'unwell'])
  return said(press(world, one, { type: 'not_sampled', reason }), `${of(world, one)} gives none`)
}

function standing(world: World) {
  const undone = new Set(world.presses.flatMap(({ undoes }) => undoes ?? []))
  return world.presses.filter(
    ({ id, type, isRefused }) => !isRefused && type !== 'undo' && !undone.has(id),
  )
}

export function undoes(world: World, random: Random): string | null {
  const one = pickFrom(random, standing(world))
  const appointment = world.appointments.find(({ id }) => id === one?.appointment)
  if (!one || !appointment || manOf(world, appointment.member).erasedAt) return null
  const isDone = press(world, appointment, { type: 'undo', undoes: one.id, reason: 'A slip' })
  return said(isDone, `The ${one.type} ${one.tube ?? ''} of ${of(world, appointment)} is undone`)
}

export function declares(world: World, _: Random, one: Appointment): string | null {
  const samples = standing(world)
    .filter(({ appointment, type }) => appointment === one.id && type === 'sample')
    .map(({ id }) => id)
  const isDone = press(world, one, { type: 'both_theirs', samples, reason: 'Two tubes' })
  return said(isDone, `The samples of ${of(world, one)} are declared to be theirs`)
}

export function dayIsCancelled(world: World, random: Random): string | null {
  const { id } = random.pick(world.events)
  const own = world.appointments.filter(({ event }) => event === id)
  const cancelled = own.filter((one) => cancel(world, one, 'full'))
  return said(cancelled.length > 0, `Day ${id + 1} is cancelled`)
}

export function isRefunded(world: World, random: Random, one: Appointment): string | null {
  const pence = random.pick([500, 2500])
  return said(refundInPart(world, one, pence), `${of(world, one)} is refunded ${pence} pence`)
}

export function refundFails(world: World): string {
  world.refusals += 1
  return 'The provider will refuse a refund.'
}

export function disputes(_: World, random: Random, { payments }: Appointment): string | null {
  const one = payments.find(({ way }) => way === 'card')
  if (!one) return null
  one.dispute = random.pick(['open', 'open', 'won', 'lost'])
  return `${one.id} is disputed: ${one.dispute}.`
}

export function arrives(world: World, _: Random, one: Appointment): string | null {
  return said(press(world, one, { type: 'arrive' }), `${of(world, one)} arrives`)
}

export function pays(world: World, _: Random, one: Appointment): string | null {
  return said(takeAtTheDoor(world, one), `${of(world, one)} pays at the door`)
}
