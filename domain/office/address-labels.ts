// Labels with the addresses of members, for letters that the office posts.
import * as z from 'zod/mini'
import { ATTENDEE_TABS } from './attendee-schemas.ts'
import type { LabelLayout } from './label-layouts.ts'
import { MEMBER_TABS } from './member-schemas.ts'

/** The maker's dimensions of Avery L7160, which other makers' sheets of 21 labels share. Millimetres. */
export const ADDRESS_LAYOUT: Omit<LabelLayout, 'id' | 'module'> = {
  name: 'A4 sheet, 21 labels of 63.5 x 38.1 mm (L7160)',
  page: { width: 210, height: 297 },
  label: { width: 63.5, height: 38.1 },
  columns: 3,
  rows: 7,
  left: 7.2,
  top: 15.1,
  across: 66,
  down: 38.1,
}

/** 100 sheets. */
export const MOST_LABELS = 2_100

export const AttendeeLabelsQuerySchema = z.object({ tab: z.optional(z.enum(ATTENDEE_TABS)) })
export const MemberLabelsQuerySchema = z.object({
  q: z.optional(z.string().check(z.maxLength(200))),
  tab: z.optional(z.enum(MEMBER_TABS)),
  sort: z.optional(z.string().check(z.maxLength(40))),
})
