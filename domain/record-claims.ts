// Whether a letter's code and a date of birth give an account the record, and what a
// claim of a record with anything of health waits for.

import { addBusinessDays } from './business-days.ts'
import { JOIN_DAYS } from './claim-code.ts'
import { DAY_MS } from './durations.ts'
import type { OfficeReason } from './office/refusals.ts'
import { ukDate } from './uk-time.ts'

/** How long the contact on record has to answer before a clinician can release a claim. */
const CLAIM_WAIT_DAYS = 5
/** A change of contact details by the office is doubted for so long. */
const CONTACT_DOUBT_DAYS = 14
/** Attempts at the number of a tube, for one claim. */
const TUBE_TRIES = 5
/** Business days in which a clinician looks at a claim. */
const DECISION_DAYS = 10

type ClaimSituation = {
  /** Null for a code that was never posted. */
  letter: { expiresAt: Date; isOpen: boolean } | null
  /** `isClaimed`: an account claims it and waits. */
  record: (ClaimedRecord & { dateOfBirth: string; isClaimed: boolean }) | null
  /** The account is of somebody who asked for, printed or posted the letter, or wrote the record. */
  isHandler: boolean
  /** What this account got for this record before. */
  before: 'linked' | 'asked' | 'waiting' | null
}
export type ClaimedRecord = {
  /** Another account than the one that the claim replaces. */
  hasAccount: boolean
  isMerged: boolean
  isActive: boolean
  isErasureAsked: boolean
}

/**
 * What the account gets: 'right' for the first time, what it got before, or 'wrong' for everything
 * that is not right, without saying what.
 */
export function judgeClaim(
  { letter, record, isHandler, before }: ClaimSituation,
  { dateOfBirth, now }: { dateOfBirth: string; now: Date },
): 'right' | 'linked' | 'asked' | 'waiting' | 'wrong' {
  if (!letter || !record || record.dateOfBirth !== dateOfBirth) return 'wrong'
  if (isHandler) return 'wrong'
  if (before) return before
  if (!letter.isOpen || letter.expiresAt <= now) return 'wrong'
  return isClaimable(record) && !record.isClaimed ? 'right' : 'wrong'
}

/**
 * Whether the record has an account that stands against a claim by `claimant`: any but the one that the
 * letter replaces, because its member has lost the address; that one cannot claim its own record.
 */
export function hasOtherAccount(
  record: { userId: string | null },
  { replacesAccount, claimant }: { replacesAccount: string | null; claimant: string | null },
): boolean {
  const { userId } = record
  return userId !== null && (userId !== replacesAccount || userId === claimant)
}

export function isClaimable(record: ClaimedRecord): boolean {
  return !record.hasAccount && !record.isMerged && record.isActive && !record.isErasureAsked
}

/** The London date by which the office answers a request to join two records. */
export function joinedBy(askedAt: Date): string {
  return addBusinessDays(ukDate(askedAt), JOIN_DAYS)
}

/** How the contact that the record had learns of a claim. */
export const CONTACT_NOTICES = ['message', 'letter', 'nobody'] as const
export type ContactNotice = (typeof CONTACT_NOTICES)[number]

/** How a waiting claim ended. The last: the record was merged, erased or has an account, or its member has died. */
export const CLAIM_ENDS = ['confirmed', 'released', 'not me', 'refused', 'record changed'] as const
export type ClaimEnd = (typeof CLAIM_ENDS)[number]

/** The London date by which a waiting claim is decided. */
export function claimDecidedBy(claimedAt: Date): string {
  return addBusinessDays(ukDate(claimedAt), DECISION_DAYS)
}

export type WaitingClaim = {
  claimedAt: Date
  notice: ContactNotice
  /** Null until the letter to the contact is printed. */
  toldAt: Date | null
  isContactChanged: boolean
  tubeProvenAt: Date | null
  endedAt: Date | null
}

/**
 * From when a clinician can release the claim; null until the letter to the contact is printed. Straight
 * away after the number of a tube, where no contact has a link and the office changed none lately.
 */
export function releasableFrom(claim: WaitingClaim): Date | null {
  if (claim.tubeProvenAt && claim.notice !== 'message' && !claim.isContactChanged)
    return claim.tubeProvenAt
  const from = claim.notice === 'nobody' ? claim.claimedAt : claim.toldAt
  return from && new Date(from.getTime() + CLAIM_WAIT_DAYS * DAY_MS)
}

type Releaser = {
  /** The account that claims is theirs. */
  isOwn: boolean
  /** They asked for, printed or posted a letter to the member, or wrote the record. */
  isHandler: boolean
}

/** The first reason why this person cannot release the claim now, or null. */
export function whyNotRelease(
  claim: WaitingClaim,
  { releaser, record, now }: { releaser: Releaser; record: ClaimedRecord; now: Date },
): OfficeReason | null {
  const against = whyNotDecide(claim, releaser)
  if (against) return against
  if (!isClaimable(record)) return 'claimed_record_changed'
  const from = releasableFrom(claim)
  if (!from) return 'contact_not_told'
  return from > now ? 'claim_too_early' : null
}

/** Why this person can neither release nor refuse the claim, or null. */
export function whyNotDecide(
  { endedAt }: Pick<WaitingClaim, 'endedAt'>,
  { isOwn, isHandler }: Releaser,
): OfficeReason | null {
  if (endedAt) return 'claim_decided'
  if (isOwn) return 'own_record'
  return isHandler ? 'claim_handler' : null
}

/** Whether the account that claims can prove itself by a tube's number: no contact has its link. */
export function mayProveByTube(claim: WaitingClaim & { tubeTries: number }): boolean {
  const isOpen = claim.endedAt === null && claim.tubeProvenAt === null
  return isOpen && claim.notice !== 'message' && claim.tubeTries < TUBE_TRIES
}

export type ClaimContact = {
  email: string | null
  phone: string
  /** The number that somebody confirmed; of a number from before, that number. */
  provenPhone: string | null
  careOf: string | null
  addressLines: readonly string[]
  town: string | null
  postcode: string | null
}
export type ContactChange = { at: Date; before: Partial<ClaimContact> }

/** The contact as it was at that moment; `changes` are those of the office, the latest first. */
export function contactAt(
  current: ClaimContact,
  changes: readonly ContactChange[],
  moment: Date,
): ClaimContact {
  const undone = changes.filter(({ at }) => at > moment).map(({ before }) => before)
  return Object.assign({ ...current }, ...undone)
}

/** Until when the record's contact counts as the member's own: before the letter, and 14 days ago. */
export function contactCutOff({ claimedAt, letterAt }: { claimedAt: Date; letterAt: Date }): Date {
  const doubted = new Date(claimedAt.getTime() - CONTACT_DOUBT_DAYS * DAY_MS)
  return letterAt < doubted ? letterAt : doubted
}
