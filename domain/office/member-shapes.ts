// Members in the office's API (office.md §9); never an NHS number, a result or a consent answer.
import * as z from 'zod/mini'
import { ProfileUpdateSchema } from '../contract.ts'

/** Date 'YYYY-MM-DD' and time 'HH:mm', London. */
const whenAndWhere = {
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
}

export const MEMBER_TABS = ['all', 'upcoming', 'waiting'] as const

export const ListedMemberSchema = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  date_of_birth: z.string(),
  next_appointment: z.nullable(z.object(whenAndWhere)),
})
export type ListedMember = z.infer<typeof ListedMemberSchema>

/** Instants are ISO 8601; `by` is a colleague's name, 'the member' or 'the site'. */
const done = { at: z.string(), by: z.string(), reason: z.nullable(z.string()) }

export const READ_REASONS = ['booking', 'payment', 'request'] as const
export const ReadMemberSchema = z.object({ reason: z.optional(z.enum(READ_REASONS)) })

export const OfficeMemberSchema = z.object({
  id: z.int(),
  version: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.string(),
  date_of_birth: z.string(),
  email: z.string(),
  phone: z.string(),
  home_address: z.string(),
  billing_address: z.nullable(z.string()),
  nhs_number: z.enum(['none', 'given', 'confirmed']),
  joined_at: z.string(),
  being_checked: z.nullable(z.object({ since: z.string(), fields: z.array(z.string()) })),
  appointments: z.array(
    z.object({
      ...whenAndWhere,
      appointment_id: z.int(),
      reference: z.string(),
      status: z.enum(['booked', 'cancelled']),
      payment_status: z.string(),
      /** As the member reads it; null when only the venue knows. */
      payment: z.nullable(z.string()),
      price_pence: z.int(),
      history: z.array(z.object({ ...done, action: z.string(), from: z.nullable(z.string()) })),
    }),
  ),
  payments: z.array(
    z.object({
      ...whenAndWhere,
      payment_id: z.string(),
      order_id: z.nullable(z.string()),
      state: z.string(),
      amount_pence: z.int(),
      refunded_pence: z.int(),
      begun_at: z.string(),
    }),
  ),
  waits: z.array(
    z.object({
      event_id: z.int(),
      event_name: z.string(),
      status: z.string(),
      joined_at: z.string(),
      closed_at: z.nullable(z.string()),
    }),
  ),
  /** Notices of a year; other mails about appointments for a day, while their job is stored. */
  mails: z.array(z.object({ about: z.string(), state: z.string(), at: z.string() })),
  consents: z.array(
    z.object({
      event_id: z.int(),
      event_name: z.string(),
      channel: z.string(),
      taken_by: z.nullable(z.string()),
      given_at: z.string(),
      state: z.enum(['valid', 'outdated', 'withdrawn']),
    }),
  ),
  who_looked: z.array(z.object({ ...done, role: z.string(), what: z.string() })),
  changes: z.array(
    z.object({
      ...done,
      changed: z.array(z.string()),
      before: z.record(z.string(), z.string()),
      after: z.record(z.string(), z.string()),
    }),
  ),
})
export type OfficeMember = z.infer<typeof OfficeMemberSchema>

/** The e-mail address signs in, so only the member changes it; the NHS number is theirs to type. */
export const MemberChangeSchema = z.extend(
  z.omit(ProfileUpdateSchema, { email: true, nhs_number: true, ethnicity: true, occupation: true }),
  {
    version: z.int(),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  },
)
export type MemberChange = z.infer<typeof MemberChangeSchema>
