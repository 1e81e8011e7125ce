// What leaves the charity: mails, letters, and what a member reads.

import { addLetter, hasLater } from './clinic.ts'
import { areDeclared, pressesOf } from './door.ts'
import { isNamedFor, readerOf } from './records.ts'
import { type Letter, type Man, manOf, personOf, type Result, type World } from './state.ts'
import { closeTasks, openTask } from './tasks.ts'

export function mayTell(world: World, man: Man, about: 'result' | 'appointment'): boolean {
  return world.rules.mayTell(
    {
      diedAt: man.diedAt,
      erasedAt: man.erasedAt,
      mergedInto: man.mergedInto,
      isActive: true,
      wantsContact: man.wantsContact,
      contactBy: man.isByPost ? 'post' : 'email',
      careOf: null,
      email: 'member@example.org',
      phone: '',
      provenPhone: null,
      addressLines: ['1 High Street'],
      postcode: 'IP22 4AA',
    },
    about,
  )
}

/** server/care/reminders: tells of what is booked and of what was released. */
export function sendNotices(world: World): void {
  for (const { status, startsAt, member } of world.appointments)
    if (
      status === 'booked' &&
      startsAt > world.now &&
      mayTell(world, manOf(world, member), 'appointment')
    )
      world.deeds.push({ kind: 'mailed', member, about: 'appointment' })
  for (const result of world.results) {
    const { id, isReleased, isAnnounced } = result
    const man = readerOf(world, result)
    if (!isReleased || isAnnounced) continue
    if (isSuperseded(world, id)) result.isAnnounced = true
    else if (mayTell(world, man, 'result')) announce(world, result, man)
  }
}

function announce(world: World, result: Result, man: Man): void {
  result.isAnnounced = true
  world.deeds.push({ kind: 'mailed', member: man.id, about: 'result' })
  if (man.isByPost) addLetter(world, result.id, 'member')
  if (man.hasGp && result.value !== null) addLetter(world, result.id, 'gp')
}

/** All letters that may go are printed and posted. */
export function postLetters(world: World): boolean {
  const ready = world.letters.filter((one) => !one.isPosted && !isHeld(world, one))
  for (const letter of ready) {
    letter.isPosted = true
    world.deeds.push({ kind: 'posted', letter })
  }
  return ready.length > 0
}

export function isHeld(world: World, { result: id, to }: Letter): boolean {
  const result = resultOf(world, id)
  const man = readerOf(world, result)
  const presses = result.appointment === null ? [] : pressesOf(world, result.appointment)
  const hasSamples = presses.some(({ type }) => type === 'sample')
  const report = world.reports.find((one) => one.result === id)
  const isForGpOnly = report?.isForGpOnly ?? false
  const mayBeTold =
    to === 'gp' ? mayGpBeTold(world, man, isForGpOnly) : mayTell(world, man, 'result')
  return world.rules.isLetterHeld({
    isReplaced: isSuperseded(world, id),
    isReportedAgain: report ? hasLater(world, report) : false,
    samples: hasSamples ? world.rules.standingSamples(presses).length : null,
    areDeclared: result.appointment !== null && areDeclared(world, result.appointment),
    isSaidToStand: world.reviews.some((one) => one.report === report?.id && one.kind === 'stands'),
    hasOpenTask: world.tasks.some(
      ({ kind, closed, appointment }) =>
        closed === null && appointment === result.appointment && HOLDING.includes(kind),
    ),
    mayBeTold,
    isWithheld: isWithheld(world, result),
  })
}

/** After a death only what a clinician gave to the GP alone; nothing of a record that is no more. */
function mayGpBeTold(world: World, man: Man, isForGpOnly: boolean): boolean {
  const { diedAt, erasedAt } = personOf(world, man.id)
  if (erasedAt !== null) return false
  if (isForGpOnly) return true
  return diedAt === null && man.mergedInto === null
}

const HOLDING: readonly string[] = [
  'sample_undone',
  'two_tubes',
  'consent_withdrawn',
  'take_back',
  'result_of_the_dead',
]

function resultOf({ results }: World, id: number): Result {
  const result = results.find((one) => one.id === id)
  if (!result) throw new Error(`there is no result ${id}`)
  return result
}

export function isSuperseded({ results }: World, id: number): boolean {
  return results.some(({ supersedes }) => supersedes === id)
}

/** The ids of the results that the member reads, replaced ones too. */
export function shownTo(world: World, man: Man): number[] {
  if (!man.hasAccount || world.rules.recordOf(man).state !== 'one') return []
  const isTheirs = ({ id, member }: Result) =>
    member === man.id || isNamedFor(world, { result: id, reader: man.id })
  return world.results
    .filter((one) => isTheirs(one) && one.isReleased && !isWithheld(world, one))
    .map(({ id }) => id)
}

function isWithheld(world: World, { member, isFromLaboratory, recordedAt, appointment }: Result) {
  return world.rules.isWithheld({
    isFromLaboratory: isFromLaboratory || appointment !== null,
    recordedAt,
    numberInDoubtSince: manOf(world, member).numberInDoubtSince,
  })
}

/** A death ends tasks; results under way go to the list of the dead. */
export function recordDeath(world: World, man: Man): boolean {
  if (man.diedAt) return false
  const isTheirs = ({ member }: { member: number }) => personOf(world, member).id === man.id
  const open = world.tasks.filter((one) => one.closed === null && isTheirs(one))
  man.diedAt = world.now
  closeTasks(world, isTheirs, 'died')
  for (const { kind, member, appointment, report } of open)
    openTask(world, kind, { member, appointment, report })
  return true
}
