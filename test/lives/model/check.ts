// Derives what is true from the raw presses, the laboratory's rows and the decisions alone, and says
// which deeds of the world are against it. Written apart from the product's rules: it imports none.
import type { Band } from '../../../domain/results.ts'
import { type Appointment, type Deed, type Man, manOf, type Report, type World } from './state.ts'

/** What was looked at before. */
export type Memory = { deeds: number; shown: Map<number, Set<number>>; diedOnce: Set<number> }
export const nothingSeen = (): Memory => ({ deeds: 0, shown: new Map(), diedOnce: new Set() })

/** What is wrong now, in plain sentences; `shown` are the ids of results that each member reads. */
export function checkWorld(
  world: World,
  memory: Memory,
  shown: (man: Man) => number[],
  doorShows: (appointment: Appointment) => string[],
): string[] {
  for (const { id } of world.men) if (recordNow(world, id).diedAt) memory.diedOnce.add(id)
  const deeds = world.deeds.slice(memory.deeds)
  memory.deeds = world.deeds.length
  return [
    ...deeds.flatMap((deed) => checkDeed(world, deed)),
    ...world.appointments.flatMap((one) => checkDoor(world, one, doorShows(one))),
    ...world.appointments.flatMap((one) => checkEnd(world, one, memory)),
    ...world.reports.flatMap((one) => checkFallen(world, one)),
    ...world.men.flatMap((man) => checkShown(world, man, { now: shown(man), memory })),
  ]
}

function checkDeed(world: World, deed: Deed): string[] {
  switch (deed.kind) {
    case 'recorded':
      return deed.byPerson ? givenByPerson(world, deed.report) : matchedByItself(world, deed.report)
    case 'released':
      return released(world, deed.report)
    case 'posted':
      return posted(world, deed.letter)
    case 'mailed':
      return mailed(manOf(world, deed.member))
    case 'cancelled':
    case 'moved':
      return hasCome(world, deed.appointment)
        ? [`an appointment was ${deed.kind} after the arrival`]
        : []
    case 'opened':
      return opened(world, deed)
    case 'taken back':
      return takenBack(world, deed)
    case 'refunded by card':
      return refunded(deed)
    case 'cancelled in full':
      return cancelledInFull(deed.appointment)
    case 'erased':
      return deed.isSigned ? [] : erasedUnderWay(world, deed.man)
  }
}

/** The record that this one is part of now, or itself. */
function recordNow(world: World, id: number): Man {
  const man = manOf(world, id)
  return man.mergedInto === null ? man : recordNow(world, man.mergedInto)
}

function mailed({ diedAt, erasedAt, mergedInto }: Man): string[] {
  return [
    ...(diedAt ? ['a mail went to somebody who has died'] : []),
    ...(erasedAt ? ['a mail went to an erased record'] : []),
    ...(mergedInto === null ? [] : ['a mail went to a record that is part of another one']),
  ]
}

/** Looked at after the act: what was under way is discarded by then. */
function erasedUnderWay(world: World, man: Man): string[] {
  const isOf = ({ member }: { member: number }) => recordNow(world, member).id === man.id
  const isAwaited = world.appointments.filter(isOf).some((one) => {
    const gaveBlood = standing(world, one.id).some(({ type }) => type === 'sample')
    const reports = world.reports.filter(({ appointment }) => appointment === one.id)
    const isSettled = reports.some(
      ({ id, state }) =>
        state === 'released' ||
        world.reviews.some(({ report, choice }) => report === id && choice === 'destroy'),
    )
    return gaveBlood && !isSettled
  })
  return isAwaited ? ['a member was erased with a sample or result under way'] : []
}

function standing(world: World, appointment: number) {
  const own = world.presses.filter((one) => one.appointment === appointment && !one.isRefused)
  const undone = new Set(own.map(({ undoes }) => undoes))
  return own.filter(({ id, type }) => type !== 'undo' && !undone.has(id))
}

/** The tubes that stand at the appointment; none while several stand that no lead declared. */
function clearTubes(world: World, appointment: number): string[] {
  const left = standing(world, appointment)
  const samples = left.filter(({ type }) => type === 'sample')
  const tubes = [...new Set(samples.flatMap(({ tube }) => tube ?? []))]
  const isClear =
    tubes.length < 2 ||
    left.some(
      (one) => one.type === 'both_theirs' && samples.every(({ id }) => one.samples?.includes(id)),
    )
  return isClear ? tubes : []
}

