// Acts about whole people.
import type { Random } from '../../app/seeded.ts'
import { said } from './choose.ts'
import { pressesOf } from './door.ts'
import { recordDeath } from './leaving.ts'
import type { World } from './state.ts'
import { openTask } from './tasks.ts'

export function withdraws(world: World, random: Random): string | null {
  const man = random.pick(world.men)
  const { id: event } = random.pick(world.events)
  if (man.withdrawn.has(event)) return null
  man.withdrawn.set(event, world.now)
  for (const one of world.appointments)
    if (one.member === man.id && one.event === event && pressesOf(world, one.id).length > 0)
      openTask(world, 'consent_withdrawn', { member: man.id, appointment: one.id })
  return `${man.firstName} withdraws the consent for day ${event + 1}.`
}

export function dies(world: World, random: Random): string | null {
  const man = random.pick(world.men)
  return said(recordDeath(world, man), `${man.firstName} dies`)
}

export function lives(world: World, random: Random): string | null {
  const man = random.pick(world.men)
  if (!man.diedAt) return null
  man.diedAt = null
  return `${man.firstName} lives after all.`
}

export function wantsLess(world: World, random: Random): string | null {
  const man = random.pick(world.men)
  man.wantsContact = random.pick(['results', 'none'])
  return `${man.firstName} wants less contact: ${man.wantsContact}.`
}

/** A member types the NHS number of another. */
export function typesNumber(world: World, random: Random): string | null {
  const [man, other] = [random.pick(world.men), random.pick(world.men)]
  if (man.id === other.id || other.nhsNumber === null || man.nhsNumber === other.nhsNumber)
    return null
  const isOfSomebodyWithResults = world.results.some(({ member }) => member === other.id)
  man.nhsNumber = other.nhsNumber
  if (isOfSomebodyWithResults) man.numberInDoubtSince ??= world.now
  return `${man.firstName} types the NHS number of ${other.firstName}.`
}
