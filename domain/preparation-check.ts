// The check before an appointment. A clinician has to approve its words and waits.
import { HOUR_MS } from './durations.ts'
import { addDays, ukDate, ukInstant } from './uk-time.ts'

/** It is sent from 72 hours before the appointment until 2 hours before it. */
export const CHECK_HOURS = 72
const LATEST_HOURS = 2

/** `waits`: how long a yes has to wait for the test, in days. */
export const PREPARATION_QUESTIONS = [
  {
    name: 'infection',
    waits: 42,
    label: 'Have you had a urine infection, or treatment for one, in the 6 weeks before your test?',
    hint: 'It can raise your PSA level for weeks.',
  },
  {
    name: 'catheter',
    waits: 42,
    label: 'Have you had a catheter, or a biopsy of the prostate, in the 6 weeks before your test?',
    hint: 'Also answer yes if you have had surgery to your bladder or prostate in those 6 weeks.',
  },
  {
    name: 'exercise',
    waits: 2,
    label: 'In the 48 hours before your test, have you done any hard exercise, or do you plan to?',
    hint: 'Especially cycling. It can raise your PSA level for a while.',
  },
  {
    name: 'ejaculation',
    waits: 2,
    label: 'In the 48 hours before your test, have you ejaculated, or are you likely to?',
    hint: 'It can raise PSA for a while.',
  },
] as const

export type PreparationAnswers = Record<(typeof PREPARATION_QUESTIONS)[number]['name'], boolean>

/** Whether the check is sent now. Who agreed to the time later than that has just read the advice. */
export function isCheckDue(
  { startsAt, agreedAt }: { startsAt: Date; agreedAt: Date },
  now: Date,
): boolean {
  const due = hoursBefore(startsAt, CHECK_HOURS)
  return due <= now && now < hoursBefore(startsAt, LATEST_HOURS) && agreedAt < due
}

/**
 * From when the member may be tested, after the appointment: 48 hours from now, or the London day
 * six weeks from now; null when every answer is no.
 */
export function testableFrom(
  answers: PreparationAnswers,
  { startsAt, now }: { startsAt: Date; now: Date },
): Date | null {
  const waits = PREPARATION_QUESTIONS.filter(({ name }) => answers[name]).map(({ waits }) => waits)
  if (waits.length === 0) return null
  const days = Math.max(...waits)
  const from =
    days > 2 ? ukInstant(addDays(ukDate(now), days), '00:00') : hoursBefore(now, -days * 24)
  return from > startsAt ? from : new Date(startsAt.getTime() + 1)
}

function hoursBefore(at: Date, hours: number): Date {
  return new Date(at.getTime() - hours * HOUR_MS)
}