function hasSample(world: World, { appointment, row: { tube } }: Report): boolean {
  const tubes = clearTubes(world, appointment)
  return tube === null ? tubes.length > 0 : tubes.includes(tube)
}

function matchedByItself(world: World, report: Report): string[] {
  const { row } = report
  const wrong: string[] = []
  const man = manOf(world, report.member)
  const undone = new Set(world.presses.map(({ undoes }) => undoes))
  const wasTakenBack = world.presses.some(
    ({ id, type, tube, isRefused, appointment }) =>
      !isRefused &&
      type === 'sample' &&
      (row.tube === null ? appointment === report.appointment : tube === row.tube) &&
      undone.has(id),
  )
  if (wasTakenBack) wrong.push('a report of a tube that was once taken back was matched by itself')
  if (report.isWithdrawal && report.replaces === null)
    wrong.push('a withdrawal of a report that is not there was recorded by itself')
  if (man.erasedAt && !report.isWithdrawal) wrong.push('a report was recorded for an erased member')
  const { onForms } = man
  if (row.date_of_birth !== onForms.dateOfBirth || row.last_name !== onForms.lastName)
    wrong.push('a report was matched to somebody else’s name or birth date')
  if (!hasSample(world, report)) wrong.push('a report was matched without a clear sample')
  return [...wrong, ...replacesOwn(world, report)]
}

function givenByPerson(world: World, report: Report): string[] {
  const { row, member } = report
  const fits = ({ onForms: { firstName, lastName, dateOfBirth } }: Man) =>
    row.first_name === firstName && row.last_name === lastName && row.date_of_birth === dateOfBirth
  const own = fits(manOf(world, member))
  const isOfAnother = world.appointments.some((one) => {
    const day = world.events.find(({ id }) => id === one.event)?.date
    const isOfDay = row.collected === null || day === row.collected
    const gaveBlood = standing(world, one.id).some(({ type }) => type === 'sample')
    const other = manOf(world, one.member)
    return isOfDay && gaveBlood && one.member !== member && !other.erasedAt && fits(other)
  })
  const isWorse = !own && isOfAnother && row.value !== null
  const isOfErased = manOf(world, member).erasedAt !== null && !report.isWithdrawal
  return [
    ...(isOfErased ? ['a report was given to an erased member'] : []),
    ...(isWorse ? ['a report was given to a member while another fits better'] : []),
    ...replacesOwn(world, report),
  ]
}

function replacesOwn({ reports }: World, { replaces, member }: Report): string[] {
  const former = reports.find(({ id }) => id === replaces)
  return former && former.member !== member ? ['a report replaces another member’s'] : []
}

function released(world: World, report: Report): string[] {
  const { member, isForGpOnly, isWithdrawal } = report
  const man = recordNow(world, member)
  const wrong: string[] = []
  if (man.erasedAt) wrong.push('a result was released of an erased record')
  if (isUncompared(world, report)) wrong.push('a merged record’s result was released uncompared')
  if (!isWithdrawal && !hasSample(world, report))
    wrong.push('a result was released, and its sample does not stand')
  if (man.diedAt && !isForGpOnly) wrong.push('a result was released to somebody who has died')
  const event = world.appointments.find(({ id }) => id === report.appointment)?.event ?? -1
  const gone = manOf(world, member).withdrawn.get(event)
  const isChosen = world.reviews.some(
    (one) => one.report === report.id && one.choice && gone && one.at >= gone,
  )
  if (gone && !isChosen) wrong.push('a result was released without a consent')
  if (isCorrected(world, report))
    wrong.push('a result was released that the laboratory has replaced')
  if (needsTwo(world, report)) wrong.push('red, or what was taken back, was released by one person')
  return wrong
}

/** Blood of a record that is part of another one, and nobody has compared both since. */
function isUncompared({ men, merges, reviews }: World, { id, member }: Report): boolean {
  if (men.find((one) => one.id === member)?.mergedInto === null) return false
  const at = merges.findLast(({ merged }) => merged === member)?.at
  const isCompared = reviews.some(
    (one) => one.report === id && one.isSamePerson && at !== undefined && one.at >= at,
  )
  return !isCompared
}

function isCorrected({ reports }: World, { id }: Report): boolean {
  return reports.some((one) => one.replaces === id && one.state !== 'discarded')
}

