// A registration at the door while it is typed: on this tablet alone, sealed, until it is saved.
import { ageOn, isScreeningAge } from '../../../../domain/age.ts'
import { type ConsentForm, consentErrors } from '../../../../domain/consent.ts'
import { SUPPORT_NEEDS, type SupportNeed } from '../../../../domain/contact-and-support.ts'
import { LATIN_FIELDS } from '../../../../domain/latin-names.ts'
import type { ShownPerson } from '../../../../domain/office/day-people.ts'
import { lookAlikes } from '../../../../domain/office/look-alikes.ts'
import { isCalendarDate } from '../../../../domain/uk-time.ts'
import { nameQuestion } from '../../../booking/consent-form.tsx'
import type { FieldError } from '../../../ui/error-summary.tsx'
import { type HelpForm, helpFormErrors, noHelp } from '../../members/consent-help-form.ts'
import { type ContactForm, contactErrors, emptyContactForm } from '../../members/contact-text.ts'

export const STEPS = [
  'who',
  'contact',
  'support',
  'understands',
  'questions',
  'consent',
  'hand-back',
  'place',
  'check',
] as const
export type Step = (typeof STEPS)[number]

export const PAYMENTS = ['cash', 'card machine', 'link', 'due', 'waived'] as const
export type DoorPayment = (typeof PAYMENTS)[number]

/** `id` becomes the id of the action, so that a registration is saved once. */
export type Draft = {
  id: string
  person: ContactForm
  nhsNumberAgain: string
  /** `personKey` of somebody who was compared with the list and is not on it. */
  notOnList: string
  /** Whether they understand the test, and why not. */
  understands: 'yes' | 'doubt' | ''
  doubt: string
  help: HelpForm
  answers: ConsentForm
  /** The member has confirmed the last ticks, and nobody changed an answer since. */
  hasConsented: boolean
  isExtraAllowed: boolean
  payment: DoorPayment | ''
  waivedBecause: string
}

export function newDraft(): Draft {
  return {
    id: crypto.randomUUID(),
    person: emptyContactForm(),
    nhsNumberAgain: '',
    notOnList: '',
    understands: '',
    doubt: '',
    help: noHelp(),
    answers: {},
    hasConsented: false,
    isExtraAllowed: false,
    payment: '',
    waivedBecause: '',
  }
}

/** `day` is the event's London date; `left` counts places; `price` in pence. */
export type Situation = {
  day: string
  price: number
  left: number
  needsNhsNumber: boolean
  people: readonly ShownPerson[]
}

export function nameOf({ person }: Pick<Draft, 'person'>): string {
  return `${person.first_name.trim()} ${person.last_name.trim()}`.trim()
}

export function personKey({ person }: Pick<Draft, 'person'>): string {
  return `${nameOf({ person })} ${person.date_of_birth}`
}

/** Null until the date of birth is whole. */
export function ageOnDay(
  { person: { date_of_birth: born } }: Draft,
  day: string,
): { age: number; isAllowed: boolean } | null {
  if (!isCalendarDate(born) || born < EARLIEST || born > day) return null
  return { age: ageOn(born, day), isAllowed: isScreeningAge(born, day) }
}

/** A year that is half typed is an early one. */
const EARLIEST = '1900-01-01'

export function alikeOnList(draft: Draft, { people }: Situation): ShownPerson[] {
  return draft.notOnList === personKey(draft) ? [] : lookAlikes(people, draft.person)
}

const OF_WHO: readonly string[] = ['first_name', 'last_name', ...LATIN_FIELDS, 'date_of_birth']
const OF_SUPPORT = ['support_needs', 'support_note']
const TICKS = [
  'terms',
  'sampleConsent',
  'gpSurgeryName',
  'gpSurgeryTown',
  'gpSurgeryEmail',
  'disclaimer',
]

