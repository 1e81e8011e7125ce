// All reminders are due at 09:00 London time.

import { isScreeningAge } from './age.ts'
import { changeCutOff } from './booking.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import type { Limits } from './limits.ts'
import { addDays, ukDate, ukInstant } from './uk-time.ts'

/** As they are stored: the first may leave another number of days before. */
const REMINDERS = ['week before', 'last days before'] as const
export type Reminder = (typeof REMINDERS)[number]

const TIME_OF_DAY = '09:00'
const DECISION_HOURS = 6
const LAST_REMINDER_HOURS = 2

/** `agreedAt` is when the member booked or moved to this time. */
type RemindableAppointment = { startsAt: Date; agreedAt: Date }

type First = Pick<Limits, 'reminder_days'>

export function firstReminderAt(startsAt: Date, { reminder_days: days }: First): Date {
  return ukInstant(addDays(ukDate(startsAt), -days), TIME_OF_DAY)
}

/** No appointment that starts later has a reminder due. */
export function latestRemindable(now: Date, { reminder_days: days }: First): Date {
  return new Date(now.getTime() + (days + 1) * DAY_MS)
}

export function lastDaysReminderAt(startsAt: Date): Date {
  const latest = new Date(changeCutOff(startsAt).getTime() - DECISION_HOURS * HOUR_MS)
  const sameDay = ukInstant(ukDate(latest), TIME_OF_DAY)
  return sameDay <= latest ? sameDay : ukInstant(addDays(ukDate(latest), -1), TIME_OF_DAY)
}

/** Null also for reminders due before `agreedAt`, because the booking mail said the same. */
export function reminderAt(
  { startsAt, agreedAt }: RemindableAppointment,
  now: Date,
  limits: First,
): Reminder | null {
  const last = lastDaysReminderAt(startsAt)
  const [reminder, due, until] =
    now < last
      ? (['week before', firstReminderAt(startsAt, limits), last] as const)
      : (['last days before', last, hoursBefore(startsAt, LAST_REMINDER_HOURS)] as const)
  return due <= now && now < until && agreedAt < due ? reminder : null
}

export const RETEST_REMINDER_DAYS = 60

/** From 09:00 London on `retestOn` ('YYYY-MM-DD') for 60 days, within the screening age. */
export function isRetestDue(
  { retestOn, dateOfBirth }: { retestOn: string; dateOfBirth: string },
  now: Date,
): boolean {
  const today = ukDate(now)
  const isTime = ukInstant(retestOn, TIME_OF_DAY) <= now
  return (
    isTime && today < addDays(retestOn, RETEST_REMINDER_DAYS) && isScreeningAge(dateOfBirth, today)
  )
}

function hoursBefore(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * HOUR_MS)
}
