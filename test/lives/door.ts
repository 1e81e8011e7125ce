// Acts at the door of the day.
import { randomUUID } from 'node:crypto'
import { NOT_SAMPLED_REASONS } from '../../domain/office/attendance.ts'
import type { Random } from '../app/seeded.ts'
import { pickFrom, whose } from './choose.ts'
import type { Appointment, Facts, Press } from './facts.queries.ts'
import { type Life, newTube, newValue, nextNumber, PRICE, send } from './world.ts'

export function arrive(life: Life, random: Random, facts: Facts): Promise<string | null> {
  return press(life, pickFrom(random, facts.appointments), { type: 'arrive' })
}

export async function sample(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const one = pickFrom(random, facts.appointments)
  // Mostly a tube of its own, sometimes one that was on the table before.
  const before = random.chance(0.15) ? pickFrom(random, life.bloods) : null
  const tube = before?.tube ?? newTube(life)
  // The lead's word that the tube was taken back and is used again.
  const reason = before && random.chance(0.6) ? 'The tube is used again' : null
  const done = await press(life, one, { type: 'sample', tube, reason })
  if (!done || !one) return null
  if (!before || before.appointmentId !== one.id)
    life.bloods.push({ tube, value: newValue(life), memberId: one.member, appointmentId: one.id })
  return done
}

export function notSampled(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const reason = random.pick(NOT_SAMPLED_REASONS)
  return press(life, pickFrom(random, facts.appointments), { type: 'not_sampled', reason })
}

export function undo(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const one = pickFrom(random, standingPresses(facts))
  const of = one && facts.appointments.find(({ id }) => id === one.appointment)
  return press(life, of ?? null, { type: 'undo', undoes: one?.id, reason: 'It was the neighbour' })
}

/** The lead declares that all samples of the appointment that stand are the member's. */
export function declareBothTheirs(life: Life, random: Random, facts: Facts) {
  const samples = standingPresses(facts).filter(({ type }) => type === 'sample')
  const several = facts.appointments.filter(
    ({ id }) => samples.filter(({ appointment }) => appointment === id).length > 1,
  )
  const of = pickFrom(random, several)
  const own = samples.filter(({ appointment }) => appointment === of?.id).map(({ id }) => id)
  return press(life, of, { type: 'both_theirs', samples: own, reason: 'Two tubes were filled' })
}

export function takeMoney(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const how = random.pick(['cash', 'card machine'])
  return press(life, pickFrom(random, facts.appointments), { type: 'taking', how, pence: PRICE })
}

function standingPresses({ presses }: Facts): Press[] {
  const undone = new Set(presses.flatMap(({ undoes }) => undoes ?? []))
  return presses.filter(({ id, type }) => type !== 'undo' && !undone.has(id))
}

async function press(
  life: Life,
  of: Appointment | null,
  action: { type: string } & Record<string, unknown>,
): Promise<string | null> {
  if (!of) return null
  const at = life.site.deps.now().toISOString()
  const whole = {
    id: randomUUID(),
    device: 'tablet',
    sequence: nextNumber(life.shelf),
    at,
    appointment_id: of.id,
  }
  const { body } = await send(life, 'POST', `/api/office/days/${of.event}/actions`, {
    as: life.staff.venue,
    body: { actions: [{ ...whole, ...action }] },
  })
  const status = body.results?.[0]?.status
  if (status !== 'applied' && status !== 'flagged') return null
  const more = action.tube ? ` ${action.tube}` : action.undoes ? ` ${action.undoes}` : ''
  return `At the door: ${action.type}${more} for ${whose(life, of)} (${status}).`
}
