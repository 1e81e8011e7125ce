// Members in the office's API; never an NHS number, a result or a consent answer.
import * as z from 'zod/mini'
import { ETHNICITIES, GENDERS } from '../choices.ts'
import { ContactChoicesSchema } from '../contact-schemas.ts'
import { ProfileCreateSchema, ProfileUpdateSchema } from '../contract.ts'
import { ADDRESS_LINE_LENGTH, CONTACT_FIELDS } from '../member-fields.ts'
import { ShownMoneySchema } from '../money-schemas.ts'
import { MAX_ADDRESS_LINES } from '../postal-address.ts'
import { ATTENDANCE_STATES } from './attendance-states.ts'
import { TakenWithSchema } from './consent-help.ts'
import { DOUBLE_REASONS } from './duplicates.ts'
import { REVIEW_KINDS } from './identity-reviews.ts'
import { NoteSchema } from './member-notes.ts'
import { PersonStateSchema } from './person-state.ts'

/** Date 'YYYY-MM-DD' and time 'HH:mm', London. */
const whenAndWhere = {
  event_id: z.int(),
  event_name: z.string(),
  date: z.string(),
  time: z.string(),
}

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const requiredText = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const isoDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const emailAddress = z.email().check(z.maxLength(CONTACT_FIELDS.email.max))
const nhsNumber = z.string().check(z.regex(/^\d{10}$/))

/** A postcode in any way of writing it; null or '' for what is not known. */
const addressAndSupport = {
  /** Who takes letters in, and whether the staff of that place may open them. */
  care_of: z.optional(z.nullable(text(CONTACT_FIELDS.care_of.max))),
  staff_may_open: z.optional(z.nullable(z.boolean())),
  address_lines: z.optional(
    z.array(requiredText(ADDRESS_LINE_LENGTH)).check(z.maxLength(MAX_ADDRESS_LINES)),
  ),
  town: z.optional(z.nullable(text(CONTACT_FIELDS.town.max))),
  postcode: z.optional(z.nullable(text(CONTACT_FIELDS.postcode.max))),
  ...z.partial(ContactChoicesSchema).shape,
}

export const MEMBER_TABS = ['all', 'upcoming', 'waiting', 'absent'] as const

export const ListedMemberSchema = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  latin_name: z.optional(z.string()),
  email: z.nullable(z.string()),
  phone: z.string(),
  town: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  date_of_birth: z.string(),
  next_appointment: z.nullable(z.object(whenAndWhere)),
})
export type ListedMember = z.infer<typeof ListedMemberSchema>

/** Instants are ISO 8601; `by` is a colleague's name, 'the member' or 'the site'. */
const done = { at: z.string(), by: z.string(), reason: z.nullable(z.string()) }

const READ_REASONS = ['booking', 'payment', 'request'] as const
export const ReadMemberSchema = z.object({ reason: z.optional(z.enum(READ_REASONS)) })

