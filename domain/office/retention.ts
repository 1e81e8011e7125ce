// How long rows are kept: the privacy policy's periods, which an admin confirms or changes.
import * as z from 'zod/mini'
import { ukDate, ukInstant } from '../uk-time.ts'
import { versionNumber } from './contract.ts'

/** Kinds that the office's job deletes; the hourly clean-up deletes the others. */
export const RETENTION_KINDS = ['health records', 'payments'] as const
export type RetentionKind = (typeof RETENTION_KINDS)[number]

/** `months`: what the privacy policy says. The charity's financial year ends on 31 March. */
export const RETENTION: Record<RetentionKind, { what: string; months: number; from: string }> = {
  'health records': {
    what: 'Appointments, consents and results, with who read them',
    months: 96,
    from: 'after the last appointment, consent or result',
  },
  payments: {
    what: 'Payments, refunds and their part of the ledger',
    months: 72,
    from: 'after the end of the financial year',
  },
}

/** Of the settings; a shorter period would be a slip of the hand. */
export const LEAST_MONTHS = 12
export const MOST_MONTHS = 600

/** Rows from before this moment need not be kept any more. */
export function retentionCutoff(kind: RetentionKind, months: number, now: Date): Date {
  const day = monthsBefore(ukDate(now), months)
  if (kind === 'health records') return ukInstant(day, '00:00')
  const year = Number(day.slice(0, 4))
  const end = day >= `${year}-03-31` ? year : year - 1
  return ukInstant(`${end}-04-01`, '00:00')
}

/** The same day, or the last of a shorter month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return first.toISOString().slice(0, 10)
}

export const RetentionRowSchema = z.object({
  kind: z.enum(RETENTION_KINDS),
  months: z.int(),
  policy_months: z.int(),
  is_on: z.boolean(),
  /** 0 until somebody has decided. */
  version: z.int(),
  changed_at: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
  /** The dry run: members, or payments, whose period has ended. */
  due: z.int(),
  /** 'YYYY-MM-DD': what is older need not be kept. */
  before: z.string(),
  last_run: z.nullable(z.object({ at: z.string(), number: z.int() })),
})
export type RetentionRow = z.infer<typeof RetentionRowSchema>

export const RetentionChangeSchema = z.object({
  months: z.int().check(z.minimum(LEAST_MONTHS), z.maximum(MOST_MONTHS)),
  is_on: z.boolean(),
  version: z.union([z.literal(0), versionNumber]),
})
