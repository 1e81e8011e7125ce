// Letters with a claim code, and requests to join records, in the office's API. Never a code.
import * as z from 'zod/mini'
import { CONTACT_NOTICES } from '../record-claims.ts'
import { LETTER_ENDS, LETTER_STEPS } from './claim-letters.ts'

const moment = z.nullable(z.string())

const ClaimLetterSchema = z.object({
  letter_id: z.int(),
  made_at: z.string(),
  made_by: z.string(),
  expires_at: z.string(),
  printed_at: moment,
  posted_at: moment,
  returned_at: moment,
  code: z.enum(['open', 'expired', 'waiting', ...LETTER_ENDS]),
})
export type ClaimLetterRow = z.infer<typeof ClaimLetterSchema>

export const ClaimLettersSchema = z.object({
  member_id: z.int(),
  name: z.string(),
  /** As printed in the window: name, lines, town and postcode. */
  address: z.array(z.string()),
  is_large_print: z.boolean(),
  /** A letter would replace this account; see ClaimLetterWantedSchema. */
  has_account: z.boolean(),
  /** A sentence; null when a letter can be made. */
  against: z.nullable(z.string()),
  /** Null when no letter is to be printed. */
  requested: z.nullable(z.object({ asked_at: z.string(), asked_by: z.string() })),
  /** Latest first. */
  letters: z.array(ClaimLetterSchema),
})
export type ClaimLetters = z.infer<typeof ClaimLettersSchema>

/** `lost_address`: the member has an account and no longer its address. */
export const ClaimLetterWantedSchema = z.nullish(
  z.object({ lost_address: z.optional(z.boolean()) }),
)

/** A letter that the office has asked for; never with a date of birth or a code. */
export const LetterToPrintSchema = z.object({
  request_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  /** Below the name. */
  address: z.array(z.string()),
  is_large_print: z.boolean(),
  asked_at: z.string(),
  asked_by: z.string(),
  /** Null until it is printed; then it can be printed again, until it is posted. */
  printed_at: moment,
  /** A sentence; null when the reader can print it. */
  against: z.nullable(z.string()),
})
export type LetterToPrint = z.infer<typeof LetterToPrintSchema>

export const LetterStepSchema = z.object({ step: z.enum(LETTER_STEPS) })

const contact = z.object({
  email: z.nullable(z.string()),
  phone: z.string(),
  address: z.array(z.string()),
})

/** A claim that waits for a clinician, with both records. Never anything of health. */
export const ClaimToDecideSchema = z.object({
  claim_id: z.int(),
  claimed_at: z.string(),
  /** The London date by which the member expects an answer. */
  until: z.string(),
  /** How the contact of the record learns of the claim, and since when; null until it is printed. */
  notice: z.enum(CONTACT_NOTICES),
  told_at: moment,
  /** Null until the letter to the contact is printed. */
  releasable_from: moment,
  /** The record has an account whose address its member has lost; this one takes its place. */
  replaces_account: z.boolean(),
  is_contact_changed: z.boolean(),
  tube_proven_at: moment,
  letter: z.object({
    requested_by: z.nullable(z.string()),
    printed_by: z.string(),
    printed_at: z.string(),
  }),
  record: z.object({
    id: z.int(),
    name: z.string(),
    date_of_birth: z.string(),
    current: contact,
    /** Before the letter was requested and the office changed anything. */
    former: contact,
  }),
  account: z.object({
    email: z.string(),
    /** The account's own record; null without one. */
    own: z.nullable(z.object({ id: z.int(), name: z.string(), date_of_birth: z.string() })),
  }),
  /** Sentences; null when the reader can do so now. */
  against_release: z.nullable(z.string()),
  against_refusal: z.nullable(z.string()),
})
export type ClaimToDecide = z.infer<typeof ClaimToDecideSchema>

export const ClaimDecisionSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})

const person = z.object({
  id: z.int(),
  name: z.string(),
  date_of_birth: z.string(),
  has_account: z.boolean(),
})

export const MergeRefusalSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
})

/** `member` has the account and asks; `other` is the record whose letter they had. */
export const MergeAskedSchema = z.object({
  request_id: z.int(),
  asked_at: z.string(),
  /** The London date by which the member expects an answer. */
  until: z.string(),
  member: person,
  other: person,
  /** False when an admin proposed it and no member asked. */
  is_of_member: z.boolean(),
  /** Of an admin; null until one has chosen what stays. */
  proposal: z.nullable(z.object({ by: z.string(), reason: z.string(), kept_id: z.int() })),
  /** The reader is another admin than who proposed it. */
  may_confirm: z.boolean(),
})
export type RequestedMerge = z.infer<typeof MergeAskedSchema>
