// Never derive a band or a meaning from the number (rules §5.1).
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
  if (months === null || !Number.isInteger(months) || months < 1 || months > MOST_RETEST_MONTHS)
    return null
  const [year = 0, month = 0, day = 0] = sampleDate.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  const later = `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((count % 12) + 1)}`
  const lastDay = [31, 30, 29, 28].find((one) => isCalendarDate(`${later}-${twoDigits(one)}`))
  return lastDay === undefined ? null : `${later}-${twoDigits(Math.min(day, lastDay))}`
}

/**
 * The first monthly anniversary of the sample after `after`, on which a next test may be due; null when
 * none is left. It tells nothing of the result.
 */
export function nextLookOn(sampleDate: string | null, after: string): string | null {
  for (let months = 1; months <= MOST_RETEST_MONTHS; months++) {
    const day = retestOn(sampleDate, months)
    if (day !== null && day > after) return day
  }
  return null
}

const MOST_RETEST_MONTHS = 120
const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Days from sample to result: the usual most, and when the member had better ring. */
export const USUAL_DAYS = 14
export const LATE_DAYS = 21

/** Whether the laboratory's result of a sample of this day is late on `today`; 'YYYY-MM-DD'. */
export function isResultLate(sampledOn: string, today: string): boolean {
  return Date.parse(today) - Date.parse(sampledOn) > LATE_DAYS * 86_400_000
}

export const STEPS = ['Booked', 'Sample taken', 'At the lab', 'Result ready'] as const
export type Step = (typeof STEPS)[number]

/** 'unknown' is a step that has passed without a record. */
type StepState = 'done' | 'now' | 'ahead' | 'unknown'

type TestStep = { step: Step; state: StepState; on: string | null }

/** Dates 'YYYY-MM-DD', London. */
export type TestRecords = {
  /** `sampledAt` as recorded at the venue; `isRecorded` when anything was. */
  appointment: {
    bookedAt: Date
    endsAt: Date
    sampledAt: Date | null
    isRecorded: boolean
  } | null
  result: {
    sampleDate: string | null
    receivedDate: string | null
    releasedAt: Date | null
    hasValue: boolean
    /** No number will follow. */
    isEnded?: boolean
    /** It is there, and waits until a person has checked whose it is. */
    isWithheld?: boolean
  } | null
}

export function testSteps({ appointment, result }: TestRecords, now: Date): TestStep[] {
  const isReleased = result?.releasedAt != null && result.releasedAt <= now
  const sampledAt = appointment?.sampledAt ?? null
  const isWithheld = result?.isWithheld === true
  const reached = reachedBy()
  const isUnrecorded =
    reached === 0 && appointment !== null && appointment.endsAt <= now && !appointment.isRecorded
  const isLinked = appointment !== null
  const isEnded = isReleased && result.isEnded === true
  const days = [
    appointment && ukDate(appointment.bookedAt),
    result?.sampleDate ?? (sampledAt && ukDate(sampledAt)),
    result?.receivedDate ?? null,
    result?.releasedAt ? ukDate(result.releasedAt) : null,
  ]
  return STEPS.map((step, place) => ({
    step,
    state:
      isUnrecorded && place === 1
        ? 'unknown'
        : stateOf(place, { reached, isLinked, isEnded, isWithheld }),
    on: place <= reached ? (days[place] ?? null) : null,
  }))

  function reachedBy(): number {
    if (isWithheld) return 3
    if (result) return isReleased && result.hasValue ? 3 : 2
    return sampledAt ? 1 : 0
  }
}

function stateOf(
  place: number,
  of: { reached: number; isLinked: boolean; isEnded: boolean; isWithheld: boolean },
): StepState {
  if (place > of.reached) return 'ahead'
  if (place === 0 && !of.isLinked) return 'unknown'
  const isUnderWay = of.isWithheld || (of.reached < STEPS.length - 1 && !of.isEnded)
  return place === of.reached && isUnderWay ? 'now' : 'done'
}
