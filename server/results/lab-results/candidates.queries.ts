import {
  and,
  arrayOverlaps,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { areDeclaredTheirs } from '../../../domain/office/attendance.ts'
import { type DifferingSample, listDifferingSamples } from '../../facts/slips.queries.ts'
import { listStandingSamples, type StandingSample } from '../../facts/standing-samples.queries.ts'
import {
  listAppointmentsWithTube,
  listSharedSamples,
  listUndoneSamples,
  type UndoneSample,
} from '../../facts/undone-samples.queries.ts'
import { listIdentityChanges } from '../../members/identity/identity.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import {
  appointments,
  attendanceActions,
  events,
  identityChanges,
  members,
} from '../../platform/db/schema.ts'

const others = alias(members, 'others')

/**
 * An appointment that a row may be about, with its samples that stand and those that were undone.
 * `isNumberShared` when another member has the NHS number too; `changes` of the member's identity,
 * sealed, the earliest first.
 */
export type CandidateRow = Awaited<ReturnType<typeof selectAppointments>>[number] & {
  samples: StandingSample[]
  undone: UndoneSample[]
  differing: DifferingSample[]
  areAllTheirs: boolean
  changes: Awaited<ReturnType<typeof listIdentityChanges>>
}

/** At which a sample with one of these tubes was recorded, whatever their event's laboratory. */
export async function listByTube(q: Queryable, tubes: string[]): Promise<CandidateRow[]> {
  return listByIds(q, await listAppointmentsWithTube(q, tubes))
}

/** Appointments at events of the laboratory, of members with these NHS numbers (keyed hashes). */
export function listByNhsNumber(
  q: Queryable,
  of: { labId: number; indexes: Buffer[] },
): Promise<CandidateRow[]> {
  return selectCandidates(
    q,
    and(eq(events.labId, of.labId), inArray(members.nhsNumberIndex, of.indexes)),
  )
}

/** With a sample at events of the laboratory, also an undone one; birth dates 'YYYY-MM-DD'. */
export function listByBirthDate(
  q: Queryable,
  of: { labId: number; dates: string[] },
): Promise<CandidateRow[]> {
  return selectCandidates(
    q,
    and(
      eq(events.labId, of.labId),
      inArray(members.dateOfBirth, of.dates),
      exists(samplesOfAppointment(q)),
    ),
  )
}

/** With a sample at events of the laboratory, of members whose birth date or number changed since. */
export function listChangedSince(q: Queryable, labId: number): Promise<CandidateRow[]> {
  const changes = q
    .select({ id: identityChanges.id })
    .from(identityChanges)
    .where(
      and(
        eq(identityChanges.memberId, members.id),
        arrayOverlaps(identityChanges.fields, ['date_of_birth', 'nhs_number']),
        gt(identityChanges.at, sql`${appointments.slotStartsAt} - interval '1 day'`),
      ),
    )
  return selectCandidates(
    q,
    and(eq(events.labId, labId), exists(changes), exists(samplesOfAppointment(q))),
  )
}

function samplesOfAppointment(q: Queryable) {
  return q
    .select({ id: attendanceActions.id })
    .from(attendanceActions)
    .where(
      and(
        eq(attendanceActions.appointmentId, appointments.id),
        eq(attendanceActions.type, 'sample'),
        ne(attendanceActions.status, 'refused'),
      ),
    )
}

export async function listByIds(q: Queryable, ids: number[]): Promise<CandidateRow[]> {
  return ids.length === 0 ? [] : selectCandidates(q, inArray(appointments.id, ids))
}

async function selectCandidates(q: Queryable, condition: SQL | undefined): Promise<CandidateRow[]> {
  const found = await selectAppointments(q, condition)
  const ids = found.map(({ appointmentId }) => appointmentId)
  if (ids.length === 0) return []
  const standing = byAppointment(await listStandingSamples(q, ids))
  const undone = byAppointment(await listUndoneSamples(q, ids))
  const shared = byAppointment(await listSharedSamples(q, ids))
  const differing = byAppointment(await listDifferingSamples(q, ids))
  const living = found.filter(({ isErased }) => !isErased).map(({ memberId }) => memberId)
  const changes = Map.groupBy(await listIdentityChanges(q, living), (one) => one.memberId)
  return found.map((one) => {
    const samples = standing.get(one.appointmentId) ?? []
    const declarations = shared.get(one.appointmentId) ?? []
    const areAllTheirs = areDeclaredTheirs(
      samples.map(({ actionId }) => actionId),
      declarations.map(({ actionIds }) => actionIds),
    )
    return {
      ...one,
      samples,
      undone: undone.get(one.appointmentId) ?? [],
      differing: differing.get(one.appointmentId) ?? [],
      areAllTheirs,
      changes: changes.get(one.memberId) ?? [],
    }
  })
}

function byAppointment<T extends { appointmentId: number }>(rows: readonly T[]): Map<number, T[]> {
  return Map.groupBy(rows, ({ appointmentId }) => appointmentId)
}

function selectAppointments(q: Queryable, condition: SQL | undefined) {
  const withSameNumber = q
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        isNotNull(members.nhsNumberIndex),
        eq(others.nhsNumberIndex, members.nhsNumberIndex),
        ne(others.id, members.id),
        isNull(others.mergedInto),
      ),
    )
  return q
    .select({
      appointmentId: appointments.id,
      memberId: appointments.memberId,
      firstName: members.firstName,
      lastName: members.lastName,
      latinFirstName: members.latinFirstName,
      latinLastName: members.latinLastName,
      dateOfBirth: members.dateOfBirth,
      gender: members.gender,
      isErased: sql<boolean>`${isNotNull(members.erasedAt)}`,
      nhsNumberIndex: members.nhsNumberIndex,
      nhsNumber: members.nhsNumber,
      sealId: members.sealId,
      userId: members.userId,
      isNumberShared: sql<boolean>`${exists(withSameNumber)}`,
      startsAt: appointments.slotStartsAt,
      eventId: appointments.eventId,
      eventName: events.name,
    })
    .from(appointments)
    .innerJoin(members, eq(members.id, appointments.memberId))
    .innerJoin(events, eq(events.id, appointments.eventId))
    .where(condition)
    .orderBy(asc(appointments.id))
}
