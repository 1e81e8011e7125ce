// What staff write with a press at the venue may name a condition: it is sealed. The code why no
// sample was taken stays, because SQL reads it.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { NOT_SAMPLED_REASONS } from '../../domain/office/attendance.ts'
import type { attendanceActions } from '../platform/db/schema.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../platform/keys/sealed-json.ts'

type Row = typeof attendanceActions.$inferSelect
type Words = Pick<Row, 'reason' | 'note'>
/** The columns of a press with what was written. */
export type StoredText = Words & Pick<Row, 'sealId' | 'sealed'>

const WordsSchema = z.object({ reason: z.nullable(z.string()), note: z.nullable(z.string()) })
/** Of the longest reason and note, so that the length tells nothing. */
const SEALED_BYTES = 2_048
const SEALED = 'sealed'

/** The reason as anybody may read it: a code, or that there are sealed words. */
export function clearReason(reason: string | null | undefined): string | null {
  if (!reason) return null
  return NOT_SAMPLED_REASONS.some((code) => code === reason) ? reason : SEALED
}

/** The columns to store. */
export function sealPress(keys: FieldKeys, { reason, note }: Words): StoredText {
  const clear = clearReason(reason)
  if (clear !== SEALED && note === null) return { reason, note, sealId: null, sealed: null }
  const sealId = randomUUID()
  const sealed = sealJson(keys, { reason, note }, placeOfPress(sealId), SEALED_BYTES)
  return { reason: clear, note: note === null ? null : SEALED, sealId, sealed }
}

/** What was written; in a row from before it was sealed, what its columns say. */
export function openPress<Stored extends StoredText>(keys: FieldKeys, row: Stored): Stored {
  const { sealId, sealed } = row
  if (sealId === null || sealed === null) return row
  const words = WordsSchema.parse(openJson(keys, sealed, placeOfPress(sealId)))
  return { ...row, ...words, sealId: null, sealed: null }
}

/** Reason and note in one text; null where nothing was written. */
export function wordsOfPress(keys: FieldKeys, row: StoredText): string | null {
  const { reason, note } = openPress(keys, row)
  return [reason, note].filter((text) => text !== null).join(' ') || null
}

export function placeOfPress(sealId: string): string {
  return `attendance_actions|sealed|${sealId}`
}
