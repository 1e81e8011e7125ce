import type { Limits } from '../../domain/limits.ts'

/** Until staff change them (Settings in the office). */
export const LIMITS: Limits = {
  one_person_refunds: 100,
  one_person_pence: 100_000,
  one_person_members: 9,
  stop_minutes: 10,
  offer_hours: 12,
  reminder_days: 7,
}
