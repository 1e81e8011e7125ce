// Whether a letter's code and a date of birth give an account the record (office.md §3).
import { addBusinessDays } from './business-days.ts'
import { JOIN_DAYS } from './claim-code.ts'
import { ukDate } from './uk-time.ts'

export type ClaimSituation = {
  /** Null for a code that was never posted. */
  letter: { expiresAt: Date; isOpen: boolean } | null
  record: {
    dateOfBirth: string
    hasAccount: boolean
    isMerged: boolean
    isActive: boolean
    isErasureAsked: boolean
  } | null
  /** The account is of somebody who asked for, printed or posted the letter. */
  isHandler: boolean
  /** What this account got for this record before. */
  before: 'linked' | 'asked' | null
}

/**
 * What the account gets: 'right' for the first time, what it got before, or 'wrong' for everything
 * that is not right, without saying what.
 */
export function judgeClaim(
  { letter, record, isHandler, before }: ClaimSituation,
  { dateOfBirth, now }: { dateOfBirth: string; now: Date },
): 'right' | 'linked' | 'asked' | 'wrong' {
  if (!letter || !record || record.dateOfBirth !== dateOfBirth) return 'wrong'
  if (isHandler) return 'wrong'
  if (before) return before
  if (!letter.isOpen || letter.expiresAt <= now) return 'wrong'
  const isClaimable =
    !record.hasAccount && !record.isMerged && record.isActive && !record.isErasureAsked
  return isClaimable ? 'right' : 'wrong'
}

/** The London date by which the office answers a request to join two records. */
export function joinedBy(askedAt: Date): string {
  return addBusinessDays(ukDate(askedAt), JOIN_DAYS)
}
