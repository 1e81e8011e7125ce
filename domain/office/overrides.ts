// Acts by which a person overrode a doubt or a limit, as the audit log has them.
import * as z from 'zod/mini'
import { DIFFERENT_PEOPLE } from './audit-text.ts'
import { ListQuerySchema } from './contract.ts'
import { addMonths, monthText } from './event-months.ts'
import { hasPermission, type Role } from './permissions.ts'

/** `results`: it would tell something of a result. `day`: at the venue. `record`: of members and money. */
type OverrideGroup = 'results' | 'day' | 'record'

type Rule = {
  /** As the audit log stores it. */
  action: string
  group: OverrideGroup
  /** What its details must have, where the act alone is no override. */
  when?: (details: Details) => boolean
  /** Its reason is in the review of the result. */
  isReviewed?: 'always' | 'with a reason'
}
export type Details = Record<string, unknown>

const OVERRIDE_RULES = {
  'late release': { action: 'result released', group: 'results', isReviewed: 'with a reason' },
  'sent back': { action: 'result sent back', group: 'results', isReviewed: 'always' },
  'row matched by a person': {
    action: 'result row decided',
    group: 'results',
    when: ({ decision }) => decision === 'match',
  },
  'kept after its sample changed': {
    action: 'result confirmed after its sample changed',
    group: 'results',
    isReviewed: 'always',
  },
  'decided after a withdrawn consent': {
    action: 'result after a withdrawn consent decided',
    group: 'results',
    isReviewed: 'always',
  },
  'extra place': { action: 'booked', group: 'day', when: (details) => details.extraPlace === true },
  'two samples of one member': { action: 'samples declared to be theirs', group: 'day' },
  'action undone': { action: 'attendance undone', group: 'day' },
  'problem dealt with': { action: 'problem of the day dealt with', group: 'day' },
  'labels printed again': { action: 'tube labels printed again', group: 'day' },
  'sheet signed with an explanation': {
    action: 'failsafe sheet signed',
    group: 'day',
    when: ({ isExplained }) => isExplained === true,
  },
  'added beside a possible duplicate': {
    action: 'member added',
    group: 'record',
    when: ({ comparedWith }) => Array.isArray(comparedWith) && comparedWith.length > 0,
  },
  'different people': { action: DIFFERENT_PEOPLE, group: 'record' },
  'spelling corrected': { action: 'spelling corrected', group: 'record' },
  'price waived': { action: 'payment waived', group: 'record' },
  'erasure in spite of open work': { action: 'erasure exception signed', group: 'record' },
} as const satisfies Record<string, Rule>

export type OverrideKind = keyof typeof OVERRIDE_RULES
export const OVERRIDE_KINDS = Object.keys(OVERRIDE_RULES) as [OverrideKind, ...OverrideKind[]]

export function ruleOf(kind: OverrideKind): Rule {
  return OVERRIDE_RULES[kind]
}

/** Those of results and of days for a clinician, those of days and of records for an admin. */
export function overrideKindsOf(roles: readonly Role[]): OverrideKind[] {
  const may: Record<OverrideGroup, boolean> = {
    results: hasPermission(roles, 'results.review'),
    day: true,
    record: hasPermission(roles, 'audit.read'),
  }
  return OVERRIDE_KINDS.filter((kind) => may[ruleOf(kind).group])
}

export const OverrideQuerySchema = z.extend(ListQuerySchema, {
  /** 'YYYY-MM' in London; the last twelve without it. */
  month: z.optional(monthText),
  kind: z.optional(z.enum(OVERRIDE_KINDS)),
})

export const OverrideRowSchema = z.object({
  id: z.int(),
  at: z.string(),
  by: z.nullable(z.string()),
  kind: z.enum(OVERRIDE_KINDS),
  /** What it was done to, with the name of an event. */
  about: z.string(),
  member_id: z.nullable(z.int()),
  /** Null where none was asked for, or where it is encrypted with the act. */
  reason: z.nullable(z.string()),
})
export type OverrideRow = z.infer<typeof OverrideRowSchema>

const MONTHS = 12

/** The month of a day and those before it, 'YYYY-MM', the newest first. */
export function monthsBack(today: string): string[] {
  return Array.from({ length: MONTHS }, (_, n) => addMonths(today.slice(0, 7), -n))
}

/** From the first day, before the second: those of a month, or of the last twelve. */
export function spanOf(month: string | undefined, today: string): { from: string; until: string } {
  const last = month ?? today.slice(0, 7)
  const first = month ?? addMonths(last, 1 - MONTHS)
  return { from: `${first}-01`, until: `${addMonths(last, 1)}-01` }
}
