// When two records of one person may become one.
import type { OfficeReason } from './refusals.ts'

/** What the admin chooses between two records, in the order of the form. */
export const MERGE_FIELDS = [
  'first_name',
  'last_name',
  'gender',
  'date_of_birth',
  'email',
  'phone',
  'address',
  'billing_address',
  'contact_by',
  'support_needs',
  'ethnicity',
  'occupation',
] as const
export type MergeField = (typeof MERGE_FIELDS)[number]

export type MergeSituation = {
  /** One of the records is of the person who would merge them. */
  isOwnRecord: boolean
  /** They differ in date of birth, or in first and last name. */
  looksLikeTwoPeople: boolean
  /** Either record, or both, has been merged before. */
  isMerged: boolean
  isErased: boolean
  hasDifferentNumbers: boolean
  upcomingAppointments: number
  hasPaymentUnderWay: boolean
  isErasureAsked: boolean
  /** The upcoming appointment's consent was withdrawn less than 48 hours before it. */
  isConsentWithdrawn: boolean
  /** The account that would be closed is of somebody who works here. */
  closesStaffAccount: boolean
  /** An account would be closed that another service keeps. */
  closesForeignAccount: boolean
}

/** Every reason against the merge, gravest first; empty when it may be done. */
export function whyNotMerge(situation: MergeSituation): OfficeReason[] {
  const reasons: [boolean, OfficeReason][] = [
    [situation.isOwnRecord, 'own_record'],
    [situation.isErased, 'record_erased'],
    [situation.isMerged, 'already_merged'],
    [situation.hasDifferentNumbers, 'different_nhs_numbers'],
    [situation.looksLikeTwoPeople, 'looks_like_two_people'],
    [situation.upcomingAppointments > 1, 'two_upcoming'],
    [situation.hasPaymentUnderWay, 'payment_not_settled'],
    [situation.isErasureAsked, 'erasure_stands'],
    [situation.isConsentWithdrawn, 'withdrawn_appointment'],
    [situation.closesStaffAccount, 'account_of_staff'],
    [situation.closesForeignAccount, 'accounts_elsewhere'],
  ]
  return reasons.flatMap(([isTrue, reason]) => (isTrue ? [reason] : []))
}

export type Gained = {
  hasTwoAccounts: boolean
  /** The record that stays has no account, and gets the one of the record that goes. */
  movesAccount: boolean
  /** One of the records has an account and the other has results. */
  givesResults: boolean
  /** The NHS number of a record was taken away within `CLEARED_DAYS`. */
  wasNumberCleared: boolean
}
export const CLEARED_DAYS = 30

/** True when the merge closes an account, or gives one what it did not have: another admin confirms. */
export function needsSecondAdmin(gained: Gained): boolean {
  return Object.values(gained).some(Boolean)
}

type Person = { firstName: string; lastName: string; dateOfBirth: string }

/** True when the records differ in date of birth, or in both names; upper case and spaces are the same. */
export function looksLikeTwoPeople(one: Person, other: Person): boolean {
  const isSame = (name: 'firstName' | 'lastName') => plain(one[name]) === plain(other[name])
  return one.dateOfBirth !== other.dateOfBirth || !(isSame('firstName') || isSame('lastName'))
}

function plain(name: string): string {
  return name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}