export const OfficeMemberSchema = z.object({
  id: z.int(),
  version: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  latin_first_name: z.nullable(z.string()),
  latin_last_name: z.nullable(z.string()),
  gender: z.string(),
  date_of_birth: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  /** The mobile that text messages go to, in E.164; null without one that was confirmed. */
  texts_to: z.nullable(z.string()),
  has_account: z.boolean(),
  /** Out of use, the charity neither books nor reminds the member. */
  is_active: z.boolean(),
  home_address: z.string(),
  care_of: z.nullable(z.string()),
  staff_may_open: z.nullable(z.boolean()),
  address_lines: z.array(z.string()),
  town: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  ...ContactChoicesSchema.shape,
  billing_address: z.nullable(z.string()),
  nhs_number: z.enum(['none', 'given', 'confirmed']),
  joined_at: z.string(),
  /** How often the member did not attend since they last came. */
  did_not_attend: z.int(),
  /** The day on which the post brought a letter back from this address, 'YYYY-MM-DD'. */
  letter_returned_on: z.nullable(z.string()),
  person: PersonStateSchema,
  /** Open questions about who the member is; `withholds`: new results are held back until then. */
  being_checked: z.array(
    z.object({
      about: z.enum(REVIEW_KINDS),
      since: z.string(),
      withholds: z.boolean(),
      fields: z.array(z.string()),
    }),
  ),
  /** Records of the same person that are part of this one now; latest first. */
  merged_records: z.array(
    z.object({
      ...done,
      /** The second admin; null when one was enough. */
      confirmed_by: z.nullable(z.string()),
      merge_id: z.int(),
      member_id: z.int(),
    }),
  ),
  appointments: z.array(
    z.object({
      ...whenAndWhere,
      appointment_id: z.int(),
      reference: z.string(),
      status: z.enum(['booked', 'cancelled']),
      /** Its time has ended. */
      is_over: z.boolean(),
      /** As recorded on the day; null when nothing was. */
      attendance: z.nullable(z.enum(ATTENDANCE_STATES)),
      payment_status: z.string(),
      /** As the member reads it; null when only the venue knows. */
      payment: z.nullable(z.string()),
      price_pence: z.int(),
      /** Absent while nothing was paid and nothing is being checked. */
      money: z.optional(ShownMoneySchema),
      /** The end of the right to cancel free of charge that a change of time gave. */
      free_cancel_until: z.nullable(z.string()),
      /** When the card was charged; null when nothing was paid by card. */
      paid_at: z.nullable(z.string()),
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
      /** Done, on its way or taken back by the provider. */
      refunded_pence: z.int(),
      /** Taken at the venue, and the entry was taken back. */
      is_undone: z.optional(z.boolean()),
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
  /** Of a year, latest first; `words` of those about an appointment, once they are sent. */
  mails: z.array(
    z.object({
      about: z.string(),
      state: z.string(),
      at: z.string(),
      /** Links are left out of the text. */
      words: z.nullable(z.object({ subject: z.string(), text: z.string() })),
    }),
  ),
  /** Of the office, the latest five. */
  notes: z.array(NoteSchema),
  consents: z.array(
    z.object({
      event_id: z.int(),
      event_name: z.string(),
      channel: z.string(),
      taken_by: z.nullable(z.string()),
      /** Who helped and interpreted; null of a consent that the member gave on the website. */
      taken_with: z.nullable(TakenWithSchema),
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

/**
 * `email` and `nhs_number` only of a member without an account: with one, the address signs in and
 * the number is theirs to type. A number from the office counts as confirmed: it is entered twice.
 */
export const MemberChangeSchema = z.extend(
  z.pick(ProfileUpdateSchema, {
    first_name: true,
    last_name: true,
    latin_first_name: true,
    latin_last_name: true,
    gender: true,
    date_of_birth: true,
    billing_address: true,
  }),
  {
    ...addressAndSupport,
    phone: z.optional(text(CONTACT_FIELDS.phone.max)),
    /** The member said in a call, or in person, that the number is theirs. */
    phone_confirmed: z.optional(z.boolean()),
    email: z.optional(z.nullable(emailAddress)),
    nhs_number: z.optional(z.nullable(nhsNumber)),
    version: z.int(),
    reason: z.optional(text(500)),
  },
)
export type MemberChange = z.infer<typeof MemberChangeSchema>

/**
 * A member without an account. `contact_by` is what is known of e-mail, telephone and post, in this
 * order, unless given. `confirmed_new`: the clerk has looked at the likely doubles.
 */
export const NewMemberSchema = z.object({
  ...addressAndSupport,
  first_name: requiredText(CONTACT_FIELDS.first_name.max),
  last_name: requiredText(CONTACT_FIELDS.last_name.max),
  ...z.pick(ProfileCreateSchema, { latin_first_name: true, latin_last_name: true }).shape,
  gender: z.optional(z.nullable(z.enum(GENDERS))),
  date_of_birth: isoDate,
  ethnicity: z.optional(z.enum(ETHNICITIES)),
  phone: z.optional(text(CONTACT_FIELDS.phone.max)),
  email: z.optional(z.nullable(emailAddress)),
  nhs_number: z.optional(z.nullable(nhsNumber)),
  confirmed_new: z.optional(z.boolean()),
  reason: z.optional(text(500)),
})
export type NewMember = z.infer<typeof NewMemberSchema>

/** A member who may be the same person; `reasons` is what both have in common. */
const LikelyDoubleSchema = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  email: z.nullable(z.string()),
  phone: z.string(),
  home_address: z.string(),
  nhs_number: z.enum(['none', 'given', 'confirmed']),
  joined_at: z.string(),
  reasons: z.array(z.enum(DOUBLE_REASONS)),
})
export type LikelyDouble = z.infer<typeof LikelyDoubleSchema>

export const ActiveChangeSchema = z.object({
  active: z.boolean(),
  reason: requiredText(500),
  version: z.int(),
})
export type ActiveChange = z.infer<typeof ActiveChangeSchema>
