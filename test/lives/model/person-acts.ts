// Acts about whole people.

import { looksLikeTwoPeople } from '../../../domain/office/merges.ts'
import type { Random } from '../../app/seeded.ts'
import { pickFrom } from '../choose.ts'
import { said } from './choose.ts'
import { pressesOf } from './door.ts'
import { recordDeath } from './leaving.ts'
import { claim, erase, merge, name, part } from './records.ts'
import { type Man, manOf, type World } from './state.ts'
import { openTask } from './tasks.ts'

/** Records that stand for themselves. */
function pickRecord(world: World, random: Random): Man | null {
  return pickFrom(
    random,
    world.men.filter((man) => world.rules.recordOf(man).state === 'one'),
  )
}

/** Two records that a clerk takes for one person, mostly of one name and birth date. */
export function merges(world: World, random: Random): string | null {
  const pairs = world.men.flatMap((kept) =>
    world.men.flatMap((merged) =>
      kept.id !== merged.id && !looksLikeTwoPeople(kept, merged) ? [{ kept, merged }] : [],
    ),
  )
  const pair = pickFrom(random, pairs)
  if (!pair) return null
  const isDone = merge(world, pair.kept, pair.merged)
  return said(
    isDone,
    `The record of ${pair.merged.firstName} is merged into ${pair.kept.firstName}`,
  )
}

export function parts(world: World, random: Random): string | null {
  const merged = pickFrom(
    random,
    world.men.filter(({ mergedInto }) => mergedInto !== null),
  )
  return merged && said(part(world, merged), `The record of ${merged.firstName} is parted again`)
}

export function isNamed(world: World, random: Random): string | null {
  const result = pickFrom(
    random,
    world.results.filter(({ member }) => manOf(world, member).mergedInto !== null),
  )
  return result && said(name(world, result), `Result ${result.id} is named for the kept record`)
}

export function claims(world: World, random: Random): string | null {
  const man = random.pick(world.men)
  return said(claim(world, man), `${man.firstName} claims the record with a letter’s code`)
}

export function isErased(world: World, random: Random): string | null {
  const man = random.pick(world.men)
  const { firstName } = man
  const isSigned = random.chance(0.3)
  const words = `${firstName} is erased${isSigned ? ', signed for by a clinician' : ''}`
  return said(erase(world, man, { isSigned }), words)
}

export function withdraws(world: World, random: Random): string | null {
  const man = pickRecord(world, random)
  if (!man) return null
  const { id: event } = random.pick(world.events)
  if (man.withdrawn.has(event)) return null
  man.withdrawn.set(event, world.now)
  for (const one of world.appointments)
    if (one.member === man.id && one.event === event && pressesOf(world, one.id).length > 0)
      openTask(world, 'consent_withdrawn', { member: man.id, appointment: one.id })
  return `${man.firstName} withdraws the consent for day ${event + 1}.`
}

export function dies(world: World, random: Random): string | null {
  const man = pickRecord(world, random)
  if (!man) return null
  return said(recordDeath(world, man), `${man.firstName} dies`)
}

export function lives(world: World, random: Random): string | null {
  const man = pickRecord(world, random)
  if (!man) return null
  if (!man.diedAt) return null
  man.diedAt = null
  return `${man.firstName} lives after all.`
}

export function wantsLess(world: World, random: Random): string | null {
  const man = pickRecord(world, random)
  if (!man) return null
  man.wantsContact = random.pick(['results', 'none'])
  return `${man.firstName} wants less contact: ${man.wantsContact}.`
}

/** A member types the NHS number of another. */
export function typesNumber(world: World, random: Random): string | null {
  const [man, other] = [pickRecord(world, random), pickRecord(world, random)]
  if (!man || !other) return null
  if (man.id === other.id || other.nhsNumber === null || man.nhsNumber === other.nhsNumber)
    return null
  const isOfSomebodyWithResults = world.results.some(({ member }) => member === other.id)
  man.nhsNumber = other.nhsNumber
  if (isOfSomebodyWithResults) man.numberInDoubtSince ??= world.now
  return `${man.firstName} types the NHS number of ${other.firstName}.`
}
