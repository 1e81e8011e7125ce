// Records that are merged, parted, claimed and erased, as server/records/duplicates, server/records/claims and
// server/records/copy do it.
import { looksLikeTwoPeople } from '../../../domain/office/merges.ts'
import { pressesOf } from './door.ts'
import { type Man, manOf, personOf, type Result, type World } from './state.ts'
import { closeTasks } from './tasks.ts'

/** Whether a standing naming lets this record read the result of one that is part of it. */
export function isNamedFor(world: World, of: { result: number; reader: number }): boolean {
  const result = world.results.find(({ id }) => id === of.result)
  if (!result) return false
  const naming = world.namings.findLast(
    (one) => one.result === of.result && one.member === of.reader,
  )
  if (!naming) return false
  const isPart = manOf(world, result.member).mergedInto === of.reader
  const isPartedSince = world.merges.some(
    ({ kept, merged, partedAt }) =>
      kept === of.reader && merged === result.member && partedAt !== null && partedAt >= naming.at,
  )
  return world.rules.isNamingStanding({ isPart, isPartedSince })
}

/** What is released of a merged record is read by the one that was kept. */
export function nameForKept(world: World, { id, member }: Result): void {
  const { mergedInto } = manOf(world, member)
  if (mergedInto !== null) world.namings.push({ result: id, member: mergedInto, at: world.now })
}

/** Who reads the result: the record whose it is while nobody named it for another. */
export function readerOf(world: World, { id, member }: Result): Man {
  const named = world.namings.findLast(
    (one) => one.result === id && isNamedFor(world, { result: id, reader: one.member }),
  )
  return manOf(world, named?.member ?? member)
}

/** False where the records cannot be of one person, or are not both records of their own. */
export function merge(world: World, kept: Man, merged: Man): boolean {
  const isOne = (man: Man) => world.rules.recordOf(man).state === 'one' && man.diedAt === null
  const hasParts = world.men.some(({ mergedInto }) => mergedInto === merged.id)
  const areTwo = looksLikeTwoPeople(kept, merged)
  if (kept.id === merged.id || !isOne(kept) || !isOne(merged) || hasParts || areTwo) return false
  if (isBooked(world, merged)) return false
  merged.mergedInto = kept.id
  world.merges.push({ kept: kept.id, merged: merged.id, at: world.now, partedAt: null })
  return true
}

export function part(world: World, merged: Man): boolean {
  const open = world.merges.findLast(
    (one) => one.merged === merged.id && one.kept === merged.mergedInto && one.partedAt === null,
  )
  const kept = open && manOf(world, open.kept)
  if (!open || !kept || kept.diedAt || world.rules.recordOf(kept).state !== 'one') return false
  open.partedAt = world.now
  merged.mergedInto = null
  return true
}

/** An admin names a released result of a merged record as that of the kept one. */
export function name(world: World, result: Result): boolean {
  if (!result.isReleased || manOf(world, result.member).mergedInto === null) return false
  nameForKept(world, result)
  return true
}

/** The code of a letter gives the record an account. */
export function claim(world: World, man: Man): boolean {
  if (man.hasAccount || man.diedAt || world.rules.recordOf(man).state !== 'one') return false
  man.hasAccount = true
  return true
}

/** With all that is part of the record; what is under way ends, signed for by a clinician. */
export function erase(world: World, man: Man, { isSigned }: { isSigned: boolean }): boolean {
  if (world.rules.recordOf(man).state !== 'one' || isBooked(world, man)) return false
  const parts = world.men.filter(({ id }) => personOf(world, id).id === man.id)
  const ids = parts.map(({ id }) => id)
  if (!world.rules.mayErase({ ...underWay(world, ids), isSigned })) return false
  world.deeds.push({ kind: 'erased', man, isSigned })
  for (const one of parts)
    Object.assign(one, {
      erasedAt: world.now,
      firstName: 'Erased',
      lastName: 'member',
      dateOfBirth: '1900-01-01',
      nhsNumber: null,
    })
  for (const report of world.reports)
    if (ids.includes(report.member) && IN_REVIEW.includes(report.state)) report.state = 'discarded'
  closeTasks(world, ({ member }) => ids.includes(member), 'erased')
  return true
}

const IN_REVIEW: readonly string[] = ['review', 'second', 'ready', 'ring first']

function underWay(world: World, ids: readonly number[]) {
  const hasOpen = (kinds: readonly string[]) =>
    world.tasks.some(
      ({ kind, member, closed }) => closed === null && ids.includes(member) && kinds.includes(kind),
    )
  const appointments = world.appointments.filter(({ member }) => ids.includes(member))
  const isAwaited = appointments.some(
    ({ id }) =>
      world.rules.standingSamples(pressesOf(world, id)).length > 0 &&
      !world.reports.some((one) => one.appointment === id && one.state !== 'discarded'),
  )
  const own = world.reports.filter(({ member }) => ids.includes(member))
  return {
    hasSampleAtLab: isAwaited || hasOpen(['sample_to_lab', 'lab_to_result']),
    hasUnreleased: own.some(({ state }) => IN_REVIEW.includes(state)),
    hasOpenTakeBack: hasOpen(['take_back', 'sample_undone', 'two_tubes']),
  }
}

function isBooked(world: World, { id }: Man): boolean {
  return world.appointments.some(
    ({ member, status, startsAt }) =>
      personOf(world, member).id === id && status === 'booked' && startsAt > world.now,
  )
}
