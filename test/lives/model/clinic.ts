// Review, release and taking back, as server/results/lab-results does it.
import { mayCompare, type ResultChoice } from '../../../domain/office/result-holds.ts'
import { whyNotSendBack, whyNotTakeBack } from '../../../domain/office/result-review.ts'
import type { LabResultState, ReviewKind } from '../../../domain/office/result-states.ts'
import {
  openRequest,
  type TakeBackReason,
  whyNotAskTakeBack,
} from '../../../domain/office/taking-back.ts'
import type { Band } from '../../../domain/results.ts'
import { pressesOf } from './door.ts'
import { appointmentOf, followRecorded, REVIEWS } from './laboratory.ts'
import { isNamedFor, nameForKept } from './records.ts'
import { manOf, newResult, personOf, type Report, type Review, type World } from './state.ts'
import { closeTasks, openTask } from './tasks.ts'

type By = { by: number }
type Decision = By & { band: Band | null; ringFirst: boolean }

export function holdsOf(world: World, report: Report) {
  const presses = pressesOf(world, report.appointment)
  const undos = new Map(presses.flatMap((one) => (one.undoes ? [[one.undoes, one] as const] : [])))
  const undone = presses.flatMap(({ id, type, tube }) => {
    const undo = undos.get(id)
    return undo && type === 'sample' && tube !== null
      ? [{ tube, at: undo.at, by: 'Venue', words: undo.reason }]
      : []
  })
  const person = personOf(world, report.member)
  return world.rules.holdsOf({
    tube: report.row.tube,
    standing: world.rules
      .standingSamples(presses)
      .map(({ id, tube }) => ({ actionId: id, tube: tube ?? '' })),
    undone: undone.sort((a, b) => a.at.getTime() - b.at.getTime()),
    declarations: presses.flatMap(({ id, type, samples }) =>
      type === 'both_theirs' && !undos.has(id) ? [samples ?? []] : [],
    ),
    consentWithdrawnAt: withdrawnAt(world, report),
    choice: choiceOf(world, report),
    differing: [],
    doubtedAt: null,
    identityChangedAt: null,
    mergedAt: mergedAt(world, report),
    comparedAt: comparedAt(world, report),
    diedAt: person.diedAt,
    isErased: person.erasedAt !== null,
    hasLaterReport: hasLater(world, report),
  })
}

export function hasLater({ reports }: World, { id }: Report): boolean {
  const next = reports.filter(({ replaces }) => replaces === id)
  return next.some((one) => one.state !== 'discarded' || hasLater({ reports } as World, one))
}

function withdrawnAt(world: World, { member, appointment }: Report): Date | null {
  return manOf(world, member).withdrawn.get(appointmentOf(world, appointment).event) ?? null
}

export function choiceOf({ reviews }: World, { id }: Report) {
  const last = reviews.findLast(({ report, choice }) => report === id && choice !== undefined)
  return last?.choice ? { choice: last.choice, at: last.at } : null
}

/** The reviews of the report, of those that it replaces, and of the same number taken off before. */
function history(world: World, report: Report): Review[] {
  const ids = new Set([report.id])
  for (let size = 0; size < ids.size; ) {
    size = ids.size
    for (const one of world.reports)
      if (ids.has(one.id)) {
        if (one.replaces !== null) ids.add(one.replaces)
        for (const other of world.reports)
          if (other.isOff && other.row.lab_number === one.row.lab_number) ids.add(other.id)
      }
  }
  return world.reviews.filter((one) => ids.has(one.report))
}

function save(
  world: World,
  report: Report,
  of: By & { kind: ReviewKind; state: LabResultState } & Partial<Review>,
): void {
  const { by, kind, state, band = null, ringFirst = false, ...more } = of
  const about = { report: report.id, staffId: by, at: world.now }
  world.reviews.push({ ...about, kind, band, ringFirst, ...more })
  report.state = state
  const { id, member, appointment } = report
  const task = TASK_OF[state]
  closeTasks(
    world,
    (one) => one.report === id && REVIEWS.includes(one.kind) && one.kind !== task,
    state,
  )
  if (task) openTask(world, task, { member, appointment, report: id })
  const isWithout = !world.reports.some(
    (one) => one.appointment === appointment && one.state !== 'discarded',
  )
  if (state === 'discarded' && isWithout) openTask(world, 'lab_to_result', { member, appointment })
}

const TASK_OF = {
  review: 'result_to_review',
  second: 'second_review',
  ready: 'review_to_release',
  'ring first': 'review_to_release',
  released: null,
  discarded: null,
} as const

