import { randomUUID } from 'node:crypto'
import { foldText } from '../../../domain/fold-text.ts'
import {
  type NewNote,
  type Note,
  type NoteKind,
  type Notes,
  noteKindsOf,
} from '../../../domain/office/member-notes.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import type { Staff } from '../../staff/guard.ts'
import { findProfile, lockProfile } from '../office-record.queries.ts'
import { ownRecord } from '../record-of.ts'
import {
  findNote,
  insertNote,
  isAppointmentOf,
  listNotable,
  listNotesOf,
  type StoredNote,
} from './notes.queries.ts'
import { openNoteText, sealNoteText } from './sealed-notes.ts'

type NoteDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>
type Of = { memberId: number; kinds: readonly NoteKind[] }
type ByStaff = { staff: Staff; memberId: number }

/** Notes of the kinds that the reader may read, with this text in them. Logs the access. */
export function readNotes(
  { database, fieldKeys, now }: NoteDeps,
  { memberId, staff, search }: ByStaff & { search: string },
): Promise<Notes> {
  return database.transaction(async (tx) => {
    const row = ownRecord(await findProfile(tx, memberId))
    const kinds = noteKindsOf(staff.roles)
    const notes = await listNotes(tx, fieldKeys, { memberId, kinds })
    const access = { what: 'member', reason: 'request of the man', at: now() } as const
    await insertStaffAccess(tx, { staff, memberId, ...access })
    const typed = foldText(search)
    return {
      member_id: memberId,
      name: `${row.firstName} ${row.lastName}`,
      kinds,
      appointments: (await listNotable(tx, memberId)).map(toAppointment),
      notes: notes.filter(({ text }) => foldText(text).includes(typed)),
    }
  })
}

/** Opened, the latest first; `isOwnOnly`: not those of merged records. */
export async function listNotes(
  q: Queryable,
  keys: FieldKeys,
  { isOwnOnly = false, ...of }: Of & { isOwnOnly?: boolean },
): Promise<Note[]> {
  const all = await listNotesOf(q, of)
  const rows = isOwnOnly ? all.filter(({ memberId }) => memberId === of.memberId) : all
  const strikes = new Map(rows.map((row) => [row.strikes, row]))
  return rows
    .filter(({ strikes: struck }) => struck === null)
    .map((row) => toNote(keys, row, strikes.get(row.id)))
    .reverse()
}

/** Throws Refused not_found, already_merged, record_erased, not_permitted or invalid_request. */
export function addNote(
  { database, fieldKeys, now }: NoteDeps,
  { memberId, staff, note }: ByStaff & { note: NewNote },
): Promise<void> {
  const at = now()
  const { kind, text, appointment_id: appointmentId = null } = note
  return database.transaction(async (tx) => {
    ownRecord(await lockProfile(tx, memberId))
    if (!noteKindsOf(staff.roles).includes(kind)) throw new Refused('not_permitted')
    if (appointmentId !== null && !(await isAppointmentOf(tx, { id: appointmentId, memberId })))
      throw invalidField('appointment_id', 'Choose an appointment of this member.')
    const about = { memberId, appointmentId, kind, strikes: null }
    const id = await writeNote(tx, fieldKeys, { ...about, text, staff, at })
    await insertAudit(tx, { by: staff, memberId, at }, 'note added', { note: id, kind })
  })
}

/** Throws Refused not_found, also for a note that the person may not read, or note_struck. */
export function strikeOutNote(
  { database, fieldKeys, now }: NoteDeps,
  { noteId, staff, reason }: { noteId: number; staff: Staff; reason: string },
): Promise<void> {
  const at = now()
  return database.transaction(async (tx) => {
    const note = await findNote(tx, noteId)
    if (!note || !noteKindsOf(staff.roles).includes(note.kind)) throw new Refused('not_found')
    const { memberId, appointmentId, kind } = note
    const about = { memberId, appointmentId, kind, strikes: noteId }
    const id = await writeNote(tx, fieldKeys, { ...about, text: reason, staff, at })
    if (id === null) throw new Refused('note_struck')
    await insertAudit(tx, { by: staff, memberId, at }, 'note struck out', { note: noteId, kind })
  })
}

function writeNote(
  tx: Tx,
  keys: FieldKeys,
  {
    staff,
    text,
    ...row
  }: {
    memberId: number
    appointmentId: number | null
    kind: NoteKind
    strikes: number | null
    text: string
    staff: Staff
    at: Date
  },
): Promise<number | null> {
  const sealId = randomUUID()
  const sealed = sealNoteText(keys, sealId, { text })
  return insertNote(tx, { ...row, madeBy: staff.id, sealId, sealed })
}

function toNote(keys: FieldKeys, row: StoredNote, strike: StoredNote | undefined): Note {
  const { appointmentId: id, eventName, startsAt } = row
  return {
    note_id: row.id,
    kind: row.kind,
    text: openNoteText(keys, row).text,
    by: row.by,
    at: row.at.toISOString(),
    appointment:
      id !== null && startsAt ? toAppointment({ id, eventName: eventName ?? '', startsAt }) : null,
    struck: strike
      ? { by: strike.by, at: strike.at.toISOString(), reason: openNoteText(keys, strike).text }
      : null,
  }
}

function toAppointment(about: { id: number; eventName: string; startsAt: Date }) {
  const { id, eventName, startsAt } = about
  return {
    appointment_id: id,
    event_name: eventName,
    date: ukDate(startsAt),
    time: ukTime(startsAt),
  }
}
