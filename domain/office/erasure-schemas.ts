// Requests to be erased as the office sees them.
import * as z from 'zod/mini'
import { ERASURE_BLOCKERS } from './contact-stops.ts'

export const ERASURE_TABS = ['open', 'done', 'closed'] as const
const ERASURE_STATES = ['open', 'running', 'done', 'refused', 'taken back'] as const

export const ErasureRowSchema = z.object({
  request_id: z.int(),
  member_id: z.int(),
  /** 'Erased member' afterwards. */
  name: z.string(),
  asked_at: z.string(),
  /** The last day to answer (law). */
  due_on: z.string(),
  state: z.enum(ERASURE_STATES),
  ended_at: z.nullable(z.string()),
  /** Who carried it out or closed it; null for the member. */
  by: z.nullable(z.string()),
})
export type ErasureRow = z.infer<typeof ErasureRowSchema>

/** Why it cannot be carried out yet. */
export const OBSTACLES = ['appointment', 'money', 'staff', 'not set up'] as const

const PartSchema = z.object({ what: z.string(), rows: z.int() })
const typed = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
/** A request that came by telephone, by letter or at an event. `asked_by`: the member, or who for them. */
export const NewErasureSchema = z.object({
  asked_by: typed(120),
  /** How the office knows that it is the member. */
  identity: typed(500),
  reason: typed(500),
})
export type NewErasure = z.infer<typeof NewErasureSchema>

export const OfficeErasureSchema = z.extend(ErasureRowSchema, {
  email: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  /** Of a request that a colleague entered, until it is carried out. */
  entered: z.nullable(z.extend(NewErasureSchema, { by: z.string() })),
  obstacles: z.array(z.enum(OBSTACLES)),
  /** Under way for the member, and whether a clinician has signed for erasing all the same. */
  under_way: z.array(z.object({ what: z.enum(ERASURE_BLOCKERS), is_signed: z.boolean() })),
  /** The dry run of an open request; of one that is done, what went. */
  goes: z.array(PartSchema),
  stays: z.array(z.extend(PartSchema, { why: z.string(), until: z.string() })),
  /** The number of the entry in the log, without anything of the member. */
  log_number: z.nullable(z.int()),
})
export type OfficeErasure = z.infer<typeof OfficeErasureSchema>

/** The number is typed again, so that the right member is erased. */
export const ApprovalSchema = z.object({ member_id: z.int() })
export const ClosingSchema = z.object({
  outcome: z.enum(['refused', 'taken back']),
  /** Refused: mailed to the member. Taken back: how the member said so. */
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
})
export type ErasureClosing = z.infer<typeof ClosingSchema>

/** What a clinician signs: the member, and what is under way. */
export const ErasureExceptionSchema = z.object({
  request_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  date_of_birth: z.string(),
  under_way: z.array(z.object({ what: z.enum(ERASURE_BLOCKERS), is_signed: z.boolean() })),
})
export type ErasureException = z.infer<typeof ErasureExceptionSchema>
export const NewExceptionSchema = z.object({ reason: typed(500) })
