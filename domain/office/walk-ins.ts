// What becomes of a registration at the door. The tablet asks the same rules first.
import { isScreeningAge } from '../age.ts'
import { type ConsentForm, consentErrors } from '../consent.ts'
import { type ContactWay, firstWayOfContact, missingForContact } from '../contact-and-support.ts'
import type { PaymentStatus } from '../how-to-pay.ts'
import { isPlaceholderNumber } from '../nhs-number.ts'
import { nameError, visibleName } from '../person-name.ts'
import { readPostcode } from '../postal-address.ts'
import { isCalendarDate } from '../uk-time.ts'
import type { WalkInLimit } from './walk-in-limits.ts'
import type { DoubtedWalkIn, WalkIn } from './walk-in-schemas.ts'

/** Registered, but a person should look at it. */
const WALK_IN_FLAGS = [
  'event_cancelled',
  'day_closed',
  'looks_like_a_member',
  'extra_place_without_lead',
  'extra_place_made',
  'waived_without_lead',
  'nhs_number_missing',
  'older_consent_words',
  'link_not_sent',
  'interpreter_not_named',
] as const
export type WalkInFlag = (typeof WALK_IN_FLAGS)[number]

/** Not registered; what was entered is kept until a lead has dealt with it. */
export type WalkInRefusal =
  | 'form_incomplete'
  | 'age_out_of_range'
  | 'not_eligible'
  | 'consent_incomplete'
  | 'consent_words_unknown'
  | 'cannot_be_reached'
  | 'capacity_doubted'
  | WalkInLimit

/** `eventDate` 'YYYY-MM-DD', London. */
export function whyNotRegister(form: WalkIn, eventDate: string): WalkInRefusal | null {
  const { consent } = form
  const reason = whyNoRecord(form, eventDate)
  if (reason === 'form_incomplete' || reason === 'age_out_of_range') return reason
  // The words of a doubt are missing, and the other questions were never asked.
  if (consent.understands === false) return 'consent_incomplete'
  const isUnnamed = consent.helped_by?.name.trim() === ''
  return (isUnnamed ? 'consent_incomplete' : whyNotConsent(consent.answers)) ?? reason
}

/** The same without a consent. */
export function whyNoRecord(person: WalkInPerson, eventDate: string): WalkInRefusal | null {
  const { first_name: first, last_name: last, date_of_birth: born } = person
  const isNamed = [first, last].every((name) => visibleName(name) !== '' && !nameError(name))
  if (!isNamed || !isCalendarDate(born)) return 'form_incomplete'
  if (!isScreeningAge(born, eventDate)) return 'age_out_of_range'
  return contactWay(person) ? null : 'cannot_be_reached'
}

type WalkInPerson = Omit<DoubtedWalkIn, 'doubt'>

/** The way that was chosen, else one by which the person can be reached; or null. */
export function contactWay(form: WalkInPerson): ContactWay | null {
  const { email = null, phone = '', address_lines = [], postcode } = form
  const reach = { email, phone, address_lines, postcode: readPostcode(postcode ?? '') }
  const first = firstWayOfContact({ email, phone })
  const ways = form.contact_by ? [form.contact_by, first] : [first]
  return ways.find((contact_by) => missingForContact({ ...reach, contact_by }) === null) ?? null
}

/** A person with a known condition of the prostate is not tested, as on the website. */
function whyNotConsent(answers: ConsentForm): WalkInRefusal | null {
  const [first] = consentErrors(answers)
  if (!first) return null
  return first.field === 'disclaimer' ? 'not_eligible' : 'consent_incomplete'
}

/** What a person should look at, the most important first. */
export function flagsOfWalkIn({
  isCancelled,
  isClosed,
  isDouble,
  isLead,
  isExtra,
  needsNhsNumber,
  hasOlderWords,
  isLinkMissing,
  form,
}: {
  isCancelled: boolean
  isClosed: boolean
  isDouble: boolean
  isLead: boolean
  /** No place was left, so one was made. */
  isExtra: boolean
  needsNhsNumber: boolean
  hasOlderWords: boolean
  /** A payment link was wanted and could not be sent. */
  isLinkMissing: boolean
  form: Pick<WalkIn, 'payment' | 'nhs_number' | 'extra_place' | 'support_needs' | 'consent'>
}): WalkInFlag[] {
  const holds: Record<WalkInFlag, boolean> = {
    event_cancelled: isCancelled,
    day_closed: isClosed,
    looks_like_a_member: isDouble,
    extra_place_without_lead: isExtra && !isLead,
    extra_place_made: isExtra && isLead && !form.extra_place,
    waived_without_lead: form.payment === 'waived' && !isLead,
    nhs_number_missing:
      needsNhsNumber && (!form.nhs_number || isPlaceholderNumber(form.nhs_number)),
    older_consent_words: hasOlderWords,
    link_not_sent: isLinkMissing,
    interpreter_not_named:
      (form.support_needs ?? []).includes('interpreter') && !form.consent.interpreter_name,
  }
  return WALK_IN_FLAGS.filter((flag) => holds[flag])
}

/** A price that is waived without a lead stays due. */
export function walkInPayment(
  { payment }: Pick<WalkIn, 'payment'>,
  { pricePence, isLead }: { pricePence: number; isLead: boolean },
): PaymentStatus {
  if (pricePence === 0 || payment === 'at_venue') return 'paid'
  return payment === 'waived' && isLead ? 'waived' : 'not paid'
}

type PlacesAtTime = { startsAt: Date; free: number; keptBack: number }

/** The time that a walk-in gets: with a place kept back, else a free one, nearest to `at`; or null. */
export function nearestWithPlace<T extends PlacesAtTime>(times: readonly T[], at: Date): T | null {
  const keptBack = times.filter((time) => time.keptBack > 0)
  const free = times.filter((time) => time.free > 0)
  return nearest(keptBack.length > 0 ? keptBack : free, at)
}

/** The earlier of two that are as near; null of none. */
export function nearest<T extends { startsAt: Date }>(times: readonly T[], at: Date): T | null {
  const away = ({ startsAt }: T) => Math.abs(startsAt.getTime() - at.getTime())
  return (
    times.toSorted((a, b) => away(a) - away(b) || a.startsAt.getTime() - b.startsAt.getTime())[0] ??
    null
  )
}
