// Whose a row of the laboratory's file is, and what it becomes, as server/results/lab-results does it.

import type { KnownReport } from '../../../domain/office/known-reports.ts'
import type { LabRow } from '../../../domain/office/lab-rows.ts'
import { withdrawsReport } from '../../../domain/office/lab-rows.ts'
import type { Candidates, Sampled } from '../../../domain/office/result-matching.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { areDeclared, isReplaced, pressesOf, undoneTubes } from './door.ts'
import { type Appointment, manOf, type Report, type Row, type World } from './state.ts'
import { closeTasks, openTask } from './tasks.ts'

/** The row is matched and recorded, or waits for a person. */
export function importRow(world: World, row: LabRow): Row {
  const match = world.rules.matchRow(row, candidatesFor(world, row))
  const ids = match.state === 'matched' ? [match.appointmentId] : match.closeIds
  const members = ids.map((id) => appointmentOf(world, id).member)
  const hasResult = ids.some((id) =>
    world.reports.some((one) => one.appointment === id && one.state !== 'discarded'),
  )
  const verdict = world.rules.judgeNumber(row, {
    match,
    known: knownReports(world, row),
    members,
    hasResult: match.state === 'matched' && hasResult,
  })
  const reported = verdict.reports.map(({ appointmentId }) => appointmentId)
  const kept: Row = {
    id: world.rows.length + 1,
    row,
    state: 'close',
    reason: null,
    closeIds: [...new Set([...ids, ...reported])],
    report: null,
  }
  world.rows.push(kept)
  if (isRepeated(world, row)) kept.state = 'repeated'
  else if (verdict.kind !== 'as matched')
    Object.assign(kept, { state: verdict.kind, reason: verdict.reason })
  else if (match.state === 'matched') record(world, kept, match.appointmentId, false)
  else Object.assign(kept, { state: match.state, reason: match.reason })
  return kept
}

/** A person gives a row that waits to an appointment; false when that may not be. */
export function decide(world: World, kept: Row, appointment: Appointment): boolean {
  const { row } = kept
  const candidates = candidatesFor(world, row)
  const others = candidates.byBirthDate
  const known = knownReports(world, row).filter((one) => !one.isReplaced && !one.isWithdrawal)
  const isReported = known.some(({ appointmentId }) => appointmentId === appointment.id)
  const mayBe =
    withdrawsReport(row.status) && known.length > 0
      ? isReported
      : world.rules.mayDecide(row, seen(world, row, appointment), others)
  if (!mayBe) return false
  record(world, kept, appointment.id, true)
  return true
}

function record(world: World, kept: Row, appointmentId: number, byPerson: boolean): void {
  const { row } = kept
  const appointment = appointmentOf(world, appointmentId)
  const { member } = appointment
  const date = ukDate(appointment.startsAt)
  const replaced = world.rules.replacedReport(row, {
    known: knownReports(world, row),
    appointment: { id: appointmentId, memberId: member, date },
    isOtherSample: false,
  })
  const report: Report = {
    id: world.reports.length + 1,
    member,
    appointment: appointmentId,
    row,
    state: 'review',
    replaces: replaced?.id ?? null,
    isWithdrawal: withdrawsReport(row.status),
    isOff: false,
    result: null,
    takenBackBy: null,
    isForGpOnly: false,
    recordedAt: world.now,
  }
  world.reports.push(report)
  const former = world.reports.find(({ id }) => id === replaced?.id)
  if (former && former.state !== 'released') former.state = 'discarded'
  Object.assign(kept, { state: 'committed', reason: null, report: report.id })
  world.deeds.push({ kind: 'recorded', report, byPerson })
  followRecorded(world, report)
}

/** server/tasks/follow-lab-results.ts */
export function followRecorded(world: World, { id, member, appointment, replaces }: Report): void {
  closeTasks(
    world,
    (one) => one.appointment === appointment && AT_LAB.includes(one.kind),
    'laboratory result recorded',
  )
  closeTasks(
    world,
    (one) => one.report === replaces && REVIEWS.includes(one.kind),
    'corrected by the laboratory',
  )
  openTask(world, 'result_to_review', { member, appointment, report: id })
  const former = world.reports.find((one) => one.id === replaces)
  if (former && isAwaited(world, former)) {
    const { member, appointment } = former
    openTask(world, 'lab_to_result', { member, appointment })
  }
}

