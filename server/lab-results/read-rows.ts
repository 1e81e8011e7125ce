import type { LabRow } from '../../domain/office/lab-rows.ts'
import type { ImportRow } from '../../domain/office/result-import-shapes.ts'
import { isSameName } from '../../domain/office/result-matching.ts'
import { readTubeCode } from '../../domain/office/tube-code.ts'
import { ukDate } from '../../domain/uk-time.ts'
import { insertStaffAccesses } from '../audit/access-log.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import type { Staff } from '../staff/guard.ts'
import { type CandidateRow, listByIds } from './candidates.queries.ts'
import { mayBeOf } from './decide-row.ts'
import { listRows } from './import-rows.queries.ts'
import { findLabOfImport, listKnownReports } from './imports.queries.ts'
import { nhsIndexOf, numberIndexOf } from './row-indexes.ts'
import { openLabResult, openRow } from './sealed-lab-results.ts'

/** Rows with those of whom they may be, both sides in clear; each member is in the access log. */
export async function readRows(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  page: Parameters<typeof listRows>[1],
  by: Staff,
): Promise<ImportRow[]> {
  const { fieldKeys } = deps
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const stored = await listRows(tx, page)
    const ids = stored.flatMap(({ row }) => [
      ...row.closeIds,
      ...(row.appointmentId ? [row.appointmentId] : []),
    ])
    const people = ids.length > 0 ? await listByIds(tx, [...new Set(ids)]) : []
    const known = await knownBefore(tx, fieldKeys, { importId: page.importId, stored })
    const memberIds = [...people, ...known.values()].map((one) => one.memberId)
    const access = { staff: by, what: 'result', reason: 'result', at } as const
    await insertStaffAccesses(tx, { ...access, memberIds })
    return stored.map(({ row, by: decidedBy }) => {
      const { read, error } = openRow(fieldKeys, row)
      const own = people.filter(
        ({ appointmentId: id }) => row.closeIds.includes(id) || row.appointmentId === id,
      )
      return {
        row: row.row,
        state: row.state,
        reason: row.reason,
        written: read,
        error,
        known: known.get(row.row)?.report ?? null,
        candidates: read ? own.map((one) => toCandidate(fieldKeys, read, one)) : [],
        decided_by: decidedBy,
      }
    })
  })
}

type Known = { memberId: number; report: NonNullable<ImportRow['known']> }

/** By the row of each conflict, what was last recorded under its number. */
async function knownBefore(
  tx: Tx,
  keys: FieldKeys,
  { importId, stored }: { importId: number; stored: Awaited<ReturnType<typeof listRows>> },
): Promise<Map<number, Known>> {
  const labId = await findLabOfImport(tx, importId)
  const conflicts = stored.flatMap(({ row }) => {
    const { read } = row.reason === 'other_content' ? openRow(keys, row) : { read: null }
    if (!read || labId === null) return []
    return [{ row: row.row, index: numberIndexOf(keys, labId, read) }]
  })
  if (labId === null || conflicts.length === 0) return new Map()
  const numbers = conflicts.map(({ index }) => index)
  const reports = await listKnownReports(tx, { labId, numbers })
  return new Map(
    conflicts.flatMap(({ row, index }) => {
      const last = reports.findLast(({ numberIndex }) => numberIndex.equals(index))
      if (!last) return []
      const report = { ...openLabResult(keys, last), result_id: last.id }
      return [[row, { memberId: last.memberId, report }] as const]
    }),
  )
}

function toCandidate(keys: FieldKeys, row: LabRow, one: CandidateRow) {
  const { appointmentId, firstName, lastName, dateOfBirth, tubes } = one
  return {
    appointment_id: appointmentId,
    first_name: firstName,
    last_name: lastName,
    date_of_birth: dateOfBirth,
    date: ukDate(one.startsAt),
    event: one.eventName,
    tubes,
    may_decide: mayBeOf(keys, row, one),
    differs: differences(keys, row, one),
  }
}

function differences(keys: FieldKeys, row: LabRow, one: CandidateRow) {
  const { tube, nhs_number: nhsNumber, collected } = row
  const code = tube === null ? null : readTubeCode(tube)
  const isOtherNumber =
    nhsNumber !== null && !one.nhsNumberIndex?.equals(nhsIndexOf(keys, nhsNumber))
  const isOtherName =
    !isSameName(row.last_name, one.lastName) || !isSameName(row.first_name, one.firstName)
  const isOtherDay = collected !== null && collected.slice(0, 10) !== ukDate(one.startsAt)
  return [
    ...(tube !== null && !(code && one.tubes.includes(code)) ? (['tube'] as const) : []),
    ...(isOtherNumber ? (['nhs_number'] as const) : []),
    ...(isOtherName ? (['name'] as const) : []),
    ...(row.date_of_birth !== one.dateOfBirth ? (['date_of_birth'] as const) : []),
    ...(isOtherDay ? (['date'] as const) : []),
  ]
}