/** Why the step is not finished. */
export function stepErrors(step: Step, draft: Draft, situation: Situation): FieldError[] {
  if (step === 'who') return whoErrors(draft, situation)
  if (step === 'contact') return contactStepErrors(draft, situation)
  if (step === 'understands') return understandsErrors(draft)
  if (step === 'support')
    return personErrors(draft, situation).filter(({ field }) => OF_SUPPORT.includes(field))
  const isTick = ({ field }: FieldError) => TICKS.includes(field)
  if (step === 'questions')
    return consentErrors(draft.answers)
      .filter((error) => !isTick(error))
      .map(nameQuestion)
  if (step === 'consent') return consentErrors(draft.answers).filter(isTick)
  return step === 'place' ? placeErrors(draft, situation) : []
}

function understandsErrors({ understands, doubt, help, person }: Draft): FieldError[] {
  if (understands === '') return [{ field: 'understands', message: 'Please answer this.' }]
  if (understands === 'yes') return helpFormErrors(help, needsIn(person))
  if (doubt.trim() !== '') return []
  return [{ field: 'doubt', message: 'Say why you doubt it.' }]
}

export function needsIn({ support_needs: needs }: ContactForm): SupportNeed[] {
  return SUPPORT_NEEDS.filter((need) => needs.split('\n').includes(need))
}

function whoErrors(draft: Draft, situation: Situation): FieldError[] {
  const errors = personErrors(draft, situation).filter(({ field }) => OF_WHO.includes(field))
  if (ageOnDay(draft, situation.day)?.isAllowed === false) {
    const message = 'Only men who are 40 to 80 years old on the day can be tested.'
    const others = errors.filter(({ field }) => field !== 'date_of_birth')
    return [...others, { field: 'date_of_birth', message }]
  }
  if (errors.length > 0 || alikeOnList(draft, situation).length === 0) return errors
  return [{ field: 'alike', message: 'Say whether they are already on today’s list.' }]
}

function contactStepErrors(draft: Draft, situation: Situation): FieldError[] {
  const errors = personErrors(draft, situation).filter(
    ({ field }) => !OF_WHO.includes(field) && !OF_SUPPORT.includes(field),
  )
  if (!situation.needsNhsNumber || draft.person.nhs_number !== '') return errors
  const message = 'Enter the NHS number: this event’s laboratory needs it.'
  return [...errors, { field: 'nhs_number', message }]
}

function personErrors({ person, nhsNumberAgain }: Draft, { day }: Situation): FieldError[] {
  return contactErrors(person, { before: emptyContactForm(), today: day, again: nhsNumberAgain })
}

function placeErrors(draft: Draft, { price, left }: Situation): FieldError[] {
  const errors: FieldError[] = []
  const need = (field: string, message: string) => errors.push({ field, message })
  if (left === 0 && !draft.isExtraAllowed)
    need('extra', 'There are no places left. Ask the day lead for an extra one.')
  if (price === 0) return errors
  if (draft.payment === '') need('payment', 'Choose how they will pay.')
  if (draft.payment === 'link' && draft.person.email === '' && draft.person.phone === '')
    need(
      'payment',
      'To send a link we need an email address or mobile number. Go back to ‘Contact’.',
    )
  if (draft.payment === 'waived' && draft.waivedBecause.trim() === '')
    need('waived', 'Say why there is nothing to pay.')
  return errors
}

/** The step that was asked for, or an earlier one that is not finished. */
export function stepToShow(params: string, draft: Draft, situation: Situation): Step {
  const wanted = STEPS.indexOf(STEPS.find((step) => step === params) ?? 'who')
  const open = STEPS.findIndex((step) => !isFinished(step, draft, situation))
  return STEPS[Math.min(wanted, open)] ?? 'who'
}

/**
 * The step at which the registration opens. Ticks without the member's own confirmation are no
 * consent, so that it opens at them and not where the tablet is handed back.
 */
export function stepToOpen(params: string, draft: Draft, situation: Situation): Step {
  const step = stepToShow(params, draft, situation)
  return step === 'hand-back' && !draft.hasConsented ? 'consent' : step
}

function isFinished(step: Step, draft: Draft, situation: Situation): boolean {
  if (step === 'check') return false
  // A doubt ends the registration here.
  if (step === 'understands' && draft.understands === 'doubt') return false
  if (step === 'hand-back') return draft.hasConsented
  return stepErrors(step, draft, situation).length === 0
}
