// The office's API schemas (rules §9.2).
import * as z from 'zod/mini'
import { NAME_HAS_ADDRESS, nameError, visibleName } from '../person-name.ts'
import { isCalendarDate } from '../uk-time.ts'
import { chosenActions } from './audit-actions.ts'
import { PERMISSIONS, ROLES } from './permissions.ts'

/** Of a PostgreSQL integer. */
export const versionNumber = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

const personName = (max: number) =>
  z.string().check(
    z.overwrite(visibleName),
    z.minLength(1),
    z.maxLength(max),
    z.refine((name) => nameError(name) === null, { error: NAME_HAS_ADDRESS }),
  )

/**
 * `after` is the `next` of the page before, `tab` and `sort` names that the list knows. A file with `raw=1` has
 * the names and values of the API, for programs.
 */
export const ListQuerySchema = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(120))),
  tab: z.optional(z.string().check(z.maxLength(40))),
  sort: z.optional(z.string().check(z.maxLength(40))),
  after: z.optional(z.string().check(z.maxLength(400))),
  raw: z.optional(z.literal('1')),
})
export type ListQuery = z.infer<typeof ListQuerySchema>

/** `tabs` has the number of rows of each tab under the same search. */
export function listOf<T extends z.core.$ZodType>(row: T) {
  return z.object({
    data: z.array(row),
    next: z.nullable(z.string()),
    total: z.int(),
    tabs: z.optional(z.record(z.string(), z.int())),
  })
}
export type List<T> = {
  data: T[]
  next: string | null
  total: number
  tabs?: Record<string, number> | undefined
}

export const OfficeMeSchema = z.object({
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  permissions: z.array(z.enum(PERMISSIONS)),
})
export type OfficeMe = z.infer<typeof OfficeMeSchema>

export const StaffSchema = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
  event_ids: z.array(z.int()),
  /** Those of `event_ids` whose day they lead. */
  lead_event_ids: z.array(z.int()),
  since: z.string(),
  until: z.nullable(z.string()),
  /** Last use of the office; null for never. */
  last_seen_at: z.nullable(z.string()),
  version: z.int(),
})
export type Staff = z.infer<typeof StaffSchema>

const eventIds = z.optional(z.array(z.int()).check(z.maxLength(500)))
/** Without `event_ids` or `lead_event_ids` these stay as they are. */
const staffFields = {
  name: personName(120),
  roles: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)),
  event_ids: eventIds,
  lead_event_ids: eventIds,
}
export const NewStaffSchema = z.object({
  ...staffFields,
  email: z.email().check(z.maxLength(254)),
  roles: staffFields.roles.check(z.minLength(1)),
})
/** Without roles the person no longer works here. */
export const StaffChangeSchema = z.object({ ...staffFields, version: versionNumber })
export type NewStaff = z.infer<typeof NewStaffSchema>
export type StaffChange = z.infer<typeof StaffChangeSchema>

export const AuditRowSchema = z.object({
  id: z.int(),
  at: z.string(),
  by: z.nullable(z.string()),
  member_id: z.nullable(z.int()),
  action: z.string(),
  subject: z.string(),
  /** The subject with its name, for those who may read it: of the event, the colleague, the member... */
  about: z.string(),
  details: z.unknown(),
  /** The names of the records in `details`, by 'event 12', 'member 1098'...; only those that may be read. */
  names: z.record(z.string(), z.string()),
})
export type AuditRow = z.infer<typeof AuditRowSchema>

export const AccessRowSchema = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  role: z.string(),
  member_id: z.int(),
  what: z.string(),
  reason: z.nullable(z.string()),
})
export type AccessRow = z.infer<typeof AccessRowSchema>

const idText = z.string().check(z.regex(/^\d{1,15}$/))
const dayText = z.string().check(z.refine(isCalendarDate))

/**
 * Of the audit and access logs. `member_id`: a member's record; `staff_id`: who did it; `from` and `to`: days in
 * London, both included. The audit log's `record` is one that it names, 'event 12', or a kind of them, 'event'.
 */
export const LogQuerySchema = z.extend(ListQuerySchema, {
  member_id: z.optional(idText),
  staff_id: z.optional(idText),
  from: z.optional(dayText),
  to: z.optional(dayText),
  record: z.optional(z.string().check(z.regex(/^[a-z ]{3,30}(?: [\w-]{1,40})?$/))),
})
/** `event_id`: an event with its appointments and payments; `action`: one of AUDIT_CHOICES. */
export const AuditQuerySchema = z.extend(LogQuerySchema, {
  event_id: z.optional(idText),
  action: z.optional(z.string().check(z.refine((choice) => chosenActions(choice) !== null))),
})
