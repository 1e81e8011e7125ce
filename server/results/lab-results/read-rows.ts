import { currentReports } from '../../../domain/office/known-reports.ts'
import type { LabRow } from '../../../domain/office/lab-rows.ts'
import { nearNumber } from '../../../domain/office/near-numbers.ts'
import type { ImportRow } from '../../../domain/office/result-import-schemas.ts'
import { isMistypedNumber } from '../../../domain/office/result-matching.ts'
import type { RowReason } from '../../../domain/office/result-states.ts'
import { formerFacts, isBorn, isEverNamedFully } from '../../../domain/office/row-identity.ts'
import { plainTubeCode } from '../../../domain/office/tube-code.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { openLabResult, openRow } from '../../facts/sealed-lab-results.ts'
import { wordsOfPress } from '../../facts/sealed-press.ts'
import { latinNameOf } from '../../members/latin-columns.ts'
import { openNhsNumber } from '../../members/user-profile.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { Staff } from '../../staff/guard.ts'
import { type CandidateRow, listByIds } from './candidates.queries.ts'
import { unique } from './collections.ts'
import { listRows } from './import-rows.queries.ts'
import { findLabOfImport, type KnownReportRow, listKnownReports } from './imports.queries.ts'
import {
  appointmentsReported,
  candidatesFor,
  fitsAnother,
  formerOf,
  mayBeOf,
  type RowCandidates,
} from './row-candidates.ts'
import { nhsIndexOf, numberIndexOf } from './row-indexes.ts'

/** Why rows wait because of what was recorded under their number. */
const OF_A_NUMBER: readonly (RowReason | null)[] = [
  'other_content',
  'number_of_another',
  'moved_to_another',
  'withdraws_another',
  'reported_for_another',
  'year_unknown',
  'nothing_to_correct',
]

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
    const ids = stored.flatMap(({ row }) => [...row.closeIds, row.appointmentId ?? []].flat())
    const people = await listByIds(tx, unique(ids))
    const beside = await readBeside(tx, fieldKeys, { importId: page.importId, stored })
    const shown = [...beside.values()].flatMap(({ known }) => known?.memberId ?? [])
    const memberIds = [...people.map((one) => one.memberId), ...shown]
    const access = { staff: by, what: 'result', reason: 'result', at } as const
    await insertStaffAccesses(tx, { ...access, memberIds })
    return stored.map(({ row, by: decidedBy }) => {
      const { read, error, note } = openRow(fieldKeys, row)
      const own = people.filter(
        ({ appointmentId: id }) => row.closeIds.includes(id) || row.appointmentId === id,
      )
      const of = beside.get(row.row)
      return {
        row: row.row,
        state: row.state,
        reason: row.reason,
        written: read,
        error,
        known: of?.known ? { ...openLabResult(fieldKeys, of.known), result_id: of.known.id } : null,
        candidates: read && of ? own.map((one) => toCandidate(fieldKeys, read, one, of)) : [],
        decided_by: decidedBy,
        withdraws_for: row.withdrawsFor,
        asked_at: row.askedAt?.toISOString() ?? null,
        note: note ?? null,
      }
    })
  })
}

/** What is shown beside a row; `known` is the last report of its number, where that matters. */
type Beside = {
  candidates: RowCandidates
  reports: readonly KnownReportRow[]
  known: KnownReportRow | null
}

async function readBeside(
  tx: Tx,
  keys: FieldKeys,
  { importId, stored }: { importId: number; stored: Awaited<ReturnType<typeof listRows>> },
): Promise<Map<number, Beside>> {
  const labId = await findLabOfImport(tx, importId)
  if (labId === null) return new Map()
  const opened = stored.flatMap(({ row: { row, reason, ...sealed } }) => {
    const { read } = openRow(keys, { row, ...sealed })
    return read ? [{ row, reason, read, index: numberIndexOf(keys, labId, read) }] : []
  })
  if (opened.length === 0) return new Map()
  const numbers = opened.map(({ index }) => index)
  const reports = await listKnownReports(tx, { labId, numbers })
  const find = await candidatesFor(tx, {
    fieldKeys: keys,
    labId,
    rows: opened.map(({ read }) => read),
  })
  return new Map(
    opened.map(({ row, reason, read, index }) => {
      const own = reports.filter(({ numberIndex }) => numberIndex.equals(index))
      const current = currentReports(read, own)
      const last = own.findLast(({ id }) => current.some((one) => one.id === id)) ?? own.at(-1)
      const known = (OF_A_NUMBER.includes(reason) && last) || null
      return [row, { candidates: find(read), reports: own, known }]
    }),
  )
}

