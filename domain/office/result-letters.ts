// Letters with results, from the release to the post.
import * as z from 'zod/mini'
import type { ContactWay } from '../contact-and-support.ts'
import { addressBlock, isPostal } from '../postal-address.ts'
import { PersonStateSchema } from './person-state.ts'

/**
 * `stopped` before it was posted: the result was replaced or withdrawn from the reader, or the letter
 * was printed again. `to_collect`: printed, and kept at the office until the member comes for it.
 */
export const LETTER_STATES = [
  'waiting',
  'printed',
  'to_collect',
  'collected',
  'posted',
  'returned',
  'stopped',
] as const
export type LetterState = (typeof LETTER_STATES)[number]

export const RECIPIENTS = ['member', 'gp'] as const
export type Recipient = (typeof RECIPIENTS)[number]

/** Why the post brought a letter back, as it is marked on the envelope. */
export const RETURN_REASONS = [
  'gone away',
  'address unknown',
  'address incomplete',
  'not called for',
  'refused',
  'no reason given',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** How the office made sure who collects a letter. */
export const IDENTITY_PROOFS = ['document', 'name_and_birth_date'] as const
export type IdentityProof = (typeof IDENTITY_PROOFS)[number]

/** The most letters of one batch. */
export const BATCH_SIZE = 100

type Told = { contactBy: ContactWay; hasAccount: boolean; hasEmail: boolean; hasMobile: boolean }

/**
 * How the member learns that there is news of a result. Without an account nobody can sign in to
 * read it, so that the letter itself brings it.
 */
export function waysToTell({ contactBy, hasAccount, hasEmail, hasMobile }: Told) {
  return {
    mail: hasEmail && !isByLetter(contactBy),
    sms: contactBy === 'sms' && hasMobile,
    letter: isByLetter(contactBy) || !hasAccount,
  }
}

/** Whether the member asked for paper, posted or kept at the office. */
export function isByLetter(contactBy: ContactWay): boolean {
  return contactBy === 'post' || contactBy === 'collect'
}

/**
 * How the member can learn what a released result says: `online` after a message, by `letter`, or by
 * a `call` that they asked for, or that is left when a letter came back. Null when nothing of that
 * works: a clinician then finds another way.
 */
export function wayToLearn(of: {
  contactBy: ContactWay
  hasAccount: boolean
  hasPhone: boolean
  address: 'none' | 'good' | 'returned'
  mayBeTold: boolean
}): 'online' | 'letter' | 'call' | null {
  if (!of.mayBeTold) return null
  if (of.hasAccount && !isByLetter(of.contactBy)) return 'online'
  if (of.contactBy === 'collect') return 'letter'
  if (of.address === 'good') return 'letter'
  const isCall = of.contactBy === 'telephone' || of.address === 'returned'
  return isCall && of.hasPhone ? 'call' : null
}

/** Whether the office keeps the letter until the member comes for it. */
export function isToCollect(letter: { recipient: Recipient; contactBy: ContactWay }): boolean {
  return letter.recipient === 'member' && letter.contactBy === 'collect'
}

/** In the window of the envelope, under the name. */
export const TO_COLLECT = 'To be collected at the office'

/** Name, care of, lines, town and postcode, with the country of an Eircode; null for an address that no letter reaches. */
export function letterAddress(of: {
  name: string
  careOf: string | null
  lines: readonly string[]
  town: string | null
  postcode: string | null
}): string[] | null {
  if (!isPostal(of)) return null
  const careOf = of.careOf === null ? null : `c/o ${of.careOf}`
  return [of.name, careOf, ...addressBlock(of)].filter((line) => line !== null)
}

export const LETTER_TABS = [
  'waiting',
  'printed',
  'to_collect',
  'collected',
  'posted',
  'returned',
] as const

/**
 * Nothing of the result. `name` of the member; `surgery` of a letter to a GP, null where the consent
 * does not name it. `address` null: it cannot be posted; dates are instants.
 */
export const ResultLetterSchema = z.object({
  id: z.int(),
  state: z.enum(LETTER_STATES),
  recipient: z.enum(RECIPIENTS),
  copy: z.int(),
  member_id: z.int(),
  person: PersonStateSchema,
  name: z.string(),
  surgery: z.nullable(z.string()),
  address: z.nullable(z.array(z.string())),
  is_large_print: z.boolean(),
  batch_id: z.nullable(z.int()),
  waiting_since: z.string(),
  posted_at: z.nullable(z.string()),
  returned_on: z.nullable(z.string()),
  return_reason: z.nullable(z.enum(RETURN_REASONS)),
  /** The office keeps it until the member comes, instead of posting it. */
  is_to_collect: z.boolean(),
  collected: z.nullable(
    z.object({ at: z.string(), by: z.string(), proof: z.enum(IDENTITY_PROOFS) }),
  ),
  /** Something about it is open: it may not go out before that is settled. */
  is_held: z.boolean(),
})
export type ResultLetter = z.infer<typeof ResultLetterSchema>

/** Whom a letter is about; nothing of the result. */
export const LetterPersonSchema = z.object({
  letter_id: z.int(),
  member_id: z.int(),
  name: z.string(),
  date_of_birth: z.string(),
  recipient: z.enum(RECIPIENTS),
  person: PersonStateSchema,
})
export type LetterPerson = z.infer<typeof LetterPersonSchema>

export const LetterBatchSchema = z.object({
  id: z.int(),
  reason: z.nullable(z.string()),
  made_by: z.string(),
  made_at: z.string(),
  /** Still to be printed or posted. */
  letters: z.int(),
  /** Those that the office keeps until their members come; of `letters` until they are printed. */
  to_collect: z.int(),
  /** Letters that were taken out: outdated, or printed again in another batch. */
  stopped: z.int(),
  printed_at: z.nullable(z.string()),
  posted_at: z.nullable(z.string()),
})
export type LetterBatch = z.infer<typeof LetterBatchSchema>

/** `take_out`: letters of the batch that may not be posted with it. */
export const OpenedBatchSchema = z.extend(LetterBatchSchema, {
  take_out: z.array(z.object({ id: z.int(), recipient: z.enum(RECIPIENTS), name: z.string() })),
})
export type OpenedBatch = z.infer<typeof OpenedBatchSchema>

/** With `letters` a reprint of these (printed, posted or returned), which needs a reason; else all that wait. */
export const NewBatchSchema = z.object({
  letters: z.optional(z.array(z.int()).check(z.minLength(1), z.maxLength(BATCH_SIZE))),
  reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(300))),
})
export type NewBatch = z.infer<typeof NewBatchSchema>

/** `count`: the envelopes in the hand, without those that were `taken_out` of the pile. */
export const BatchStepSchema = z.object({
  step: z.enum(['printed', 'posted']),
  count: z.int().check(z.minimum(0), z.maximum(BATCH_SIZE)),
  taken_out: z._default(z.array(z.int()).check(z.maxLength(BATCH_SIZE)), []),
})
export type BatchStep = z.input<typeof BatchStepSchema>

/** `on` is the day it came back, 'YYYY-MM-DD'. */
export const LetterReturnSchema = z.object({
  reason: z.enum(RETURN_REASONS),
  on: z.iso.date(),
})
export type LetterReturn = z.infer<typeof LetterReturnSchema>

export const CollectionSchema = z.object({ proof: z.enum(IDENTITY_PROOFS) })
export type Collection = z.infer<typeof CollectionSchema>

/** `for` is who reads it: the member, or with 'gp' the surgery to which the member takes it. */
export const OwnLetterSchema = z.object({
  print: z.optional(z.enum(['usual', 'large'])),
  for: z.optional(z.enum(['gp'])),
})