/** Red ever, or taken back, and not two who agree on the last band. */
function needsTwo(world: World, report: Report): boolean {
  const { reports, reviews } = world
  const chain = new Set<Report>()
  for (let one: Report | undefined = report; one && !chain.has(one); ) {
    const now: Report = one
    for (const same of reports) if (same.row === now.row) chain.add(same)
    one = reports.find(({ id }) => id === now.replaces)
  }
  const ids = [...chain].map(({ id }) => id)
  const all = reviews.filter((one) => ids.includes(one.report))
  const isGrave = all.some(
    ({ kind, band }) => kind === 'taken back' || (isDecision(kind) && band === 'Red'),
  )
  if (!isGrave || report.isWithdrawal) return false
  const own = reviews.filter((one) => one.report === report.id)
  const from = own.findLastIndex(({ kind }) => kind === 'taken back') + 1
  const decisions = own.slice(from).filter(({ kind }) => isDecision(kind))
  const last: Band | null | undefined = decisions.at(-1)?.band
  const agreed = decisions.filter(({ band }) => band === last).map(({ staffId }) => staffId)
  return new Set(agreed).size < 2
}

function isDecision(kind: string): boolean {
  return kind === 'first' || kind === 'second'
}

function posted(world: World, { result: id, to }: { result: number; to: 'member' | 'gp' }) {
  const result = world.results.find((one) => one.id === id)
  const report = world.reports.find((one) => one.result === id)
  if (!result) return ['a letter was posted about nothing']
  const man = recordNow(world, result.member)
  const wrong: string[] = []
  if (man.erasedAt) wrong.push('a letter was posted of an erased record')
  if (man.diedAt && !report?.isForGpOnly) wrong.push('a letter was posted after the death')
  if (to === 'member' && man.wantsContact === 'none')
    wrong.push('a letter was posted to somebody who wants no contact')
  if (world.results.some(({ supersedes }) => supersedes === id))
    wrong.push('a letter was posted with a replaced result')
  if (report && isCorrected(world, report))
    wrong.push('a letter was posted although the laboratory has corrected')
  const isSaid = world.reviews.some((one) => one.report === report?.id && one.kind === 'stands')
  if (report && !report.isWithdrawal && !isSaid && !hasSample(world, report))
    wrong.push('a letter was posted, and its sample does not stand')
  return wrong
}

function hasCome(world: World, { id }: Appointment): boolean {
  return standing(world, id).some(({ type }) => ['arrive', 'sample', 'not_sampled'].includes(type))
}

function opened({ reviews }: World, deed: Deed & { kind: 'opened' }): string[] {
  const { report, by, state, sees } = deed
  if (state !== 'second') return []
  // The act that follows may have added a decision of this reader.
  const decisions = reviews.filter(
    (one) => one.report === report.id && isDecision(one.kind) && one.staffId !== by,
  )
  const isSecond = decisions.at(-1)?.kind === 'first'
  const isOwn =
    reviews.findLast((one) => one.report === report.id && one.kind === 'first')?.staffId === by
  return isSecond && !isOwn && sees !== null
    ? ['the second reader was shown the first decision']
    : []
}

function takenBack({ reviews }: World, { report, by }: Deed & { kind: 'taken back' }): string[] {
  const asked = reviews.findLast(
    (one) => one.report === report.id && one.kind === 'take back asked',
  )
  return asked?.staffId === by ? ['one person took a released result back'] : []
}

function refunded({ payment }: Deed & { kind: 'refunded by card' }): string[] {
  const isDisputed = payment.dispute === 'open' || payment.dispute === 'lost'
  return [
    ...(backOf(payment) > payment.pence ? ['more was paid back than was taken'] : []),
    ...(isDisputed ? ['a disputed payment was refunded by card'] : []),
    ...(payment.way !== 'card' ? ['cash was refunded by card'] : []),
  ]
}

function backOf({ refunds }: Appointment['payments'][number]): number {
  const made = refunds.filter(({ state }) => state !== 'failed')
  return made.reduce((sum, { pence }) => sum + pence, 0)
}

