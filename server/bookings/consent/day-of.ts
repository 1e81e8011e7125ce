import { ukInstant } from '../../../domain/uk-time.ts'

export function dayOf(date: string): { from: Date; before: Date } {
  // Events start on the minute; the calendar's last day has no next one.
  return { from: ukInstant(date, '00:00'), before: ukInstant(date, '23:59:59') }
}
