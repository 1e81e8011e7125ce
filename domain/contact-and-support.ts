import { ukMobile } from './office/sms.ts'

/** How a member wants the charity to reach them; `collect`: the office keeps their letters. */
export const CONTACT_WAYS = ['email', 'sms', 'telephone', 'post', 'collect'] as const
export type ContactWay = (typeof CONTACT_WAYS)[number]
/** What a member wants to be written to or rung about. */
export const WANTED_CONTACTS = ['all', 'results', 'none'] as const
export type WantedContact = (typeof WANTED_CONTACTS)[number]

export const CONTACT_WAY_WORDS: Record<ContactWay, string> = {
  email: 'By email',
  sms: 'By text message',
  telephone: 'By phone',
  post: 'By post',
  collect: 'Collects letters at the office',
}

/** What helps a member (Accessible Information Standard); 'other' is explained in a note. */
export const SUPPORT_NEEDS = [
  'large print',
  'hearing loop',
  'bsl',
  'interpreter',
  'wheelchair',
  'carer',
  'other',
] as const
export type SupportNeed = (typeof SUPPORT_NEEDS)[number]

export const SUPPORT_WORDS: Record<SupportNeed, string> = {
  'large print': 'Large print',
  'hearing loop': 'Hearing loop',
  bsl: 'British Sign Language',
  interpreter: 'Interpreter',
  wheelchair: 'Wheelchair access',
  carer: 'Comes with a carer',
  other: 'Something else',
}

/** 'Hearing loop, Something else: reads lips'; '' for none. */
export function supportInWords(needs: readonly SupportNeed[], note: string | null): string {
  const text = needs.map((need) => SUPPORT_WORDS[need]).join(', ')
  return [text, note].filter(Boolean).join(': ')
}

/** What a member can be reached by; '' or null for what is not known. */
export type Reach = {
  contact_by: ContactWay
  email: string | null
  phone: string
  address_lines: readonly string[]
  postcode: string | null
}

/** The field that the chosen way of contact needs and does not have, or null. */
export function missingForContact(
  reach: Reach,
): 'email' | 'phone' | 'address_lines' | 'postcode' | null {
  const { contact_by: way } = reach
  if (way === 'email') return reach.email ? null : 'email'
  if (way === 'collect') return null
  if (way === 'sms') return ukMobile(reach.phone) ? null : 'phone'
  if (way === 'telephone') return reach.phone === '' ? 'phone' : null
  if (reach.address_lines.length === 0) return 'address_lines'
  return reach.postcode ? null : 'postcode'
}

/** The error of the field that `missingForContact` names. */
export function contactNeedText({ contact_by: way, phone }: Pick<Reach, 'contact_by' | 'phone'>) {
  return way === 'sms' && phone !== ''
    ? 'We can only text UK mobile numbers, for example 07700 900123.'
    : 'We need this for the way of contact you chose.'
}

/** The way of contact of a new member when nobody says another. */
export function firstWayOfContact({ email, phone }: Pick<Reach, 'email' | 'phone'>): ContactWay {
  if (email) return 'email'
  return phone === '' ? 'post' : 'telephone'
}
