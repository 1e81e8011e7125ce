// Acts at the door of the day.
import { randomUUID } from 'node:crypto'
import { NOT_SAMPLED_REASONS } from '../../domain/office/attendance.ts'
import type { Random } from '../app/seeded.ts'
import { pickFrom, whose } from './choose.ts'
import type { Appointment, Facts } from './facts.queries.ts'
import { type Life, newTube, newValue } from './world.ts'

let sequence = 0

export function arrive(life: Life, random: Random, facts: Facts): Promise<string | null> {
  return press(life, pickFrom(random, facts.appointments), { type: 'arrive' })
}

export async function sample(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const one = pickFrom(random, facts.appointments)
  // Mostly a tube of its own, sometimes one that was on the table before.
  const before = random.chance(0.15) ? pickFrom(random, life.bloods) : null
  const tube = before?.tube ?? newTube()
  const done = await press(life, one, { type: 'sample', tube })
  if (!done || !one) return null
  if (!before || before.appointmentId !== one.id)
    life.bloods.push({ tube, value: newValue(), memberId: one.member, appointmentId: one.id })
  return done
}

export function notSampled(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const reason = random.pick(NOT_SAMPLED_REASONS)
  return press(life, pickFrom(random, facts.appointments), { type: 'not_sampled', reason })
}

export function undo(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const undone = new Set(facts.presses.flatMap(({ undoes }) => undoes ?? []))
  const standing = facts.presses.filter(({ id, type }) => type !== 'undo' && !undone.has(id))
  const one = pickFrom(random, standing)
  const of = one && facts.appointments.find(({ id }) => id === one.appointment)
  return press(life, of ?? null, { type: 'undo', undoes: one?.id, reason: 'It was the neighbour' })
}

async function press(
  life: Life,
  of: Appointment | null,
  action: { type: string } & Record<string, unknown>,
): Promise<string | null> {
  if (!of) return null
  sequence += 1
  const at = life.site.deps.now().toISOString()
  const whole = { id: randomUUID(), device: 'tablet', sequence, at, appointment_id: of.id }
  const { body } = await life.site.ask('POST', `/api/office/days/${of.event}/actions`, {
    as: life.staff.venue,
    body: { actions: [{ ...whole, ...action }] },
  })
  const status = body.results?.[0]?.status
  if (status !== 'applied' && status !== 'flagged') return null
  const more = action.tube ? ` ${action.tube}` : action.undoes ? ` ${action.undoes}` : ''
  return `At the door: ${action.type}${more} for ${whose(life, of)} (${status}).`
}
