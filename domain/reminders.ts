// When a man hears from us without having asked: before his appointment, once his result is there, and
// when his next test is due. Moments are London's 09:00, so that no clock change moves one by an hour
// and none comes at night.
import { isScreeningAge } from './age.ts'
import { changeCutOff } from './booking.ts'
import { addDays, ukDate, ukInstant } from './uk-time.ts'

export const REMINDERS = ['week before', 'last days before'] as const
export type Reminder = (typeof REMINDERS)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIME_OF_DAY = '09:00'
const WEEK_DAYS = 7
/** So long before an appointment the first moment of a reminder comes at the earliest, in days. */
export const FIRST_REMINDER_DAYS = 8
/** Time that he has to change or cancel after the second reminder. */
const TO_DECIDE_HOURS = 6
/** Later than this he is on his way, and reads no mail. */
const ON_HIS_WAY_HOURS = 2

/** An appointment; `agreedAt` is when he chose this time, by booking it or by moving to it. */
export type ToRemindOf = { startsAt: Date; agreedAt: Date }

/** 09:00 on the day a week before the appointment's London date. */
export function weekBefore(startsAt: Date): Date {
  return ukInstant(addDays(ukDate(startsAt), -WEEK_DAYS), TIME_OF_DAY)
}

/**
 * The last 09:00 that leaves him six hours to change or cancel: two days before an appointment in the
 * afternoon from 15:00 on, three before an earlier one.
 */
export function lastDaysBefore(startsAt: Date): Date {
  const latest = new Date(changeCutOff(startsAt).getTime() - TO_DECIDE_HOURS * HOUR_MS)
  const sameDay = ukInstant(ukDate(latest), TIME_OF_DAY)
  return sameDay <= latest ? sameDay : ukInstant(addDays(ukDate(latest), -1), TIME_OF_DAY)
}

/**
 * The reminder to send at `now`, or null. Each has its own stretch of time, so that one which could
 * not be sent at its moment comes late, but never beside the next: the first until the second is due,
 * the second until two hours before the appointment. None is for a moment that had passed when he
 * chose the time: the mail about that said the same.
 */
export function reminderAt({ startsAt, agreedAt }: ToRemindOf, now: Date): Reminder | null {
  const last = lastDaysBefore(startsAt)
  const [reminder, due, until] =
    now < last
      ? (['week before', weekBefore(startsAt), last] as const)
      : (['last days before', last, hoursBefore(startsAt, ON_HIS_WAY_HOURS)] as const)
  return due <= now && now < until && agreedAt < due ? reminder : null
}

/** So long after its release a result is still news; an old record that is entered later is none. */
export const RESULT_NEWS_DAYS = 14

/** Whether its owner is told now that this result is there. */
export function isResultNews(releasedAt: Date, now: Date): boolean {
  return releasedAt <= now && now.getTime() - releasedAt.getTime() < RESULT_NEWS_DAYS * DAY_MS
}

/** So long after its day a next test is still reminded of. */
const RETEST_NEWS_DAYS = 60

/**
 * Whether a man is reminded now that his next test is due on `retestOn` ('YYYY-MM-DD'): from 09:00 on
 * that day for sixty days, if he is still of the age that the charity screens.
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
