// What helps a member at the venue, in their own words, may name a condition: it is sealed.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../platform/keys/sealed-json.ts'
import type { MemberRow } from './members.queries.ts'

type Stored = Pick<MemberRow, 'supportNote' | 'supportNoteSealId' | 'supportNoteSealed'>
type SealedNote = Partial<Pick<MemberRow, 'supportNoteSealId' | 'supportNoteSealed'>>
const NoteSchema = z.string()

/** Null without words; what nobody has sealed yet is what its column says. */
export function openSupportNote(
  keys: FieldKeys,
  { supportNote, supportNoteSealId: id, supportNoteSealed: sealed }: Stored,
): string | null {
  if (id === null || sealed === null) return supportNote
  return NoteSchema.parse(openJson(keys, sealed, placeOfNote(id)))
}

/** The same record with its words, to be compared and changed; `sealNote` stores it again. */
export function withNote<Row extends Stored>(keys: FieldKeys, row: Row): Row {
  const supportNote = openSupportNote(keys, row)
  return { ...row, supportNote, supportNoteSealId: null, supportNoteSealed: null }
}

/** The columns to store; without the words they stay as they are. */
export function sealNote<Columns extends { supportNote?: string | null | undefined }>(
  keys: FieldKeys,
  columns: Columns,
): Columns & SealedNote {
  const { supportNote: note } = columns
  const unchanged: SealedNote = {}
  if (note === undefined) return { ...columns, ...unchanged }
  if (note === null) return { ...columns, supportNoteSealId: null, supportNoteSealed: null }
  const id = randomUUID()
  const sealed = sealJson(keys, note, placeOfNote(id))
  return { ...columns, supportNote: null, supportNoteSealId: id, supportNoteSealed: sealed }
}

export function placeOfNote(sealId: string): string {
  return `members|support_note_sealed|${sealId}`
}
