// Whether, about what and by which ways the charity may reach a member (docs/decisions/0047).
import type { ContactWay, WantedContact } from './contact-and-support.ts'
import { isPostal } from './postal-address.ts'
import { provenMobile } from './proven-mobile.ts'

/**
 * `result`: what concerns a test that was taken. `appointment`: reminders, checks and changes of one
 * that was booked. `invitation`: everything that asks the member to come, answer or join.
 */
export const CONTACT_SUBJECTS = ['result', 'appointment', 'invitation'] as const
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number]

/** Of a row of `members`. */
export type ReachFacts = {
  diedAt: Date | null
  erasedAt: Date | null
  mergedInto: number | null
  isActive: boolean
  wantsContact: WantedContact
  email: string | null
  phone: string
  provenPhone: string | null
  contactBy: ContactWay
  careOf: string | null
  addressLines: readonly string[]
  postcode: string | null
}

export type Reach = {
  /** One record of a living person: neither erased, nor merged into another, nor of a person who died. */
  isOnRecord: boolean
  mayBook: boolean
  /** What the charity may write or send about. */
  about: readonly ContactSubject[]
  /** By which the member can be reached at all; empty where no subject is left. */
  ways: readonly ContactWay[]
}

const WANTED: Record<WantedContact, readonly ContactSubject[]> = {
  all: CONTACT_SUBJECTS,
  results: ['result', 'appointment'],
  none: [],
}

/** A record out of use gets its results only. */
export function reach(facts: ReachFacts): Reach {
  const { diedAt, erasedAt, mergedInto, isActive, wantsContact } = facts
  const isOnRecord = diedAt === null && erasedAt === null && mergedInto === null
  if (!isOnRecord) return { isOnRecord, mayBook: false, about: [], ways: [] }
  const about = WANTED[wantsContact].filter((subject) => isActive || subject === 'result')
  return { isOnRecord, mayBook: isActive, about, ways: about.length > 0 ? waysOf(facts) : [] }
}

export function mayTell(facts: ReachFacts, subject: ContactSubject): boolean {
  return reach(facts).about.includes(subject)
}

function waysOf({
  email,
  phone,
  provenPhone,
  contactBy,
  careOf,
  addressLines,
  postcode,
}: ReachFacts): ContactWay[] {
  const has: Record<ContactWay, boolean> = {
    email: email !== null,
    sms: provenMobile({ phone, provenPhone }) !== null,
    telephone: phone.trim() !== '',
    post: isPostal({ lines: addressLines, postcode, careOf }),
    collect: contactBy === 'collect',
  }
  return (Object.keys(has) as ContactWay[]).filter((way) => has[way])
}