/** What a clinician sees of the first decision when opening the report. */
export function open(world: World, report: Report, by: number): void {
  const own = world.reviews.filter((one) => one.report === report.id)
  const first = own.findLast(({ kind }) => kind === 'first')
  const isBlind = world.rules.isBlindReader(report.state, own, by)
  const sees = isBlind ? null : (first?.band ?? null)
  world.deeds.push({ kind: 'opened', report, by, state: report.state, sees })
}

export function review(world: World, report: Report, decision: Decision): boolean {
  if (!world.rules.mayReview(holdsOf(world, report))) return false
  const { isWithdrawal, state, row } = report
  const about = { state, hasValue: row.value !== null, isWithdrawal }
  if (world.rules.whyNotReview(about, decision)) return false
  const now = { report: report.id, kind: 'first' as const, staffId: decision.by, ...decision }
  const next = world.rules.stateAfterReview([...history(world, report), now])
  save(world, report, { ...decision, kind: 'first', state: next })
  return true
}

export function reviewAgain(world: World, report: Report, decision: Decision): boolean {
  if (report.state !== 'second' || !world.rules.mayReview(holdsOf(world, report))) return false
  const first = world.reviews.findLast((one) => one.report === report.id && one.kind === 'first')
  if (!first || first.staffId === decision.by) return false
  const { isWithdrawal, row } = report
  const about = { state: 'review' as const, hasValue: row.value !== null, isWithdrawal }
  if (world.rules.whyNotReview(about, decision)) return false
  const now = { report: report.id, kind: 'second' as const, staffId: decision.by, ...decision }
  const next = world.rules.stateAfterSecond([...history(world, report), now])
  save(world, report, { ...decision, kind: 'second', state: next })
  return true
}

export function sendBack(world: World, report: Report, { by }: By): boolean {
  if (whyNotSendBack(report.state)) return false
  save(world, report, { by, kind: 'sent back', state: 'review' })
  return true
}

export function ring(world: World, report: Report, { by }: By): boolean {
  const isHeld = holdsOf(world, report).length > 0 || choiceOf(world, report)?.choice === 'gp_only'
  if (report.state !== 'ring first' || isHeld) return false
  save(world, report, { by, kind: 'rung', state: 'ready' })
  return true
}

export function release(world: World, report: Report, { by }: By): boolean {
  const choice = choiceOf(world, report)?.choice ?? null
  const isForGpOnly = choice === 'gp_only'
  const isReady = report.state === 'ready' || (isForGpOnly && report.state === 'ring first')
  if (world.rules.lacksSecond(history(world, report), report.id)) return false
  if (!isReady || !world.rules.mayRelease(holdsOf(world, report), choice)) return false
  const { member, appointment, replaces } = report
  const former = world.reports.find(({ id }) => id === replaces)
  const supersedes = lastOf(world, report.takenBackBy ?? former?.result ?? null)
  const value = report.isWithdrawal ? null : report.row.value
  const about = { member, appointment, report: report.id, value, supersedes }
  const result = newResult(world, { ...about, isReleased: !isForGpOnly })
  world.results.push(result)
  Object.assign(report, { result: result.id, isForGpOnly })
  save(world, report, { by, kind: 'released', state: 'released' })
  world.deeds.push({ kind: 'released', report, by })
  nameForKept(world, result)
  if (isForGpOnly) addLetter(world, result.id, 'gp')
  closeTasks(
    world,
    ({ kind, appointment: of }) => of === appointment && isForGpOnly && FOR_THE_GP.includes(kind),
    'given to the GP alone',
  )
  return true
}

const FOR_THE_GP: readonly string[] = ['consent_withdrawn', 'result_of_the_dead']

export function addLetter(world: World, result: number, to: 'member' | 'gp'): void {
  world.letters.push({ id: world.letters.length + 1, result, to, isPosted: false })
}

function lastOf({ results }: World, from: number | null): number | null {
  let last = from
  for (;;) {
    const next = results.find(({ supersedes }) => supersedes !== null && supersedes === last)
    if (!next) return last
    last = next.id
  }
}

export function choose(world: World, report: Report, of: By & { choice: ResultChoice }): boolean {
  if (whyNotTakeBack(report.state)) return false
  const man = personOf(world, report.member)
  const isWithdrawn = withdrawnAt(world, report) !== null
  const about = { choice: of.choice, sharesWithGp: man.hasGp, isWithdrawn }
  if (!world.rules.mayChoose(holdsOf(world, report), about)) return false
  const state = of.choice === 'destroy' ? 'discarded' : report.state
  save(world, report, { ...of, kind: 'chosen', state })
  const { appointment } = report
  const ended = of.choice === 'destroy' ? ['consent_withdrawn', 'lab_to_result'] : FOR_CHOICE
  closeTasks(
    world,
    (one) => one.appointment === appointment && ended.includes(one.kind),
    'a clinician chose',
  )
  return true
}

