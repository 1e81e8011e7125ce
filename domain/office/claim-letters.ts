// Letters by which a member without an account is invited to one.

import { isPostal } from '../postal-address.ts'
import type { OfficeReason } from './refusals.ts'

/** Why the code of a letter does not work any more, besides its age. */
export const LETTER_ENDS = ['claimed', 'merge asked', 'replaced', 'returned', 'tried out'] as const
export type LetterEnd = (typeof LETTER_ENDS)[number]

export const LETTER_STEPS = ['printed', 'posted', 'returned'] as const
export type LetterStep = (typeof LETTER_STEPS)[number]

export type Invited = {
  hasAccount: boolean
  isMerged: boolean
  hasDied: boolean
  isActive: boolean
  isErasureAsked: boolean
  /** An account claims the record and waits. */
  isClaimed?: boolean
  careOf?: string | null
  addressLines: readonly string[]
  postcode: string | null
}

/** The first reason against a letter to this member, or null. */
export function whyNotInvite(member: Invited): OfficeReason | null {
  if (member.isMerged) return 'already_merged'
  if (member.hasDied) return 'has_died'
  if (member.hasAccount) return 'has_account'
  if (member.isClaimed) return 'claim_waits'
  if (!member.isActive) return 'record_out_of_use'
  if (member.isErasureAsked) return 'erasure_asked_for'
  const { careOf = null, addressLines: lines, postcode } = member
  if (!isPostal({ careOf, lines, postcode })) return 'no_postal_address'
  return null
}

type LetterRequest = {
  /** The reader has asked for it. */
  isOwn: boolean
  isCancelled: boolean
  /** The one that was printed for it last. */
  last: { isPosted: boolean; isOpen: boolean } | null
}

/** Why the reader cannot print this letter, or null: its code is never seen by who asked for it. */
export function whyNotPrint({ isOwn, isCancelled, last }: LetterRequest): OfficeReason | null {
  if (isOwn) return 'own_letter_request'
  if (isCancelled || (last && (last.isPosted || !last.isOpen))) return 'letter_request_over'
  return null
}

export type ClaimLetter = {
  expiresAt: Date
  closedBecause: LetterEnd | null
}

/** What became of the code: 'open' while it works. */
export function codeState({ expiresAt, closedBecause }: ClaimLetter, now: Date) {
  if (closedBecause !== null) return closedBecause
  return expiresAt <= now ? 'expired' : 'open'
}
/** 'waiting': used by a claim that waits. */
export type CodeState = ReturnType<typeof codeState> | 'waiting'

/** The step that comes next for a letter, or null; each is recorded once and in this order. */
export function nextStep(letter: {
  printed_at: string | null
  posted_at: string | null
  returned_at: string | null
}): LetterStep | null {
  if (letter.printed_at === null) return 'printed'
  if (letter.posted_at === null) return 'posted'
  return letter.returned_at === null ? 'returned' : null
}
