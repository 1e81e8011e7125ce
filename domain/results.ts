// Never derive a band or a meaning from the number (design §6).
import { isCalendarDate, ukDate } from './uk-time.ts'

export const BANDS = ['Green', 'Amber', 'Red'] as const
export type Band = (typeof BANDS)[number]

export function bandOf(written: string | null | undefined): Band | null {
  const word = written?.trim().toLowerCase()
  return BANDS.find((band) => band.toLowerCase() === word) ?? null
}

/** 'YYYY-MM-DD', at most the month's last day. Null when `months` is not an integer from 1 to 120. */
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

export const STEPS = ['Booked', 'Sample taken', 'At the lab', 'Result ready'] as const
export type Step = (typeof STEPS)[number]

/** 'unknown' is an earlier step without a record. */
export type StepState = 'done' | 'now' | 'ahead' | 'unknown'

export type TestStep = { step: Step; state: StepState; on: string | null }

/** Dates 'YYYY-MM-DD', London. */
export type TestRecords = {
  appointment: { bookedAt: Date; endsAt: Date } | null
  result: {
    sampleDate: string | null
    receivedDate: string | null
    releasedAt: Date | null
    hasValue: boolean
  } | null
}

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
