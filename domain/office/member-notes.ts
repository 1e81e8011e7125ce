// Notes about a member or an appointment: who wrote what, when. Corrected by striking out alone.
import * as z from 'zod/mini'
import { hasPermission, type Role } from './permissions.ts'

/** `care`: clinicians alone read and write it. */
export const NOTE_KINDS = ['office', 'care'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]
export const NOTE_LENGTH = 1_000

/** The kinds of notes that somebody with these roles reads and writes. */
export function noteKindsOf(roles: readonly Role[]): NoteKind[] {
  return NOTE_KINDS.filter((kind) => kind === 'office' || hasPermission(roles, 'notes.care'))
}

export const NoteSchema = z.object({
  note_id: z.int(),
  kind: z.enum(NOTE_KINDS),
  text: z.string(),
  by: z.string(),
  at: z.string(),
  /** What it is about; null for the member as a whole. Date 'YYYY-MM-DD' and time 'HH:mm', London. */
  appointment: z.nullable(
    z.object({
      appointment_id: z.int(),
      event_name: z.string(),
      date: z.string(),
      time: z.string(),
    }),
  ),
  /** Null of a note that stands. */
  struck: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
})
export type Note = z.infer<typeof NoteSchema>

export const NotesSchema = z.object({
  member_id: z.int(),
  name: z.string(),
  kinds: z.array(z.enum(NOTE_KINDS)),
  /** What a note can be about, the latest first. */
  appointments: z.array(
    z.object({
      appointment_id: z.int(),
      event_name: z.string(),
      date: z.string(),
      time: z.string(),
    }),
  ),
  /** The latest first. */
  notes: z.array(NoteSchema),
})
export type Notes = z.infer<typeof NotesSchema>

export const NotesQuerySchema = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(120))),
})

export const NewNoteSchema = z.object({
  kind: z.enum(NOTE_KINDS),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(NOTE_LENGTH)),
  appointment_id: z.optional(z.int()),
})
export type NewNote = z.infer<typeof NewNoteSchema>

export const StrikeOutSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})
