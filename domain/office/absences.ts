// When a clinician is away, who covers, and on which days too few are left for a second review.
import * as z from 'zod/mini'
import { addDays } from '../uk-time.ts'

/** A mistyped year should not stand for a decade. */
const MOST_DAYS_AWAY = 366
/** How far ahead Today looks for days with too few clinicians. */
const DAYS_AHEAD = 28
/** A red result needs two clinicians. */
const NEEDED = 2

/** London dates, both included. */
export const NewAbsenceSchema = z.object({
  clinician_id: z.int(),
  /** The colleague who looks after what waits. */
  cover_id: z.int(),
  from: z.iso.date(),
  until: z.iso.date(),
})
export type NewAbsence = z.infer<typeof NewAbsenceSchema>

const AbsenceSchema = z.object({
  id: z.int(),
  clinician: z.string(),
  /** Null when the colleague no longer works here as a clinician. */
  cover: z.nullable(z.string()),
  from: z.string(),
  until: z.string(),
  entered_by: z.string(),
  /** The reader covers. */
  is_own_cover: z.boolean(),
})
export type Absence = z.infer<typeof AbsenceSchema>

/** Days in a row on which fewer clinicians work than a red result needs. */
export const TooFewSchema = z.object({ from: z.string(), until: z.string() })
type TooFew = z.infer<typeof TooFewSchema>

export const AbsencesSchema = z.object({
  /** Those that are not over, by their first day. */
  absences: z.array(AbsenceSchema),
  clinicians: z.array(z.object({ id: z.int(), name: z.string(), is_self: z.boolean() })),
  too_few: z.array(TooFewSchema),
})
export type Absences = z.infer<typeof AbsencesSchema>

type DaysAway = { clinicianId: number; from: string; until: string }

/** Why these days cannot stand; null when they can. `others` are the absences that are not over. */
export function whyNotAway(
  { clinician_id: clinicianId, cover_id: coverId, from, until }: NewAbsence,
  { today, others }: { today: string; others: readonly DaysAway[] },
): 'absence_days' | 'own_cover' | 'absence_overlaps' | 'cover_is_away' | null {
  if (until < from || until < today || until >= addDays(from, MOST_DAYS_AWAY)) return 'absence_days'
  if (coverId === clinicianId) return 'own_cover'
  const isAway = (id: number) =>
    others.some((one) => one.clinicianId === id && one.from <= until && one.until >= from)
  if (isAway(clinicianId)) return 'absence_overlaps'
  return isAway(coverId) ? 'cover_is_away' : null
}

/** The days from `today` on, in rows, on which fewer than two of these clinicians work. */
export function daysWithTooFew(
  clinicianIds: readonly number[],
  absences: readonly DaysAway[],
  today: string,
): TooFew[] {
  const rows: TooFew[] = []
  for (let n = 0; n < DAYS_AHEAD; n++) {
    const day = addDays(today, n)
    const away = absences.filter(({ from, until }) => from <= day && day <= until)
    const present = clinicianIds.filter((id) => !away.some((one) => one.clinicianId === id))
    if (present.length >= NEEDED) continue
    const last = rows.at(-1)
    if (last && addDays(last.until, 1) === day) last.until = day
    else rows.push({ from: day, until: day })
  }
  return rows
}
