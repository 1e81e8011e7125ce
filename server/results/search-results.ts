import { readTubeCode } from '../../domain/office/tube-code.ts'
import { openLabResult } from '../facts/sealed-lab-results.ts'
import { listAppointmentsWithTube } from '../facts/undone-samples.queries.ts'
import { searchMembers } from '../members/search.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { listIdsOf, listSealed } from './lab-results.queries.ts'

/** The laboratory's numbers are sealed, so that these are opened and compared. */
const NUMBERS_READ = 5_000

/**
 * The ids of laboratory results by their member's name or birth date, the laboratory's number or the
 * tube; null when nothing was typed.
 */
export async function searchResults(
  q: Queryable,
  { fieldKeys }: { fieldKeys: FieldKeys },
  typed: string,
): Promise<number[] | null> {
  const text = typed.trim()
  if (text === '') return null
  const members = await searchMembers(q, text)
  const code = readTubeCode(text)
  const appointmentIds = code === null ? [] : await listAppointmentsWithTube(q, [code])
  const ids = await listIdsOf(q, { matches: members?.matches ?? null, appointmentIds })
  return [...new Set([...ids, ...(await listByNumber(q, fieldKeys, text))])]
}

async function listByNumber(q: Queryable, keys: FieldKeys, text: string): Promise<number[]> {
  if (!/\d/.test(text)) return []
  const number = text.toLowerCase()
  const latest = await listSealed(q, { limit: NUMBERS_READ })
  return latest
    .filter((row) => openLabResult(keys, row).lab_number.toLowerCase() === number)
    .map(({ id }) => id)
}
