import type { MedicalResult, MedicalResults } from '../../domain/contract.ts'
import type { IdentityField } from '../../domain/identity.ts'
import {
  bandOf,
  isResultLate,
  retestOn,
  type TestRecords,
  testSteps,
} from '../../domain/results.ts'
import { isCalendarDate, ukDate } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { listFreeRepeats } from '../facts/free-repeats.queries.ts'
import {
  findReleasedResults,
  findReplacedResults,
  findTestedAppointments,
  findUnreleasedResults,
  findWithheldResults,
} from '../facts/results.queries.ts'
import { openResult } from '../facts/sealed-result.ts'
import { readFormerIdentities } from '../members/identity/former-identity.ts'
import type { AccountHolder } from '../members/members.queries.ts'
import { Refused } from '../platform/http/refused.ts'
import { listGpAppointments } from './gp-appointments.queries.ts'
import { listNotTheirs, withoutFinding } from './not-theirs.ts'
import { logOwnViews } from './own-views.ts'
import { sampledAt } from './sampled-at.ts'

type ReadDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now' | 'settings'>
type Reader = { member: AccountHolder; address: string }
type Released = Awaited<ReturnType<typeof findReleasedResults>>[number]
type Shown = Omit<Released, 'isReportedAgain'>
type Replaced = Awaited<ReturnType<typeof findReplacedResults>>[number]
type GpAppointment = Awaited<ReturnType<typeof listGpAppointments>>[number]
type FreeRepeat = Awaited<ReturnType<typeof listFreeRepeats>>[number]
type Unreleased = Awaited<ReturnType<typeof findUnreleasedResults>>[number]
type Tested = Awaited<ReturnType<typeof findTestedAppointments>>[number]
type FormerIdentity = Awaited<ReturnType<typeof readFormerIdentities>>

/**
 * Latest first, with the appointments without a result. Logs the access in the same transaction.
 */
export async function readResults(deps: ReadDeps, reader: Reader): Promise<MedicalResults> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const memberId = reader.member.id
    const released = await findReleasedResults(tx, { memberId, now })
    const withheld = await findWithheldResults(tx, { memberId, now })
    const unreleased = await findUnreleasedResults(tx, { memberId, now })
    const withResult = released.flatMap(({ appointmentId }) => appointmentId ?? [])
    const tested = await findTestedAppointments(tx, { memberId, withResult })
    const former = await readFormerIdentities(tx, deps, reader.member)
    const replaced = await findReplacedResults(tx, { memberId, now })
    const repeats = await listFreeRepeats(tx, idsOf(released), now)
    const gpDays = await listGpAppointments(tx, deps.fieldKeys, idsOf(released))
    await logOwnViews(tx, deps, { ...reader, resultIds: idsOf([...released, ...replaced]), now })

    const hidden = listNotTheirs(deps.fieldKeys, [...released, ...replaced])
    const given = released.map((row) => ({
      ...withAppointment(deps, { row, hidden, tested, former, repeats, gpDays, now }),
      ...(row.isReportedAgain && { checked_again: true as const }),
      ...earlierOf(deps, row, { replaced, hidden }),
    }))
    const waiting = tested
      .filter(({ id }) => !withResult.includes(id) && !isAbout(withheld, id))
      .map((appointment) => withoutResult(appointment, unreleased, now))
    const held = withheld.map((row) => withheldResult(row, tested, now))
    const data = [...given, ...waiting, ...held].sort((one, other) =>
      dayOf(other).localeCompare(dayOf(one)),
    )
    return { data, ...(withheld.length > 0 && { being_checked: true }) }
  })
}

