import type { DayAction } from '../../../../domain/office/day-schemas.ts'
import type { WalkIn } from '../../../../domain/office/walk-in-schemas.ts'
import { toConsent } from '../../../booking/answers.ts'
import { toHelp } from '../../members/consent-help-form.ts'
import { contactChange, emptyContactForm } from '../../members/contact-text.ts'
import { type Draft, needsIn } from './draft.ts'

type NewAction = Pick<DayAction, 'type'> &
  Partial<Pick<DayAction, 'id' | 'walk_in' | 'registration' | 'how' | 'pence'>>

/** A registration, then the money that was taken. Throws while the consent is not complete. */
export function toActions(
  draft: Draft,
  { price, day }: { price: number; day: string },
): NewAction[] {
  const { id, payment } = draft
  const actions: NewAction[] = [{ type: 'walk_in', id, registration: toRegistration(draft, day) }]
  if (price > 0 && (payment === 'cash' || payment === 'card machine'))
    actions.push({ type: 'taking', walk_in: id, how: payment, pence: price })
  return actions
}

/** A doubt is sent without consent and appointment: a clinician then has the task to ring. */
export function toDoubt({ id, person, doubt }: Draft): NewAction[] {
  const registration = {
    ...contactChange(person, emptyContactForm()),
    first_name: person.first_name.trim(),
    last_name: person.last_name.trim(),
    date_of_birth: person.date_of_birth,
    doubt: doubt.trim(),
  }
  return [{ type: 'walk_in', id, registration }]
}

function toRegistration(draft: Draft, day: string): WalkIn {
  const { person, payment, waivedBecause, isExtraAllowed } = draft
  const consent = toConsent(draft.answers, { psaTestDate: day })
  if (!consent) throw new Error('the consent is not complete')
  const { psaTestDate: _, ...answers } = consent
  return {
    ...contactChange(person, emptyContactForm()),
    first_name: person.first_name.trim(),
    last_name: person.last_name.trim(),
    date_of_birth: person.date_of_birth,
    consent: {
      channel: 'tablet',
      answers,
      understands: true,
      ...toHelp(draft.help, needsIn(person)),
    },
    extra_place: isExtraAllowed,
    payment: wirePayment(payment),
    ...(payment === 'link' && { send_link: true }),
    ...(payment === 'waived' && { waiver_reason: waivedBecause.trim() }),
  }
}

function wirePayment(payment: Draft['payment']): WalkIn['payment'] {
  if (payment === 'cash' || payment === 'card machine') return 'at_venue'
  return payment === 'waived' ? 'waived' : 'due'
}
