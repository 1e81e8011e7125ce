// What went wrong with somebody at a day: a faint, a bruise, a needle. Corrected by a further note alone.
import * as z from 'zod/mini'
import { addDays, ukDate } from '../uk-time.ts'

export const INCIDENT_KINDS = [
  'felt faint',
  'fainted',
  'bleeding or bruise',
  'needle injury of a helper',
  'other',
] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** What an entry does: the first records it, others add words or say that a clinician has looked at it. */
const INCIDENT_ACTS = ['recorded', 'added', 'looked at'] as const
export type IncidentAct = (typeof INCIDENT_ACTS)[number]

export const INCIDENT_TEXT_LENGTH = 2_000

const words = z.string().check(z.trim(), z.minLength(1), z.maxLength(INCIDENT_TEXT_LENGTH))

const NewIncidentSchema = z.object({
  kind: z.enum(INCIDENT_KINDS),
  /** Null for nobody on the list, as for a helper. */
  appointment_id: z.nullable(z.int()),
  /** One of `incidentDates`; the day of the event where a tablet of before sends none. */
  date: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))),
  /** 'HH:mm' in London. */
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  text: words,
})

/**
 * As the screen of the day sends it, maybe hours later: `id` is made on the tablet, and under it the incident
 * is recorded once. `walk_in` names a person whom the tablet registered. `person_name` goes before the words
 * where the person is not found any more.
 */
export const SentIncidentSchema = z.extend(NewIncidentSchema, {
  id: z.optional(z.uuid()),
  walk_in: z.optional(z.nullable(z.uuid())),
  person_name: z.optional(z.string().check(z.maxLength(200))),
})
export type SentIncident = z.infer<typeof SentIncidentSchema>
export type TabletIncident = SentIncident & { id: string }

/** `after`: how many entries the writer has seen. */
export const IncidentNoteSchema = z.object({ text: words, after: z.int() })

const IncidentPersonSchema = z.object({
  appointment_id: z.int(),
  name: z.string(),
  /** Of the appointment, 'HH:mm' in London. */
  time: z.string(),
})

const IncidentSchema = z.object({
  incident_id: z.int(),
  kind: z.enum(INCIDENT_KINDS),
  /** ISO 8601. */
  happened_at: z.string(),
  person: z.nullable(IncidentPersonSchema),
  is_looked_at: z.boolean(),
  /** The oldest first. */
  entries: z.array(
    z.object({
      act: z.enum(INCIDENT_ACTS),
      text: z.string(),
      by: z.string(),
      /** ISO 8601. */
      at: z.string(),
    }),
  ),
})
export type Incident = z.infer<typeof IncidentSchema>

export const DayIncidentsSchema = z.object({
  event_id: z.int(),
  event_name: z.string(),
  event_date: z.string(),
  has_begun: z.boolean(),
  /** False for a helper, who sees those that they recorded. */
  sees_all: z.boolean(),
  /** Everybody booked, by name. */
  people: z.array(IncidentPersonSchema),
  /** The latest first. */
  incidents: z.array(IncidentSchema),
})
export type DayIncidents = z.infer<typeof DayIncidentsSchema>

export const INCIDENT_TABS = ['open', 'looked at'] as const
export type IncidentTab = (typeof INCIDENT_TABS)[number]

/** Without what was written. */
export const IncidentRowSchema = z.object({
  incident_id: z.int(),
  event_id: z.int(),
  event_name: z.string(),
  kind: z.enum(INCIDENT_KINDS),
  happened_at: z.string(),
  /** Null for nobody on the list. */
  name: z.nullable(z.string()),
  recorded_by: z.string(),
})
export type IncidentRow = z.infer<typeof IncidentRowSchema>

/**
 * The London dates on which something can have happened at an event: its own, and once it is past midnight the
 * one after, for a day that ends late.
 */
export function incidentDates(eventDate: string, now: Date): string[] {
  return ukDate(now) > eventDate ? [eventDate, addDays(eventDate, 1)] : [eventDate]
}

/** Words that were added after the clinician looked are looked at again. */
export function isLookedAt(entries: readonly { act: IncidentAct }[]): boolean {
  return entries.at(-1)?.act === 'looked at'
}