/** Throws Refused not_found for a result that is another member's or not to be shown. */
export async function readResult(
  deps: ReadDeps,
  reader: Reader,
  resultId: number,
): Promise<MedicalResult> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const memberId = reader.member.id
    const params = { memberId, only: resultId, now }
    const [current] = await findReleasedResults(tx, params)
    const [earlier] = current ? [] : await findReplacedResults(tx, params)
    const row = current ?? earlier
    if (!row) throw new Refused('not_found')
    const replaced = await findReplacedResults(tx, { memberId, now })
    const all = await findReleasedResults(tx, { memberId, now })
    const hidden = listNotTheirs(deps.fieldKeys, [...all, ...replaced])
    const before = current ? chainOf(current, replaced) : []
    const withResult = row.appointmentId === null ? [] : [row.appointmentId]
    const tested = await findTestedAppointments(tx, { memberId, withResult })
    const former = await readFormerIdentities(tx, deps, reader.member)
    const repeats = await listFreeRepeats(tx, [row.id], now)
    const gpDays = await listGpAppointments(tx, deps.fieldKeys, [row.id])
    await logOwnViews(tx, deps, { ...reader, resultIds: idsOf([row, ...before]), now })
    return {
      ...withAppointment(deps, { row, hidden, tested, former, repeats, gpDays, now }),
      ...(current?.isReportedAgain && { checked_again: true as const }),
      ...(current && earlierOf(deps, current, { replaced, hidden })),
      ...(earlier && {
        replaced_by: { result_id: earlier.newerId, on: ukDate(earlier.replacedAt ?? now) },
      }),
    }
  })
}

function withAppointment(
  { fieldKeys }: ReadDeps,
  known: {
    row: Shown
    hidden: ReadonlySet<number>
    tested: Tested[]
    former: FormerIdentity
    repeats: FreeRepeat[]
    gpDays: GpAppointment[]
    now: Date
  },
): MedicalResult {
  const { row, hidden, tested, former, repeats, gpDays, now } = known
  const repeat = repeats.find(({ resultId }) => resultId === row.id)
  const gpDay = gpDays.find(({ resultId }) => resultId === row.id)?.day
  const appointment = tested.find(({ id }) => id === row.appointmentId) ?? null
  const opened = hidden.has(row.id) ? withoutFinding() : openResult(fieldKeys, row)
  const { test_result, test_unit, comments, ...ours } = opened
  const { sampleDate, releasedAt } = row
  const hasValue = Boolean(test_result?.trim())
  const received = ours.received_date ?? ''
  const receivedDate = isCalendarDate(received) ? received : null
  const isEnded = Boolean(ours.outcome) || ours.withdrawn === true
  const result = { sampleDate, receivedDate, releasedAt, hasValue, isEnded }
  return {
    appointment: appointment && asAppointment(appointment),
    result: {
      test_result,
      test_unit,
      comments,
      sample_date: sampleDate,
      result_id: row.id,
      band: bandOf(ours.band),
      next_step: ours.next_step ?? null,
      laboratory: ours.laboratory ?? appointment?.labName ?? null,
      retest_on: retestOn(sampleDate, ours.retest_months ?? null),
      ...(ours.outcome && { outcome: ours.outcome }),
      ...(ours.withdrawn && { withdrawn: true as const }),
      ...(ours.taken_back && { taken_back: ours.taken_back }),
      ...(repeat && {
        free_repeat: {
          booked_for: repeat.bookedFor && ukDate(repeat.bookedFor),
          town: repeat.town,
        },
      }),
      ...(gpDay && { gp_appointment_on: gpDay }),
    },
    ...stepsOf(appointment, result, now),
    ...takenUnder(former(sampledAt({ ...row, startsAt: appointment?.startsAt ?? null }))),
  }
}

/** The results that `row` replaces, directly or through others. */
function chainOf(row: Pick<Released, 'id'>, replaced: readonly Replaced[]): Replaced[] {
  const before = replaced.find(({ newerId }) => newerId === row.id)
  return before ? [before, ...chainOf(before, replaced)] : []
}