/** Every pound is back, on its way or owed. */
function cancelledInFull({ payments }: Appointment): string[] {
  const kept = payments.filter((one) => backOf(one) + one.owedPence < one.pence)
  const doubled = payments.filter((one) => backOf(one) + one.owedPence > one.pence)
  return [
    ...kept.map(() => 'money of a cancelled appointment is neither back nor owed'),
    ...doubled.map(() => 'money of a cancelled appointment is owed twice'),
  ]
}

function checkDoor(world: World, { id }: Appointment, shown: string[]): string[] {
  const own = standing(world, id).flatMap(({ type, tube }) =>
    type === 'sample' ? (tube ?? []) : [],
  )
  const isSame = own.toSorted().join() === shown.toSorted().join()
  return isSame ? [] : ['the door shows other tubes than those that stand']
}

/** Every sample that stands has a result, a row that waits for a person, or somebody's task. */
function checkEnd(world: World, { id, member }: Appointment, { diedOnce }: Memory): string[] {
  const isSampled = standing(world, id).some(({ type }) => type === 'sample')
  if (!isSampled || diedOnce.has(member) || manOf(world, member).erasedAt) return []
  const hasReport = world.reports.some((one) => one.appointment === id && one.state !== 'discarded')
  const hasTask = world.tasks.some(({ appointment, closed }) => appointment === id && !closed)
  const wasDestroyed = world.reviews.some(
    ({ choice, report }) =>
      choice === 'destroy' &&
      world.reports.some((one) => one.id === report && one.appointment === id),
  )
  return hasReport || hasTask || wasDestroyed ? [] : ['a sample has neither an end nor a task']
}

/** What is shown without a sample is somebody's task, or was said to stand. */
function checkFallen(world: World, report: Report): string[] {
  const { state, isWithdrawal, id, result, appointment, member } = report
  if (state !== 'released' || isWithdrawal || hasSample(world, report)) return []
  if (world.results.some(({ supersedes }) => supersedes === result)) return []
  const isHandled = world.tasks.some(
    (one) => one.appointment === appointment && (!one.closed || one.closed === 'died'),
  )
  const isSaid = world.reviews.some((one) => one.report === id && one.kind === 'stands')
  const { diedAt, erasedAt } = recordNow(world, member)
  return isHandled || isSaid || diedAt || erasedAt
    ? []
    : ['a released result lost its sample, and nobody has a task']
}

/** What members could read of their own stays; of another record only what was named since its merge. */
function checkShown(
  world: World,
  man: Man,
  { now, memory: { shown } }: { now: number[]; memory: Memory },
): string[] {
  const { id, erasedAt, mergedInto, hasAccount } = man
  const before = shown.get(id) ?? new Set()
  const isOwn = (result: number) => world.results.find((one) => one.id === result)?.member === id
  const isGone = erasedAt !== null || mergedInto !== null
  const hidden = !isGone && [...before].some((one) => isOwn(one) && !now.includes(one))
  shown.set(id, new Set([...before, ...now]))
  const others = now.filter((one) => !isOwn(one) && !wasNamed(world, id, one))
  return [
    ...(hidden ? ['a result is no longer shown'] : []),
    ...(others.length > 0 ? ['a member reads a result of another record'] : []),
    ...(now.length > 0 && (isGone || !hasAccount)
      ? ['somebody reads results without a record or account of their own']
      : []),
    ...(now.some((one) => wasForGpAlone(world, one))
      ? ['a member reads of a result that only the GP was given']
      : []),
  ]
}

function wasNamed({ men, merges, namings, results }: World, reader: number, id: number): boolean {
  const owner = men.find((one) => one.id === results.find((result) => result.id === id)?.member)
  const merge = merges.findLast(({ kept, merged }) => kept === reader && merged === owner?.id)
  return (
    owner?.mergedInto === reader &&
    namings.some(
      ({ result, member, at }) =>
        result === id && member === reader && merge !== undefined && at >= merge.at,
    )
  )
}

/** Itself, or the one that it takes back, was never released, and nobody rang. */
function wasForGpAlone({ results, reports, reviews }: World, id: number): boolean {
  const result = results.find((one) => one.id === id)
  if (reports.some((one) => one.result === id && one.isForGpOnly)) return true
  const before = results.find((one) => one.id === result?.supersedes)
  if (!before || before.isReleased || result?.report !== before.report) return false
  const isTakingBack = reports.some(({ takenBackBy }) => takenBackBy === id)
  return (
    isTakingBack && !reviews.some(({ report, kind }) => report === before.report && kind === 'rung')
  )
}