const FOR_CHOICE: readonly string[] = ['consent_withdrawn']

/** Off its appointment: its row waits for a person again. */
export function takeOff(world: World, report: Report, { by }: By): boolean {
  if (whyNotTakeBack(report.state)) return false
  const former = world.reports.find(({ id }) => id === report.replaces)
  setOff(world, report)
  save(world, report, { by, kind: 'discarded', state: 'discarded' })
  if (former?.state === 'discarded' && !former.isOff) {
    former.state = 'review'
    followRecorded(world, { ...former, replaces: null })
  }
  return true
}

function setOff(world: World, report: Report): void {
  Object.assign(report, { isOff: true, replaces: null })
  const row = world.rows.find((one) => one.report === report.id)
  if (row) Object.assign(row, { state: 'close', reason: 'taken_back', report: null })
}

export function askTakeBack(
  world: World,
  report: Report,
  of: By & { because: TakeBackReason },
): boolean {
  const own = world.reviews.filter((one) => one.report === report.id)
  if (whyNotAskTakeBack(report.state, own) || !isCurrent(world, report)) return false
  save(world, report, { ...of, kind: 'take back asked', state: 'released' })
  const { id, member, appointment } = report
  openTask(world, 'take_back', { member, appointment, report: id })
  return true
}

export function confirmTakeBack(world: World, report: Report, { by }: By): boolean {
  const own = world.reviews.filter((one) => one.report === report.id)
  if (world.rules.whyNotConfirmTakeBack(report.state, own, by) || !isCurrent(world, report))
    return false
  const because = openRequest(own)?.because ?? 'wrong_band'
  const { id, member, appointment } = report
  const about = { member, appointment, report: id, value: null, supersedes: report.result }
  const { isForGpOnly } = report
  const since = own.findLastIndex(({ kind }) => kind === 'taken back') + 1
  const wasRung = own.slice(since).some(({ kind }) => kind === 'rung')
  const isReleased = world.rules.isToldOfTakeBack({ isForGpOnly, wasRung })
  const result = newResult(world, { ...about, isReleased, isFromLaboratory: false })
  world.results.push(result)
  if (isForGpOnly) addLetter(world, result.id, 'gp')
  Object.assign(report, { result: null, takenBackBy: result.id })
  world.deeds.push({ kind: 'taken back', report, by })
  const isOfAnother = because === 'wrong_man'
  if (isOfAnother) setOff(world, report)
  const state = isOfAnother || hasLater(world, report) ? 'discarded' : 'review'
  save(world, report, { by, kind: 'taken back', state, because })
  const ended: readonly string[] = ['take_back', 'sample_undone']
  closeTasks(
    world,
    (one) => one.appointment === appointment && ended.includes(one.kind),
    'taken back',
  )
  if (isOfAnother) openTask(world, 'lab_to_result', { member, appointment })
  return true
}

/** A released result whose sample was undone is said to stand. */
export function letStand(world: World, report: Report, { by }: By): boolean {
  const isUndone = holdsOf(world, report).some(({ kind }) => kind === 'sample_undone')
  if (report.state !== 'released' || !isUndone) return false
  save(world, report, { by, kind: 'stands', state: 'released' })
  closeTasks(
    world,
    (one) => one.kind === 'sample_undone' && one.appointment === report.appointment,
    'it stands',
  )
  return true
}

function isCurrent(world: World, { result }: Report): boolean {
  return result !== null && lastOf(world, result) === result
}

/** A clinician compared both records: the sample is of the member who has them now. */
export function saySamePerson(world: World, report: Report, { by }: By): boolean {
  if (whyNotTakeBack(report.state) || !mayCompare(holdsOf(world, report))) return false
  save(world, report, { by, kind: 'chosen', state: report.state, isSamePerson: true })
  return true
}

/** When the record was merged whose blood it was; null once the result was named. */
function mergedAt(world: World, { member, result }: Report): Date | null {
  const { mergedInto } = manOf(world, member)
  if (mergedInto === null) return null
  const isNamed = result !== null && isNamedFor(world, { result, reader: mergedInto })
  const merge = world.merges.findLast(({ merged }) => merged === member)
  return isNamed ? null : (merge?.at ?? null)
}

function comparedAt({ reviews }: World, { id }: Report): Date | null {
  return reviews.findLast((one) => one.report === id && one.isSamePerson)?.at ?? null
}