function earlierOf(
  { fieldKeys, now }: ReadDeps,
  row: Released,
  { replaced, hidden }: { replaced: readonly Replaced[]; hidden: ReadonlySet<number> },
): Pick<MedicalResult, 'replaces'> {
  const earlier = chainOf(row, replaced).map((one) => {
    const isHidden = hidden.has(one.id)
    const { test_result, test_unit, band } = isHidden
      ? withoutFinding()
      : openResult(fieldKeys, one)
    return {
      result_id: one.id,
      test_result,
      test_unit,
      band: bandOf(band),
      released_on: ukDate(one.releasedAt ?? now()),
      replaced_on: ukDate(one.replacedAt ?? now()),
      ...(isHidden && { not_yours: true as const }),
    }
  })
  return earlier.length > 0 ? { replaces: earlier } : {}
}

function idsOf(rows: readonly Shown[]): number[] {
  return rows.map(({ id }) => id)
}

const SHOWN_OF_PERSON: readonly IdentityField[] = ['first_name', 'last_name', 'date_of_birth']

function takenUnder(former: ReturnType<FormerIdentity>): Pick<MedicalResult, 'taken_under'> {
  if (!former) return {}
  const { then, changed } = former
  const { first_name, last_name, date_of_birth, nhs_number } = then
  const isOther = changed.some((field) => SHOWN_OF_PERSON.includes(field))
  const taken_under = {
    ...(isOther && { person: { first_name, last_name, date_of_birth } }),
    ...(changed.includes('nhs_number') && { nhs_number }),
  }
  return Object.keys(taken_under).length > 0 ? { taken_under } : {}
}

function withoutResult(appointment: Tested, unreleased: Unreleased[], now: Date): MedicalResult {
  const recorded = unreleased.find(({ appointmentId }) => appointmentId === appointment.id)
  const result = recorded && {
    sampleDate: recorded.sampleDate,
    receivedDate: null,
    releasedAt: null,
    hasValue: false,
  }
  return {
    appointment: asAppointment(appointment),
    result: null,
    ...waitingOf(appointment, now),
    ...stepsOf(appointment, result ?? null, now),
  }
}

/** That there is a result, and nothing of it. */
function withheldResult(
  { appointmentId, sampleDate }: Unreleased,
  tested: readonly Tested[],
  now: Date,
): MedicalResult {
  const appointment = tested.find(({ id }) => id === appointmentId) ?? null
  const result = {
    sampleDate,
    receivedDate: null,
    releasedAt: null,
    hasValue: false,
    isWithheld: true,
  }
  return {
    appointment: appointment && asAppointment(appointment),
    result: null,
    withheld: true,
    ...stepsOf(appointment, result, now),
  }
}

function isAbout(rows: readonly Unreleased[], appointment: number): boolean {
  return rows.some(({ appointmentId }) => appointmentId === appointment)
}

/** Only when the venue has recorded the sample and its tube. */
function waitingOf(
  { attendance, attendanceSince, hasTube }: Tested,
  now: Date,
): Pick<MedicalResult, 'waiting'> {
  if (attendance !== 'sampled' || !attendanceSince || !hasTube) return {}
  const since = ukDate(attendanceSince)
  return { waiting: { since, is_late: isResultLate(since, ukDate(now)) } }
}

function stepsOf(
  tested: Tested | null,
  result: TestRecords['result'],
  now: Date,
): Pick<MedicalResult, 'attendance' | 'steps'> {
  const state = tested?.attendance ?? 'expected'
  const attendance = state === 'expected' ? null : state
  const sampledAt = attendance === 'sampled' ? (tested?.attendanceSince ?? null) : null
  const appointment = tested && { ...tested, sampledAt, isRecorded: attendance !== null }
  return { ...(attendance && { attendance }), steps: testSteps({ appointment, result }, now) }
}

function asAppointment({ id, eventName, productName, startsAt }: Tested) {
  return {
    event_name: eventName,
    product_name: productName,
    event_date: ukDate(startsAt),
    appointment_id: id,
  }
}

function dayOf({ appointment, result }: MedicalResult): string {
  return appointment?.event_date ?? result?.sample_date ?? ''
}