/** A sample stands, and no report is about it any more. */
function isAwaited(world: World, { appointment }: Report): boolean {
  const isSampled = world.rules.standingSamples(pressesOf(world, appointment)).length > 0
  const own = world.reports.filter((one) => one.appointment === appointment)
  return isSampled && own.every(({ state }) => state === 'discarded')
}

export const AT_LAB: readonly string[] = ['sample_to_lab', 'lab_to_result']
export const REVIEWS: readonly string[] = ['result_to_review', 'second_review', 'review_to_release']

export function appointmentOf({ appointments }: World, id: number): Appointment {
  const appointment = appointments.find((one) => one.id === id)
  if (!appointment) throw new Error(`there is no appointment ${id}`)
  return appointment
}

function isRepeated({ reports }: World, row: LabRow): boolean {
  const content = contentOf(row)
  return reports.some((one) => !one.isOff && contentOf(one.row) === content)
}

function contentOf({ lab_number, value, status, last_name, tube }: LabRow): string {
  return [lab_number, value, status, last_name, tube].join()
}

function knownReports(world: World, { lab_number: number }: LabRow): KnownReport[] {
  return world.reports
    .filter((one) => !one.isOff && one.row.lab_number === number)
    .map((one) => ({
      id: one.id,
      memberId: one.member,
      appointmentId: one.appointment,
      sampleDate: one.row.collected ?? ukDate(appointmentOf(world, one.appointment).startsAt),
      isWithdrawal: one.isWithdrawal,
      isReplaced: isReplaced(world, one.id),
    }))
}

/** server/results/lab-results/row-candidates.ts */
function candidatesFor(world: World, row: LabRow): Candidates {
  const { appointments } = world
  const see = (one: Appointment) => seen(world, row, one)
  const { tube } = row
  const holders = appointments.filter(({ id }) =>
    pressesOf(world, id).some((one) => one.type === 'sample' && one.tube === tube),
  )
  const standing = holders.flatMap((one) =>
    world.rules
      .standingSamples(pressesOf(world, one.id))
      .filter((sample) => sample.tube === tube)
      .map(({ at }) => ({ one, at })),
  )
  const owner = standing.sort((a, b) => a.at.getTime() - b.at.getTime()).at(-1)?.one
  const formerly = holders.filter(
    ({ id }) => tube !== null && undoneTubes(world, id).includes(tube),
  )
  const number = row.nhs_number
  return {
    byTube: owner && tube !== null ? see(owner) : null,
    byUndoneTube: formerly.map(see),
    byNhsNumber: appointments
      .filter(({ member }) => number !== null && manOf(world, member).nhsNumber === number)
      .map(see),
    byBirthDate: appointments
      .filter(
        ({ id, member }) =>
          manOf(world, member).dateOfBirth === row.date_of_birth &&
          pressesOf(world, id).some(({ type }) => type === 'sample'),
      )
      .map(see),
  }
}

function seen(world: World, row: LabRow, { id, member, startsAt }: Appointment): Sampled {
  const man = manOf(world, member)
  const tubes = world.rules.standingSamples(pressesOf(world, id)).flatMap(({ tube }) => tube ?? [])
  return {
    appointmentId: id,
    firstName: man.firstName,
    lastName: man.lastName,
    dateOfBirth: man.dateOfBirth,
    nhsNumber: man.nhsNumber,
    isErased: man.erasedAt !== null,
    hasSharedNumber:
      row.nhs_number !== null &&
      world.men.filter(({ nhsNumber }) => nhsNumber === man.nhsNumber).length > 1,
    date: ukDate(startsAt),
    isSampled: tubes.length > 0,
    tubes: [...new Set(tubes)],
    undone: [...new Set(undoneTubes(world, id))],
    areAllTheirs: areDeclared(world, id),
  }
}
