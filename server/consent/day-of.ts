import { ukInstant } from '../../domain/uk-time.ts'

/** The instants between which events start that are on this London date, 'YYYY-MM-DD'. */
export function dayOf(date: string): { from: Date; before: Date } {
  // Events start on the minute; and the last day of the calendar has no next one.
  return { from: ukInstant(date, '00:00'), before: ukInstant(date, '23:59:59') }
}