function toCandidate(
  keys: FieldKeys,
  row: LabRow,
  one: CandidateRow,
  { candidates, reports, known }: Beside,
): ImportRow['candidates'][number] {
  const reported = appointmentsReported(row, reports)
  const mayDecide = mayBeOf(keys, row, { candidate: one, candidates, reported })
  return {
    appointment_id: one.appointmentId,
    first_name: one.firstName,
    last_name: one.lastName,
    ...latinNameOf(one),
    date_of_birth: one.dateOfBirth,
    date: ukDate(one.startsAt),
    event: one.eventName,
    tubes: unique(one.samples.map(({ tube }) => tube)),
    undone: one.undone.map(({ tube, by, at, press }) => ({
      tube,
      by,
      at: at.toISOString(),
      words: wordsOfPress(keys, press) ?? '',
    })),
    has_report: known?.memberId === one.memberId,
    may_decide: mayDecide,
    why_not: mayDecide ? null : whyNot(keys, row, one, candidates),
    ...numberBeside(keys, row, one),
    differs: differences(keys, row, one),
    former: formerFacts(row, { ...one, atSample: formerOf(keys, one, row) }),
  }
}

function whyNot(keys: FieldKeys, row: LabRow, one: CandidateRow, candidates: RowCandidates) {
  if (one.isErased) return 'erased'
  const code = row.tube === null ? null : plainTubeCode(row.tube)
  const hasTube = one.samples.some(({ tube }) => tube === code)
  if (!hasTube && one.undone.some(({ tube }) => tube === code)) return 'tube_taken_back'
  return fitsAnother(keys, row, one, candidates) ? 'fits_another' : 'too_little'
}

/** The number on record, where names and birth date fit and the one that was written is a slip. */
function numberBeside(keys: FieldKeys, row: LabRow, one: CandidateRow) {
  const hidden = { nhs_number: null, near_number: null }
  const known = { ...one, atSample: formerOf(keys, one, row) }
  if (!isBorn(row, known) || !isEverNamedFully(row, known)) return hidden
  const ours = openNhsNumber(one, keys)
  const near = ours ? nearNumber(row.nhs_number ?? row.nhs_unreadable ?? '', ours) : null
  return near || isMistypedNumber(row) ? { nhs_number: ours, near_number: near } : hidden
}

function differences(keys: FieldKeys, row: LabRow, one: CandidateRow) {
  const { tube, nhs_number: nhsNumber, collected } = row
  const code = tube === null ? null : plainTubeCode(tube)
  const known = { ...one, atSample: formerOf(keys, one, row) }
  const isOtherNumber =
    nhsNumber !== null &&
    nhsNumber !== known.atSample?.nhsNumber &&
    !one.nhsNumberIndex?.equals(nhsIndexOf(keys, nhsNumber))
  const isOtherName = !isEverNamedFully(row, known)
  const isOtherDay = collected !== null && collected.slice(0, 10) !== ukDate(one.startsAt)
  return [
    ...(tube !== null && !one.samples.some((sample) => sample.tube === code)
      ? (['tube'] as const)
      : []),
    ...(isOtherNumber ? (['nhs_number'] as const) : []),
    ...(isOtherName ? (['name'] as const) : []),
    ...(!isBorn(row, known) ? (['date_of_birth'] as const) : []),
    ...(isOtherDay ? (['date'] as const) : []),
  ]
}
