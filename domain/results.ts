// What a result's record says. A band or a meaning is never worked out from the number (design §6).
import { isCalendarDate, ukDate } from './uk-time.ts'

/** The colours that a clinician or a laboratory gives a result (spec §1). */
export const BANDS = ['Green', 'Amber', 'Red'] as const
export type Band = (typeof BANDS)[number]

/** The band that a person wrote into the record, in any case; null when he wrote none of the three. */
export function bandOf(written: string | null | undefined): Band | null {
  const word = written?.trim().toLowerCase()
  return BANDS.find((band) => band.toLowerCase() === word) ?? null
}

/**
 * The day on which the next test is due, 'YYYY-MM-DD': so many months after the sample was taken, on
 * the last day of a month that has no such day. Null when the record lacks either, or the months are
 * no whole number from 1 to 120.
 */
export function retestOn(sampleDate: string | null, months: number | null): string | null {
  if (sampleDate === null || !isCalendarDate(sampleDate)) return null
  if (months === null || !Number.isInteger(months) || months < 1 || months > 120) return null
  const [year = 0, month = 0, day = 0] = sampleDate.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const later = `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((count % 12) + 1)}`
  const lastDay = [31, 30, 29, 28].find((one) => isCalendarDate(`${later}-${twoDigits(one)}`))
  return lastDay === undefined ? null : `${later}-${twoDigits(Math.min(day, lastDay))}`
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** The way of a sample, as a man can follow it (content-and-ux §3). */
export const STEPS = ['Booked', 'Sample taken', 'At the lab', 'Result ready'] as const
export type Step = (typeof STEPS)[number]

/** 'now' is where it stands; 'unknown' is behind it and no record tells of it. */
export type StepState = 'done' | 'now' | 'ahead' | 'unknown'

/** One step with the London date on which it was reached, 'YYYY-MM-DD', where a record says. */
export type TestStep = { step: Step; state: StepState; on: string | null }

/** What is recorded of one test. Dates 'YYYY-MM-DD', London. */
export type TestRecords = {
  appointment: { bookedAt: Date; endsAt: Date } | null
  /** As the laboratory sent it, released to the member or not yet; null while there is none. */
  result: {
    sampleDate: string | null
    /** The day on which the sample reached the laboratory. */
    receivedDate: string | null
    releasedAt: Date | null
    /** Whether it has a number; a sample that could not be read has none. */
    hasValue: boolean
  } | null
}

/**
 * How far a test has come, by its records alone: booked by its appointment, taken when that is over,
 * at the lab once the lab has recorded anything of it, ready when its number is released.
 */
export function testSteps({ appointment, result }: TestRecords, now: Date): TestStep[] {
  const isReleased = result?.releasedAt != null && result.releasedAt <= now
  const isTaken = appointment !== null && appointment.endsAt <= now
  const reached = result ? (isReleased && result.hasValue ? 3 : 2) : isTaken ? 1 : 0
  const days = [
    appointment && ukDate(appointment.bookedAt),
    result?.sampleDate ?? (isTaken ? ukDate(appointment.endsAt) : null),
    result?.receivedDate ?? null,
    result?.releasedAt ? ukDate(result.releasedAt) : null,
  ]
  return STEPS.map((step, place) => ({
    step,
    state: stateOf(place, reached, appointment !== null),
    on: place <= reached ? (days[place] ?? null) : null,
  }))
}

function stateOf(place: number, reached: number, isLinked: boolean): StepState {
  if (place > reached) return 'ahead'
  if (place === 0 && !isLinked) return 'unknown'
  return place === reached && reached < STEPS.length - 1 ? 'now' : 'done'
}
