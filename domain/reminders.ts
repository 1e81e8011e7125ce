// When reminders are due: before an appointment, when a result is released, and when the next test
// is due. All at 09:00 London time, unaffected by clock changes.
import { isScreeningAge } from './age.ts'
import { changeCutOff } from './booking.ts'
import { addDays, ukDate, ukInstant } from './uk-time.ts'

export const REMINDERS = ['week before', 'last days before'] as const
export type Reminder = (typeof REMINDERS)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIME_OF_DAY = '09:00'
const WEEK_DAYS = 7
/** The earliest a first reminder can be due before an appointment, in days. */
export const FIRST_REMINDER_DAYS = 8
/** Time left to change or cancel after the second reminder. */
const TO_DECIDE_HOURS = 6
/** Closer to the appointment a reminder is too late to be read. */
const ON_HIS_WAY_HOURS = 2

/** `agreedAt` is when the member chose this time, by booking or moving. */
export type ToRemindOf = { startsAt: Date; agreedAt: Date }

/** 09:00 London, a week before the appointment's date. */
export function weekBefore(startsAt: Date): Date {
  return ukInstant(addDays(ukDate(startsAt), -WEEK_DAYS), TIME_OF_DAY)
}

/** The last 09:00 London that leaves the member six hours to change or cancel. */
export function lastDaysBefore(startsAt: Date): Date {
  const latest = new Date(changeCutOff(startsAt).getTime() - TO_DECIDE_HOURS * HOUR_MS)
  const sameDay = ukInstant(ukDate(latest), TIME_OF_DAY)
  return sameDay <= latest ? sameDay : ukInstant(addDays(ukDate(latest), -1), TIME_OF_DAY)
}

/**
 * Returns the reminder due at `now`, or null. Late reminders never overlap: the first may go until
 * the second is due, the second until two hours before the appointment. None is sent for a moment
 * before `agreedAt`, since the booking mail said the same.
 */
export function reminderAt({ startsAt, agreedAt }: ToRemindOf, now: Date): Reminder | null {
  const last = lastDaysBefore(startsAt)
  const [reminder, due, until] =
    now < last
      ? (['week before', weekBefore(startsAt), last] as const)
      : (['last days before', last, hoursBefore(startsAt, ON_HIS_WAY_HOURS)] as const)
  return due <= now && now < until && agreedAt < due ? reminder : null
}

/** Days after its release in which a result is announced; older records entered late are not. */
export const RESULT_NEWS_DAYS = 14

/** Whether the member may be mailed now that this result is released. */
export function isResultNews(releasedAt: Date, now: Date): boolean {
  return releasedAt <= now && now.getTime() - releasedAt.getTime() < RESULT_NEWS_DAYS * DAY_MS
}

const RETEST_NEWS_DAYS = 60

/**
 * Whether the reminder of the next test, due on `retestOn` ('YYYY-MM-DD'), may be sent now: from
 * 09:00 on that day for 60 days, while the member is of screening age.
 */
export function isRetestDue(
  { retestOn, dateOfBirth }: { retestOn: string; dateOfBirth: string },
  now: Date,
): boolean {
  const today = ukDate(now)
  const isTime = ukInstant(retestOn, TIME_OF_DAY) <= now
  return isTime && today < addDays(retestOn, RETEST_NEWS_DAYS) && isScreeningAge(dateOfBirth, today)
}

function hoursBefore(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * HOUR_MS)
}
